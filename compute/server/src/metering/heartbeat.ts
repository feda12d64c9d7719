/**
 * Advances every live run to the latest moment at which it is known to have been alive, a page of them at a time, each in
 * one transaction with the companies' months. A process that dies in a page has changed nothing of it, and the next
 * heartbeat counts the same time. Several processes may run it at once: each skips the rows that another holds.
 */
import { advanceRun, endRun, type MeteredRun, meteredUntilMs } from '@service/compute-domain/metering/metered-run.ts'
import type { Database } from '@service/foundation/database/database.ts'
import { chargeHours } from './charge-hours.ts'
import type { FootprintOf } from './footprints.ts'
import type { MeteringMetrics } from './metering-metrics.ts'
import type { NotifyCompanies } from './notify-companies.ts'
import {
  findLive,
  type LiveOnly,
  type LiveRun,
  lockLiveRuns,
  type Page,
  type RunChange,
  type RunKey,
  write,
} from './segment-store.ts'

type Deps = {
  db: Database
  now: () => Date
  footprintOf: FootprintOf
  notifyCompanies: NotifyCompanies
  metrics: MeteringMetrics
  pageSize?: number
}

/** Bounds the memory that a heartbeat takes, and for how long it holds rows. */
const defaultPageSize = 1_000

/** A hub that was seen so recently is taken to be alive still. */
const heardMs = 30_000

/** Called between two pages with how long the last took; the heartbeat ends there if it returns false. */
export type Rest = (workedMs: number) => Promise<boolean>

/** Returns how many runs it has advanced. `only`: the runs of one company that were last counted before some moment. */
export type Heartbeat = (only?: LiveOnly, rest?: Rest) => Promise<number>

export function makeHeartbeat({
  db,
  now,
  footprintOf,
  notifyCompanies,
  metrics,
  pageSize = defaultPageSize,
}: Deps): Heartbeat {
  return async (only, rest = async () => true) => {
    let advanced = 0
    let after: RunKey | undefined
    do {
      const beganMs = performance.now()
      const { changes, last } = await advancePage({ only, after, limit: pageSize })
      metrics.counted(changes)
      advanced += changes.length
      after = last
      if (after && !(await rest(performance.now() - beganMs))) break
    } while (after)
    return advanced
  }

  /** `last` is where the next page goes on, if there may be one. */
  function advancePage(page: Page): Promise<{ changes: RunChange[]; last: RunKey | undefined }> {
    return db.transaction(async (tx) => {
      const at = now()
      const keys = await findLive(tx, page)
      const changes = (await lockLiveRuns(tx, keys))
        .map((run): RunChange => ({ before: run, after: brought(run, at) }))
        .filter(({ before, after }) => after !== before.metered)
      await write(tx, changes)
      await notifyCompanies(tx, await chargeHours(tx, { changes }, at))
      return { changes, last: keys.length === page.limit ? keys.at(-1) : undefined }
    })
  }

  function brought(run: LiveRun, at: Date): MeteredRun {
    const { metered, allocationEnded, finishedAt, hubSeenAt } = run
    // Its end was never reported to the meter, which ends the run itself.
    if (allocationEnded) return endRun(metered, finishedAt?.getTime() ?? meteredUntilMs(metered), footprintOf(run))
    const heard = !hubSeenAt || at.getTime() - hubSeenAt.getTime() <= heardMs
    return advanceRun(metered, (heard ? at : hubSeenAt).getTime(), footprintOf(run))
  }
}
