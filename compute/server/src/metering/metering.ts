/**
 * Metering: what deployments use, what it costs and emits, and when a company's GPU-hours run out.
 *
 * 1. **Admission** (`admit.ts`): the placer asks in the transaction that writes a batch of deployments; a minute of all
 *    GPUs of each is reserved. Deployments on simulated hubs need no hours.
 * 2. **Begin** (`report-runs.ts`): the reconciler says, in the transaction that makes a deployment `running`, since when
 *    its engine says it runs.
 * 3. **Heartbeat** (`heartbeat.ts`): every 30 seconds (`metering-schedule.ts`) all live runs are advanced, a page at a
 *    time with rests between. Used time is taken out of the reservation first.
 * 4. **Marks** (`charge-hours.ts`, `notify-companies.ts`): a company is notified once at 80 and once at 100 % of its hours.
 * 5. **The end of the hours** (`stop-exhausted.ts`): a minute later the deployments that still run are stopped.
 * 6. **End** (`report-runs.ts`): the reconciler reports when a run ended by its engine, which may be earlier than what has
 *    been counted. What was reserved and not used is given back.
 *
 * A run's segments are keyed by its allocation and start, and a month's sum changes with them in one transaction. So a
 * process may die anywhere: what was not written is counted by the next heartbeat from the same start, and nothing twice.
 */
import type { Database, Queryable } from '@service/foundation/database/database.ts'
import { WakeLoop } from '@service/foundation/jobs/jobs.ts'
import type { Logger } from '@service/foundation/log/logger.ts'
import type { NewId } from '@service/foundation/new-id.ts'
import { pause } from '@service/foundation/pause.ts'
import type { Usage } from '../usage/usage.ts'
import { type Admission, admitHours, type HoursAsked } from './admit.ts'
import { makeFootprintOf, type Places } from './footprints.ts'
import { type Heartbeat, makeHeartbeat } from './heartbeat.ts'
import type { MeteringMetrics } from './metering-metrics.ts'
import { firstHeartbeatAfterMs, makeNextHeartbeat } from './metering-schedule.ts'
import { makeNotifyCompanies } from './notify-companies.ts'
import { makeReportToMeter, type ReportToMeter } from './report-runs.ts'
import { makeStopExhausted } from './stop-exhausted.ts'
import {
  makeReadDailyUsage,
  makeReadDeploymentUsage,
  makeReadUsage,
  type ReadDailyUsage,
  type ReadDeploymentUsage,
  type ReadUsage,
} from './usage.ts'
import { ofDeployments } from './usage-store.ts'

export { type Usage, UsageResponse, usageResponse } from '../usage/usage.ts'
export type { Admission } from './admit.ts'
export { makeFootprintOf } from './footprints.ts'
export { type HoursActs, hoursRules, makeHoursActs } from './hours-acts.ts'
export { hoursSet, hoursShow } from './hours-commands.ts'
export { makeMeteringMetrics } from './metering-metrics.ts'
export { makeReportEnds } from './report-runs.ts'
export { type UsageDeps, usageRoutes } from './routes.ts'
export { exhaustedWords } from './stop-exhausted.ts'
export type { StoredRun } from './stored-run.ts'
export type { MonthUsage, ReadDailyUsage, ReadDeploymentUsage, ReadUsage } from './usage.ts'
export type { DailyUsage, DeploymentUsage } from './usage-store.ts'

export type Metering = {
  admit(tx: Queryable, asked: readonly HoursAsked[]): Promise<Admission[]>
  report: ReportToMeter
  heartbeat: Heartbeat
  readUsage: ReadUsage
  readDeploymentUsage: ReadDeploymentUsage
  readDailyUsage: ReadDailyUsage
  /** As it was counted last, up to half a minute ago. */
  readUsed(companyId: string, deploymentIds: readonly string[]): Promise<ReadonlyMap<string, Usage>>
  /** Runs the heartbeat until closed, and stops the deployments of companies without hours left. */
  start(): { close(): Promise<void> }
}

/** The meter works a quarter of the time at most: from some hundred thousand live runs on, a heartbeat takes minutes. */
const restShare = 3

async function restFor(ms: number, stop: AbortSignal): Promise<boolean> {
  if (!stop.aborted) await pause(ms, stop)
  return !stop.aborted
}

export type MeteringDeps = {
  db: Database
  now: () => Date
  newId: NewId
  log: Logger
  metrics: MeteringMetrics
} & Places

export function openMetering({ db, now, newId, log, metrics, ...places }: MeteringDeps): Metering {
  const footprintOf = makeFootprintOf({ ...places, log })
  const notifyCompanies = makeNotifyCompanies({ now, newId })
  const heartbeat = makeHeartbeat({ db, now, footprintOf, notifyCompanies, metrics })
  const nextHeartbeatMs = makeNextHeartbeat({ db, now })
  return {
    report: makeReportToMeter({ now, footprintOf, notifyCompanies, metrics }),
    async admit(tx, asked) {
      const admissions = await admitHours(tx, asked, now())
      metrics.admitted(admissions)
      return admissions
    },
    heartbeat,
    readUsage: makeReadUsage({ db, now, heartbeat }),
    readDeploymentUsage: makeReadDeploymentUsage({ db, now, heartbeat }),
    readDailyUsage: makeReadDailyUsage({ db, now, heartbeat }),
    readUsed: (companyId, ids) => ofDeployments(db.connection, companyId, ids),
    start() {
      const stopExhausted = makeStopExhausted({ db, now, newId, metrics })
      const heartbeats = new WakeLoop({
        async tick({ stop }) {
          await heartbeat(undefined, (workedMs) => restFor(restShare * workedMs, stop))
          await stopExhausted()
          return nextHeartbeatMs()
        },
        firstAfterMs: firstHeartbeatAfterMs,
        retryAfterMs: firstHeartbeatAfterMs,
        report: (err) => log.error({ err }, 'GPU time could not be metered; trying again at the next heartbeat'),
      })
      return { close: () => heartbeats.stop() }
    },
  }
}
