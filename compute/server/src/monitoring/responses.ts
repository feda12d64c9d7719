import { type DeploymentStatus, statuses } from '@service/compute-domain/deployments/status.ts'
import { leftMs } from '@service/compute-domain/metering/gpu-hours.ts'
import { hoursShown } from '@service/compute-domain/metering/gpu-time.ts'
import { described } from '@service/foundation/http/document-components.ts'
import { Instant } from '@service/foundation/http/model/instant.ts'
import { nullable } from '@service/foundation/http/model/nullable.ts'
import Type from 'typebox'
import { DeploymentStatusSchema } from '../deployments/model/status-schema.ts'
import { CpuOnly, Simulated } from '../hubs/hubs.ts'
import { UsageResponse, usageResponse } from '../metering/metering.ts'
import type { Count } from './count-store.ts'
import type { CompanyMetrics, DeploymentMetrics } from './read-metrics.ts'

const CountResponse = Type.Object(
  { deployments: Type.Integer({ description: 'How many.' }), gpus: Type.Integer({ description: 'Their GPUs.' }) },
  { title: 'DeploymentCount' },
)

export const CompanyMetricsResponse = Type.Object(
  {
    as_of: Instant('The time of these numbers.'),
    by_status: Type.Object(Object.fromEntries(statuses.map((status) => [status, CountResponse])), {
      title: 'CountsByStatus',
    }),
    by_hub: Type.Array(
      Type.Object(
        { hub: Type.String(), ...CountResponse.properties, simulated: Simulated, cpu_only: CpuOnly },
        { title: 'HubCount' },
      ),
      { description: 'The running deployments, by hub.' },
    ),
    month: Type.String({ description: 'The calendar month, UTC.', examples: ['2026-11'] }),
    limit_gpu_hours: Type.Number({ description: 'The GPU-hours of the company in a month.' }),
    used_gpu_hours: Type.Number({ description: 'The GPU-hours used.' }),
    left_gpu_hours: Type.Number({ description: 'The GPU-hours left.' }),
    usage: UsageResponse,
    simulated: described(UsageResponse, 'The usage at simulated hubs, which does not count against the hours.'),
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

const History = Type.Object(
  {
    from: Instant('The beginning of the first step.'),
    to: Instant('The end of the last step.'),
    step_seconds: Type.Integer({ description: 'The length of a step.' }),
    points: Type.Array(
      Type.Object(
        {
          at: Instant('The beginning of the step.'),
          cpu_cores: nullable(Type.Number({ description: 'The processors that it kept busy, on average.' })),
          memory_bytes: nullable(Type.Integer({ format: 'int64', description: 'The most memory that it used.' })),
          gpu_utilisation: nullable(
            Type.Number({ description: 'The utilisation of its GPUs, from 0 to 1, on average.' }),
          ),
        },
        { title: 'UsagePoint' },
      ),
      { description: 'One for each step; a figure is null where nothing was measured.' },
    ),
  },
  { title: 'UsageHistory' },
)

export const DeploymentMetricsResponse = Type.Object(
  {
    deployment_id: Type.String(),
    status: DeploymentStatusSchema,
    as_of: Instant('The time of these numbers.'),
    started_at: nullable(Instant('When the current or last attempt started, by the clock of the engine.')),
    restarts: nullable(Type.Integer({ description: 'How often the engine has restarted it.' })),
    cpu_seconds: nullable(Type.Number({ description: 'Processor time since the start; null while it does not run.' })),
    memory_bytes: nullable(Type.Integer({ format: 'int64', description: 'The memory in use.' })),
    memory_limit_bytes: nullable(Type.Integer({ format: 'int64', description: 'The memory limit.' })),
    gpu_utilisation: nullable(
      Type.Number({ description: 'The utilisation of its GPUs, from 0 to 1; null if the engine does not report it.' }),
    ),
    ...UsageResponse.properties,
    metered_until: nullable(Instant('Until when GPU-hours, cost and emissions are metered.')),
    history: Type.Union([History, Type.Null()], {
      description: 'What it used in the window asked for; null without one.',
    }),
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
  history,
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
  history: history && historyResponse(history),
  simulated: deployment.simulated,
  cpu_only: deployment.cpuOnly,
})

const historyResponse = ({ from, to, stepMs, points }: NonNullable<DeploymentMetrics['history']>) => ({
  from: from.toISOString(),
  to: to.toISOString(),
  step_seconds: stepMs / 1_000,
  points: points.map(({ at, cpuCores, memoryBytes, gpuShare }) => ({
    at: at.toISOString(),
    cpu_cores: cpuCores === null ? null : rounded(cpuCores),
    memory_bytes: memoryBytes,
    gpu_utilisation: gpuShare === null ? null : rounded(gpuShare),
  })),
})

const rounded = (value: number): number => Math.round(value * 10_000) / 10_000
