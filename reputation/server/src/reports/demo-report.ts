import type { Database } from '@service/foundation/database/database.ts'
import { system } from '@service/foundation/identity/model/actor.ts'
import { WakeLoop } from '@service/foundation/jobs/jobs.ts'
import type { Logger } from '@service/foundation/log/logger.ts'
import { localDate, periodOf } from '@service/reputation-domain/series/model/month.ts'
import { newsReadiness } from '../news/news.ts'
import type { MakeReport } from './make-report.ts'
import { coveredDates, lastPeriod } from './model/covered.ts'
import * as reports from './report-store.ts'

type Deps = { db: Database; now: () => Date; log: Logger; reports: { makeReport: MakeReport } }

const pollEveryMs = 3_000
/** While the sample comes in, there are moments in which nothing waits. */
const quietPolls = 3
/** With fewer closed days, the month before tells more. */
const minDays = 7

/** The demo shows a report: made once its sample of news has become figures. */
export function startDemoReport(deps: Deps, companyId: string): { stop(): Promise<void> } {
  let quiet = 0
  let isMade = false
  return new WakeLoop({
    async tick() {
      if (isMade) return
      quiet = (await isQuiet(deps, companyId)) ? quiet + 1 : 0
      if (quiet < quietPolls) return
      await makeOne(deps, companyId)
      isMade = true
    },
    pollEveryMs,
    retryAfterMs: 60_000,
    report: (err) => deps.log.error({ err }, 'the report of the demo could not be made; trying again'),
  })
}

/** The sample comes in from its first day to its last, which is today. */
async function isQuiet({ db, now }: Deps, companyId: string): Promise<boolean> {
  const { waiting } = (await newsReadiness(db)()) as { waiting?: number }
  return (
    waiting === 0 &&
    (await reports.hasFigures(db.connection, companyId, localDate(now().getTime() - 86_400_000, 'UTC')))
  )
}

/** Of what the month has come to so far, once a day: started again, the demo finds the one that is there. */
async function makeOne({ db, now, reports: { makeReport } }: Deps, companyId: string): Promise<void> {
  const nowMs = now().getTime()
  const current = periodOf(nowMs, 'UTC')
  const period = coveredDates(current, 'UTC', nowMs).dates.length < minDays ? lastPeriod(nowMs, 'UTC') : current
  const [last] = await reports.list(db.connection, companyId, { period }, 1)
  if (last && nowMs - last.madeAt.getTime() < 86_400_000) return
  await makeReport({ actor: system, requestId: null }, { companyId, period })
}
