/** For tests of the placer: invented hubs with what they have free in the database, requests, and what was taken. */
import { randomBytes } from 'node:crypto'
import type { DeploymentSpec } from '@service/compute-domain/deployments/spec.ts'
import type { Hub } from '@service/compute-domain/hubs/model/hub.ts'
import { openPlacer, type Placer, type PlacerDeps } from '@service/compute-server/placement/placement.ts'
import type { Database } from '@service/foundation/database/database.ts'
import { makeLogger } from '@service/foundation/log/logger.ts'
import { makeNewId } from '@service/foundation/new-id.ts'
import { makeRandomPool } from '@service/foundation/random-pool.ts'
import { sql } from 'kysely'
import { testSealer } from '../deployments/sealer.ts'
import { aMeter } from '../metering/metering.ts'

export const aSpec = (spec: Partial<DeploymentSpec> = {}): DeploymentSpec => ({
  name: null,
  gpuType: 'H100',
  count: 1,
  regions: ['global'],
  sovereignty: 'none',
  carbonAware: true,
  image: 'registry.example.com/app:1',
  command: null,
  env: [],
  port: null,
  durationHours: null,
  maxLifetimeHours: null,
  maxDelayHours: 0,
  maxPriceUsd: null,
  ...spec,
})

const intensities: Record<string, number> = { SE: 20, FR: 30, DE: 340, PL: 560 }
export const intensityOf = (zone: string): number => intensities[zone] ?? 400

/** Ready, lately seen for as long as a test takes, everything free. */
export async function writeHubs(db: Database, hubs: readonly Hub[]): Promise<void> {
  for (const { id, nodes } of hubs) {
    await sql`insert into hubs (hub_id, state, seen_at) values (${id}, 'ready', now() + interval '1 hour')`.execute(
      db.connection,
    )
    for (const [type, of] of Map.groupBy(nodes, ({ gpuType }) => gpuType)) {
      const sizes = of.map(({ gpus }) => gpus)
      await sql`
        insert into hub_gpus (hub_id, gpu_type, nodes, sizes, free)
        values (${id}, ${type}, ${of.map(({ name }) => name)}::text[], ${sizes}::integer[], ${sizes}::integer[])`.execute(
        db.connection,
      )
    }
  }
}

export function aPlacer(db: Database, hubs: readonly Hub[], deps: Partial<PlacerDeps> = {}): Promise<Placer> {
  const now = deps.now ?? (() => new Date())
  return openPlacer({
    db,
    hubs,
    now,
    newId: makeNewId({ now, randomBytes }),
    randomBytes: makeRandomPool(randomBytes),
    log: makeLogger({ level: 'error', form: 'json' }),
    homeCountry: 'DE',
    sealer: testSealer,
    liveLimit: 10_000,
    meanOver: intensityOf,
    forecastOf: (zone, hours) => ({
      from: now(),
      values: new Float64Array(hours).fill(intensityOf(zone)),
      method: 'annual-mean',
    }),
    metering: aMeter(db, now),
    ...deps,
  })
}

/** Free GPUs node by node. */
export async function freeAt(db: Database, hubId: string): Promise<number[]> {
  const { rows } = await sql<{ free: number[] }>`
    select free from hub_gpus where hub_id = ${hubId}`.execute(db.connection)
  return rows[0]!.free
}

/** GPUs that allocations hold, and that hubs do not have free: the same number, if all is well. */
export async function takenIn(db: Database): Promise<{ allocated: number; missing: number }> {
  const { rows } = await sql<{ allocated: number; missing: number }>`
    select (select coalesce(sum(gpus), 0) from allocations where released_at is null)::integer as allocated,
           (select sum(node.size - node.free) from hub_gpus g, unnest(g.sizes, g.free) as node (size, free))::integer as missing`.execute(
    db.connection,
  )
  return rows[0]!
}
