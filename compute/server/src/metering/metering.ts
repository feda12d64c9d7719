/**
 * Metering: what deployments use, what it costs and emits, and when a company's GPU-hours end.
 *
 * 1. **Admission** (`admit.ts`): the placer asks in the transaction that writes a batch of deployments; a minute of all
 *    GPUs of each is reserved. Simulated hubs are not asked for.
 * 2. **Begin** (`segments.ts`): the reconciler says, in the transaction that makes a deployment `running`, since when
 *    its engine says it runs.
 * 3. **Heartbeat** (`heartbeat.ts`): every 30 seconds all that lives is advanced. Time used comes out of what was
 *    reserved first.
 * 4. **Marks** (`charge-hours.ts`, `tell-companies.ts`): whoever passes 80 or 100 % of the month's hours is told once.
 * 5. **The end of the hours** (`stop-exhausted.ts`): a minute later what still runs is asked to stop.
 * 6. **End** (`segments.ts`): the reconciler says when the engine says it ended, which may be earlier than had been
 *    reckoned. What was reserved and not used is given back.
 *
 * A run's segments are keyed by its allocation and start, and a month's sum changes with them in one transaction. So a
 * process may die anywhere: what was not written is counted by the next beat from the same start, and nothing twice.
 */
import type { Database, Queryable } from '@service/foundation/database/database.ts'
import { repeat } from '@service/foundation/jobs/repeat.ts'
import type { Logger } from '@service/foundation/log/logger.ts'
import type { NewId } from '@service/foundation/new-id.ts'
import { type Admission, admitHours, type HoursAsked } from './admit.ts'
import { makeFootprintOf, type Places } from './footprints.ts'
import { type Heartbeat, makeHeartbeat } from './heartbeat.ts'
import type { MeteringMetrics } from './metering-metrics.ts'
import { firstBeatAfterMs, makeNextBeat } from './metering-schedule.ts'
import { makeTellMeter, type TellMeter } from './segments.ts'
import { makeStopExhausted } from './stop-exhausted.ts'
import { makeTellCompanies } from './tell-companies.ts'
import { makeReadDeploymentUsage, makeReadUsage, type ReadDeploymentUsage, type ReadUsage } from './usage.ts'

export type { Admission } from './admit.ts'
export { hoursSet, hoursShow } from './hours-commands.ts'
export { makeMeteringMetrics } from './metering-metrics.ts'
export { UsageResponse, usageResponse } from './responses.ts'
export { type UsageDeps, usageRoutes } from './routes.ts'
export type { MonthUsage, ReadDeploymentUsage, ReadUsage } from './usage.ts'
export type { Usage } from './usage-store.ts'

export type Metering = {
  admit(tx: Queryable, asked: readonly HoursAsked[]): Promise<Admission[]>
  tell: TellMeter
  beat: Heartbeat
  readUsage: ReadUsage
  readDeploymentUsage: ReadDeploymentUsage
  /** Beats until closed, and stops what has no hours left. */
  start(): { close(): Promise<void> }
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
  const tellCompanies = makeTellCompanies({ now, newId })
  const beat = makeHeartbeat({ db, now, footprintOf, tellCompanies, metrics })
  const nextBeatMs = makeNextBeat({ db, now })
  return {
    tell: makeTellMeter({ now, footprintOf, tellCompanies, metrics }),
    async admit(tx, asked) {
      const admissions = await admitHours(tx, asked, now())
      metrics.admitted(admissions)
      return admissions
    },
    beat,
    readUsage: makeReadUsage({ db, now, beat }),
    readDeploymentUsage: makeReadDeploymentUsage({ db, now, beat }),
    start() {
      const stopExhausted = makeStopExhausted({ db, now, newId, metrics })
      const stopping = new AbortController()
      let first = true
      const beating = repeat(async () => {
        if (first) {
          first = false
          return firstBeatAfterMs
        }
        try {
          await beat()
          await stopExhausted()
          return await nextBeatMs()
        } catch (err) {
          log.error({ err }, 'GPU time could not be counted; it will be at the next beat')
          return firstBeatAfterMs
        }
      }, stopping.signal)
      return {
        async close() {
          stopping.abort()
          await beating
        },
      }
    },
  }
}
