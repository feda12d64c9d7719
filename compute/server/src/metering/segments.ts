/**
 * What is told to the meter, always in the transaction that changes the allocation, and before anything is written to
 * `hub_gpus`: a run has begun, a run has ended. Both may be told again. Between the two, the heartbeat (`heartbeat.ts`)
 * advances what lives.
 *
 * The times are the engine's own: StartedAt, and FinishedAt where there is one. Pulling, waiting, starts that fail and
 * the gap of a failover are never told, and so are free.
 */
import { endRun, meteredUntilMs } from '@service/compute-domain/metering/metered-run.ts'
import type { Queryable } from '@service/foundation/database/database.ts'
import { chargeHours } from './charge-hours.ts'
import type { FootprintOf } from './footprints.ts'
import type { MeteringMetrics } from './metering-metrics.ts'
import type { RunChange } from './segment-store.ts'
import * as segments from './segment-store.ts'
import type { TellCompanies } from './tell-companies.ts'

export type Segments = {
  /**
   * The instance runs since `startedAt`: when its deployment first counts as running, and whenever the engine names
   * another start. What was live of the instance before has ended by then.
   */
  begin(tx: Queryable, run: { allocationId: string; startedAt: Date }): Promise<void>
  /**
   * The instance has ended. `at` is the engine's FinishedAt; where nobody can tell, the last proof of life of its hub; or
   * null, for what has been counted so far. Of several ends the earliest holds.
   */
  end(tx: Queryable, run: { allocationId: string; at: Date | null }): Promise<void>
}

type Deps = { now: () => Date; footprintOf: FootprintOf; tellCompanies: TellCompanies; metrics: MeteringMetrics }

export function makeSegments({ now, footprintOf, tellCompanies, metrics }: Deps): Segments {
  async function apply(tx: Queryable, changes: readonly RunChange[]): Promise<void> {
    const real = changes.filter(({ before, after }) => after !== before.metered)
    await segments.write(tx, real)
    await tellCompanies(tx, await chargeHours(tx, real, now()))
    metrics.counted(real)
  }

  return {
    async begin(tx, run) {
      if (!(await segments.insertRun(tx, run))) return
      const runs = await segments.lockRuns(tx, run.allocationId)
      const startedMs = runs.at(-1)!.startedMs
      const earlier = runs.slice(0, -1).filter(({ metered }) => !metered.ended)
      await apply(
        tx,
        earlier.map((before) => {
          const atMs = Math.min(meteredUntilMs(before.metered), startedMs)
          return { before, after: endRun(before.metered, atMs, footprintOf(before)) }
        }),
      )
    },
    async end(tx, { allocationId, at }) {
      const before = (await segments.lockRuns(tx, allocationId)).at(-1)
      if (!before) return
      // An engine whose clock runs ahead of ours has ended nothing in the future.
      const atMs = Math.min(at?.getTime() ?? meteredUntilMs(before.metered), now().getTime())
      await apply(tx, [{ before, after: endRun(before.metered, atMs, footprintOf(before)) }])
    },
  }
}
