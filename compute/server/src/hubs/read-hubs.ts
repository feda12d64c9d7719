import type { Database } from '@service/foundation/database/database.ts'
import * as gpus from './hub-gpu-store.ts'
import * as hubs from './hub-store.ts'
import type { ReadHubs } from './model/hub-now.ts'

/** From the database, for what is free changes in every process. */
export const makeReadHubs =
  ({ db }: { db: Database }): ReadHubs =>
  async () => {
    const [stored, pools] = await Promise.all([hubs.all(db.connection), gpus.all(db.connection)])
    const poolsOf = Map.groupBy(pools, ({ hubId }) => hubId)
    // A hub that has left the operator's file and where nothing runs any more has no GPUs left.
    return stored
      .filter(({ hubId }) => poolsOf.has(hubId))
      .map(({ hubId, config, state, seenAt }) => ({
        hub: config,
        state,
        seenAt,
        gpus: poolsOf.get(hubId)!.map(({ gpuType, sizes, free }) => ({ gpuType, total: sum(sizes), free: sum(free) })),
      }))
  }

const sum = (counts: readonly number[]): number => counts.reduce((total, count) => total + count, 0)
