/**
 * Advances every live run to the latest moment at which it is known to have been alive, all in one transaction with the
 * companies' months. A process that dies in it has changed nothing, and the next heartbeat counts the same time. Several
 * processes may run it at once: each skips the rows that another holds.
 */
import { advanceRun, endRun, type MeteredRun, meteredUntilMs } from '@service/compute-domain/metering/metered-run.ts'
import type { Database } from '@service/foundation/database/database.ts'
import { chargeHours } from './charge-hours.ts'
import type { FootprintOf } from './footprints.ts'
import type { MeteringMetrics } from './metering-metrics.ts'
import type { NotifyCompanies } from './notify-companies.ts'
import { type LiveOnly, type LiveRun, lockLiveRuns, type RunChange, write } from './segment-store.ts'

type Deps = {
  db: Database
  now: () => Date
  footprintOf: FootprintOf
  notifyCompanies: NotifyCompanies
  metrics: MeteringMetrics
}

/** A hub that was seen so recently is taken to be alive still. */
const heardMs = 30_000

/** Returns how many runs it has advanced. `only`: the runs of one company that were last counted before some moment. */
export type Heartbeat = (only?: LiveOnly) => Promise<number>

export function makeHeartbeat({ db, now, footprintOf, notifyCompanies, metrics }: Deps): Heartbeat {
  return async (only) => {
    const changes = await db.transaction(async (tx) => {
      const at = now()
      const changes = (await lockLiveRuns(tx, only))
        .map((run): RunChange => ({ before: run, after: brought(run, at) }))
        .filter(({ before, after }) => after !== before.metered)
      await write(tx, changes)
      await notifyCompanies(tx, await chargeHours(tx, { changes }, at))
      return changes
    })
    metrics.counted(changes)
    return changes.length
  }

  function brought(run: LiveRun, at: Date): MeteredRun {
    const { metered, allocationEnded, finishedAt, hubSeenAt } = run
    // Its end was never reported to the meter, which ends the run itself.
    if (allocationEnded) return endRun(metered, finishedAt?.getTime() ?? meteredUntilMs(metered), footprintOf(run))
    const heard = !hubSeenAt || at.getTime() - hubSeenAt.getTime() <= heardMs
    return advanceRun(metered, (heard ? at : hubSeenAt).getTime(), footprintOf(run))
  }
}
