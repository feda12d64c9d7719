import { isUp } from '@service/compute-domain/deployments/status.ts'
import { type Engine, EngineFault, type InstanceUsage } from '@service/compute-engines/engine.ts'
import type { Database } from '@service/foundation/database/database.ts'
import { monthOf } from '@service/foundation/quota/model/month.ts'
import { allocations } from '../allocations/allocations.ts'
import type { ReadDeployment } from '../deployments/deployments.ts'
import type { PlacedDeployment } from '../deployments/model/deployment.ts'
import type { MonthUsage, ReadDeploymentUsage, ReadUsage, Usage } from '../metering/metering.ts'
import { type Count, countDeployments } from './count-store.ts'
import * as samples from './sample-store.ts'
import { historyOf, minuteMs, type Point, type Window } from './usage-history.ts'

export type CompanyMetrics = { at: Date; counts: Count[]; month: MonthUsage }

export type ReadCompanyMetrics = (companyId: string) => Promise<CompanyMetrics>

export type DeploymentMetrics = {
  at: Date
  deployment: PlacedDeployment
  used: Usage & { meteredUntil: Date | null }
  /** Null while it does not run, or where its engine reports none. */
  live: InstanceUsage | null
  startedAt: Date | null
  restarts: number | null
  /** Of the window that was asked for; null without one. */
  history: (Window & { points: readonly Point[] }) | null
}

export type ReadDeploymentMetrics = (companyId: string, id: string, window?: Window) => Promise<DeploymentMetrics>

type Deps = {
  db: Database
  now: () => Date
  readUsage: ReadUsage
  readDeploymentUsage: ReadDeploymentUsage
  readDeployment: ReadDeployment
  engineOf: (hubId: string) => Engine | undefined
}

/** Live figures of an engine that takes longer are left out. */
const engineMs = 3_000

export const makeReadCompanyMetrics =
  ({ db, now, readUsage }: Pick<Deps, 'db' | 'now' | 'readUsage'>): ReadCompanyMetrics =>
  async (companyId) => {
    const at = now()
    const [counts, month] = await Promise.all([
      countDeployments(db.connection, companyId),
      readUsage(companyId, monthOf(at), { limit: 0, before: null }),
    ])
    return { at, counts, month }
  }

export function makeReadDeploymentMetrics(deps: Deps): ReadDeploymentMetrics {
  const { db, now, readDeployment, readDeploymentUsage, engineOf } = deps
  return async (companyId, id, window) => {
    const deployment = await readDeployment(companyId, id)
    const attempt = (await allocations.lastOf(db.connection, companyId, [id])).get(id)
    const engine = attempt && isUp(deployment.status) ? engineOf(attempt.hubId) : undefined
    const [used, live, history] = await Promise.all([
      readDeploymentUsage(companyId, id),
      engine ? liveUsage(engine, attempt!.instanceName) : null,
      window ? historyIn(db, { companyId, deploymentId: id }, window) : null,
    ])
    const startedAt = attempt?.startedAt ?? null
    return { at: now(), deployment, used, live, startedAt, restarts: attempt?.restarts ?? null, history }
  }
}

/** The minute before the window serves its first processors. */
async function historyIn(db: Database, of: { companyId: string; deploymentId: string }, window: Window) {
  const from = new Date(window.from.getTime() - minuteMs)
  return { ...window, points: historyOf(await samples.between(db.connection, of, { from, to: window.to }), window) }
}

async function liveUsage(engine: Engine, name: string): Promise<InstanceUsage | null> {
  try {
    return (await engine.usage(name, AbortSignal.timeout(engineMs))) ?? null
  } catch (error) {
    if (error instanceof EngineFault || (error as Error).name === 'TimeoutError') return null
    throw error
  }
}
