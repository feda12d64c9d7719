/**
 * Advances every live run to the moment at which it is known to have lived, all in one transaction with the companies'
 * months. A process that dies in it has changed nothing, and the next beat counts the same time; several processes may
 * beat at once, for each leaves out what another is writing.
 */
import { advanceRun, endRun, type MeteredRun, meteredUntilMs } from '@service/compute-domain/metering/metered-run.ts'
import type { Database } from '@service/foundation/database/database.ts'
import { chargeHours } from './charge-hours.ts'
import type { FootprintOf } from './footprints.ts'
import type { MeteringMetrics } from './metering-metrics.ts'
import { type LiveOnly, type LiveRun, lockLiveRuns, type RunChange, write } from './segment-store.ts'
import type { TellCompanies } from './tell-companies.ts'

type Deps = {
  db: Database
  now: () => Date
  footprintOf: FootprintOf
  tellCompanies: TellCompanies
  metrics: MeteringMetrics
}

/** A hub that was heard of so recently is taken to live still. */
const heardMs = 30_000

/** Answers how many runs it has advanced. `only`: those of a company that have not been counted up to then. */
export type Heartbeat = (only?: LiveOnly) => Promise<number>

export function makeHeartbeat({ db, now, footprintOf, tellCompanies, metrics }: Deps): Heartbeat {
  return async (only) => {
    const changes = await db.transaction(async (tx) => {
      const at = now()
      const changes = (await lockLiveRuns(tx, only))
        .map((run): RunChange => ({ before: run, after: brought(run, at) }))
        .filter(({ before, after }) => after !== before.metered)
      await write(tx, changes)
      await tellCompanies(tx, await chargeHours(tx, { changes }, at))
      return changes
    })
    metrics.counted(changes)
    return changes.length
  }

  function brought(run: LiveRun, at: Date): MeteredRun {
    const { metered, allocationEnded, finishedAt, hubSeenAt } = run
    // Who ended it has not told the meter, so the meter sees to itself.
    if (allocationEnded) return endRun(metered, finishedAt?.getTime() ?? meteredUntilMs(metered), footprintOf(run))
    const heard = !hubSeenAt || at.getTime() - hubSeenAt.getTime() <= heardMs
    return advanceRun(metered, (heard ? at : hubSeenAt).getTime(), footprintOf(run))
  }
}
