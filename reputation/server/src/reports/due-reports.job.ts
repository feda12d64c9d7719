/**
 * Makes the reports that are due without being asked for. What is due stands in the database, and moves on in the
 * transaction that writes the report: a process may die anywhere, and none is lost or made twice.
 */
import type { Database } from '@service/foundation/database/database.ts'
import { system } from '@service/foundation/identity/model/actor.ts'
import type { ScheduledJob } from '@service/foundation/jobs/jobs.ts'
import type { Logger } from '@service/foundation/log/logger.ts'
import { Problem } from '@service/foundation/problem.ts'
import { periodAfter } from '@service/reputation-domain/series/model/month.ts'
import type { MakeReport } from './make-report.ts'
import { dueAt, firstPeriod } from './model/covered.ts'
import * as schedules from './schedule-store.ts'

type Deps = { db: Database; now: () => Date; log: Logger; makeReport: MakeReport }

const everyMs = 5 * 60_000
const pageSize = 500

export const dueReportsJob = (deps: Deps): ScheduledJob => ({
  name: 'reports',
  everyMs,
  run: (stop) => makeDueReports(deps, stop),
})

/** Returns how many were made, and how many could not be. */
export async function makeDueReports(deps: Deps, stop: AbortSignal): Promise<{ made: number; failed: number }> {
  const { db, now } = deps
  await schedule(deps, stop)
  const report = { made: 0, failed: 0 }
  while (!stop.aborted) {
    const due = await schedules.nextDue(db.connection, now())
    if (!due) break
    report[await makeDue(deps, due)]++
  }
  return report
}

async function makeDue({ db, now, log, makeReport }: Deps, due: schedules.Scheduled): Promise<'made' | 'failed'> {
  const { companyId, period, timeZone } = due
  const following = periodAfter(period, 1)
  try {
    await makeReport({ actor: system, requestId: null }, { companyId, period }, (tx) =>
      schedules.advance(tx, due, { period: following, dueAt: dueAt(following, timeZone) }),
    )
    return 'made'
  } catch (err) {
    if (err instanceof Problem && err.code === 'no-own-subject') {
      await schedules.remove(db.connection, companyId)
    } else {
      log.error({ err, company: companyId, period }, 'a report could not be made; trying again later')
      await schedules.putOff(db.connection, due, now())
    }
    return 'failed'
  }
}

/** Companies that are new in the news, and those that have moved. */
async function schedule({ db, now }: Deps, stop: AbortSignal): Promise<void> {
  for (let isMore = true; isMore && !stop.aborted; ) {
    const found = await schedules.listUnscheduled(db.connection, pageSize)
    for (const { companyId, timeZone, createdAt } of found) {
      const period = firstPeriod(createdAt.getTime(), timeZone, now().getTime())
      await schedules.insert(db.connection, { companyId, period, timeZone, dueAt: dueAt(period, timeZone) })
    }
    isMore = found.length === pageSize
  }
  for (let isMore = true; isMore && !stop.aborted; ) {
    const moved = await schedules.listMoved(db.connection, pageSize)
    for (const one of moved) await schedules.move(db.connection, { ...one, dueAt: dueAt(one.period, one.timeZone) })
    isMore = moved.length === pageSize
  }
}
