/** What a company has used, for it to see: brought up to date first, so at most seconds old. */
import { endsAtMs, type GpuHours } from '@service/compute-domain/metering/gpu-hours.ts'
import { nextMonthStartMs } from '@service/compute-domain/metering/month.ts'
import type { Database } from '@service/foundation/database/database.ts'
import type { Usage } from '../usage/usage.ts'
import type { Heartbeat } from './heartbeat.ts'
import * as hours from './hours-store.ts'
import type { DailyFilter, DailyUsage, DeploymentUsage } from './usage-store.ts'
import * as store from './usage-store.ts'

export type MonthUsage = {
  startsAt: Date
  /** When the next month's hours begin. */
  resetsAt: Date
  hours: GpuHours
  gpusRunning: number
  /** At the present rate; null where they last until the month ends. */
  hoursEndAt: Date | null
  warnedAt: Date | null
  exhaustedAt: Date | null
  real: Usage
  simulated: Usage
  deployments: DeploymentUsage[]
}

type Page = { limit: number; before: string | null }

/** `month` is its first day. */
export type ReadUsage = (companyId: string, month: string, page: Page) => Promise<MonthUsage>

export type ReadDeploymentUsage = (
  companyId: string,
  deploymentId: string,
) => Promise<Usage & { meteredUntil: Date | null }>

/** What has been counted so recently is not brought up to date for a reader. */
const freshMs = 2_000

type Deps = { db: Database; now: () => Date; heartbeat: Heartbeat }

export function makeReadUsage({ db, now, heartbeat }: Deps): ReadUsage {
  return async (companyId, month, page) => {
    await heartbeat({ companyId, countedBefore: new Date(now().getTime() - freshMs) })
    const of = { companyId, month }
    const [stored, { real, simulated }, deployments, running] = await Promise.all([
      hours.find(db.connection, of),
      store.ofMonth(db.connection, of),
      store.byDeployment(db.connection, of, page),
      hours.gpusRunning(db.connection, [companyId]),
    ])
    const startsAt = new Date(`${month}T00:00:00.000Z`)
    const resetsAt = new Date(nextMonthStartMs(startsAt.getTime()))
    const isNow = startsAt <= now() && now() < resetsAt
    const gpusRunning = isNow ? (running.get(companyId) ?? 0) : 0
    const endMs = endsAtMs(stored, gpusRunning, now().getTime())
    return {
      startsAt,
      resetsAt,
      hours: stored,
      gpusRunning,
      hoursEndAt: endMs === undefined || endMs >= resetsAt.getTime() ? null : new Date(endMs),
      warnedAt: stored.warnedAt,
      exhaustedAt: stored.exhaustedAt,
      real,
      simulated,
      deployments,
    }
  }
}

export function makeReadDeploymentUsage({ db, now, heartbeat }: Deps): ReadDeploymentUsage {
  return async (companyId, deploymentId) => {
    await heartbeat({ companyId, countedBefore: new Date(now().getTime() - freshMs) })
    return store.ofDeployment(db.connection, companyId, deploymentId)
  }
}

export type ReadDailyUsage = (filter: DailyFilter) => Promise<DailyUsage[]>

export function makeReadDailyUsage({ db, now, heartbeat }: Deps): ReadDailyUsage {
  return async (filter) => {
    await heartbeat({ companyId: filter.companyId, countedBefore: new Date(now().getTime() - freshMs) })
    return store.byDay(db.connection, filter)
  }
}
