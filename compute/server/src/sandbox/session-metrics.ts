import { isUp, statuses } from '@service/compute-domain/deployments/status.ts'
import { EngineFault } from '@service/compute-engines/engine.ts'
import { monthOf } from '@service/foundation/quota/model/month.ts'
import { historyOf, type MonitoringDeps } from '../monitoring/monitoring.ts'
import type { Session } from './session.ts'
import type { InSession } from './session-deployments.ts'

export const sessionMetrics = (read: InSession): Omit<MonitoringDeps, 'now'> => ({
  readCompanyMetrics: (companyId) =>
    read(companyId, ({ rows, meter, clock }) => {
      const at = clock.now()
      const seen = rows.all.filter(({ deletedAt }) => !deletedAt)
      const counts = statuses.flatMap((status) =>
        seen
          .filter((row) => row.status === status)
          .map(({ hubId, simulated, cpuOnly, spec }) => {
            return { status, hubId, simulated, cpuOnly, deployments: 1, gpus: spec.count }
          }),
      )
      return { at, counts, month: meter.month(monthOf(at), { limit: 0, before: null }) }
    }),
  readDeploymentMetrics: (companyId, id, window) =>
    read(companyId, async (session) => {
      const deployment = session.find(id)
      const attempt = session.rows.find(id).allocations.at(-1)
      const live = attempt && isUp(deployment.status) ? await usageAt(session, attempt) : null
      const { startedAt = null, restarts = null } = attempt ?? {}
      // A session has no minutes behind it: its clock jumps.
      const history = window ? { ...window, points: historyOf([], window) } : null
      const used = session.meter.deploymentUsage(id)
      return { at: session.clock.now(), deployment, used, live, startedAt, restarts, history }
    }),
})

async function usageAt({ hubs }: Session, { hubId, instanceName }: { hubId: string; instanceName: string }) {
  try {
    return (await hubs.engineOf(hubId)?.usage(instanceName, new AbortController().signal)) ?? null
  } catch (error) {
    if (error instanceof EngineFault) return null
    throw error
  }
}
