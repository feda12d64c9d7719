import { type DeploymentStatus, statuses } from '@service/compute-domain/deployments/status.ts'
import { leftMs } from '@service/compute-domain/metering/gpu-hours.ts'
import { hoursShown } from '@service/compute-domain/metering/gpu-time.ts'
import { Instant } from '@service/foundation/http/instant.ts'
import { nullable } from '@service/foundation/http/nullable.ts'
import { stringEnum } from '@service/foundation/http/string-enum.ts'
import Type from 'typebox'
import { CpuOnly, Simulated } from '../hubs/hubs.ts'
import { UsageResponse, usageResponse } from '../metering/metering.ts'
import type { Count } from './count-store.ts'
import type { CompanyMetrics, DeploymentMetrics } from './read-metrics.ts'

const CountResponse = Type.Object({ deployments: Type.Integer(), gpus: Type.Integer() })

export const CompanyMetricsResponse = Type.Object(
  {
    as_of: Instant('When this was so.'),
    by_status: Type.Object(Object.fromEntries(statuses.map((status) => [status, CountResponse]))),
    by_hub: Type.Array(
      Type.Object(
        { hub: Type.String(), ...CountResponse.properties, simulated: Simulated, cpu_only: CpuOnly },
        { description: 'Those that run.' },
      ),
    ),
    month: Type.String({ examples: ['2026-11'] }),
    limit_gpu_hours: Type.Number(),
    used_gpu_hours: Type.Number(),
    left_gpu_hours: Type.Number(),
    usage: UsageResponse,
    simulated: Type.Object(UsageResponse.properties, {
      description: 'Of simulated hubs, which counts against no hours.',
    }),
  },
  { title: 'CompanyMetrics' },
)
export type CompanyMetricsResponse = Type.Static<typeof CompanyMetricsResponse>

const running: readonly DeploymentStatus[] = ['running', 'degraded']

export function companyMetricsResponse({ at, counts, month }: CompanyMetrics): CompanyMetricsResponse {
  const sum = (of: typeof counts) => ({
    deployments: of.reduce((total, { deployments }) => total + deployments, 0),
    gpus: of.reduce((total, { gpus }) => total + gpus, 0),
  })
  const live = counts.filter(({ status }) => running.includes(status))
  const hubs = Map.groupBy(live, ({ hubId }) => hubId)
  return {
    as_of: at.toISOString(),
    by_status: Object.fromEntries(
      statuses.map((status) => [status, sum(counts.filter((count) => count.status === status))]),
    ),
    by_hub: [...hubs]
      .flatMap(([hub, of]) => {
        const [{ simulated, cpuOnly }] = of as [Count, ...Count[]]
        return hub === null ? [] : [{ hub, ...sum(of), simulated, cpu_only: cpuOnly }]
      })
      .sort((a, b) => (a.hub < b.hub ? -1 : 1)),
    month: month.startsAt.toISOString().slice(0, 7),
    limit_gpu_hours: hoursShown(month.hours.limitMs),
    used_gpu_hours: hoursShown(month.hours.usedMs),
    left_gpu_hours: hoursShown(leftMs(month.hours)),
    usage: usageResponse(month.real),
    simulated: usageResponse(month.simulated),
  }
}

export const DeploymentMetricsResponse = Type.Object(
  {
    deployment_id: Type.String(),
    status: stringEnum(statuses),
    as_of: Instant('When this was so.'),
    started_at: nullable(Instant('When the present or last attempt started, by the engine’s clock.')),
    restarts: nullable(Type.Integer({ description: 'How often the engine has started it again.' })),
    cpu_seconds: nullable(Type.Number({ description: 'Processor time since its start; null while it does not run.' })),
    memory_bytes: nullable(Type.Integer()),
    memory_limit_bytes: nullable(Type.Integer()),
    gpu_utilisation: nullable(
      Type.Number({ description: 'Share of its GPUs’ time, 0 to 1; null where the engine cannot tell.' }),
    ),
    ...UsageResponse.properties,
    metered_until: nullable(Instant('Until when GPU-hours, cost and emissions are counted.')),
    simulated: Simulated,
    cpu_only: CpuOnly,
  },
  { title: 'DeploymentMetrics' },
)
export type DeploymentMetricsResponse = Type.Static<typeof DeploymentMetricsResponse>

export const deploymentMetricsResponse = ({
  at,
  deployment,
  used,
  live,
  startedAt,
  restarts,
}: DeploymentMetrics): DeploymentMetricsResponse => ({
  deployment_id: deployment.id,
  status: deployment.status,
  as_of: at.toISOString(),
  started_at: startedAt?.toISOString() ?? null,
  restarts,
  cpu_seconds: live?.cpuSeconds ?? null,
  memory_bytes: live?.memoryBytes ?? null,
  memory_limit_bytes: live?.memoryLimitBytes ?? null,
  gpu_utilisation: live?.gpuShare ?? null,
  ...usageResponse(used),
  metered_until: used.meteredUntil?.toISOString() ?? null,
  simulated: deployment.simulated,
  cpu_only: deployment.cpuOnly,
})
