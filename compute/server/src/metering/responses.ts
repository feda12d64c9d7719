import { leftMs } from '@service/compute-domain/metering/gpu-hours.ts'
import { hoursShown } from '@service/compute-domain/metering/gpu-time.ts'
import { described } from '@service/foundation/http/document-components.ts'
import { Instant } from '@service/foundation/http/model/instant.ts'
import { nullable } from '@service/foundation/http/model/nullable.ts'
import { NextCursor } from '@service/foundation/http/page.ts'
import Type from 'typebox'
import { DeploymentStatusSchema } from '../deployments/model/status-schema.ts'
import { CpuOnly } from '../hubs/hubs.ts'
import { UsageResponse, usageResponse } from '../usage/usage.ts'
import type { MonthUsage } from './usage.ts'
import type { DailyUsage, DeploymentUsage } from './usage-store.ts'

const DeploymentUsageResponse = Type.Object(
  {
    deployment_id: Type.String({ examples: ['dep_01kd3f9n8x4s6t2v7w0y5z1a3b'] }),
    name: nullable(Type.String()),
    status: DeploymentStatusSchema,
    gpu_type: Type.String({ examples: ['H100'] }),
    gpus_running: Type.Integer({ description: 'How many of its GPUs run now.' }),
    ...UsageResponse.properties,
    metered_until: nullable(Instant('Until when it is metered.')),
    simulated: Type.Boolean({ description: 'True if it is simulated, and so does not count against the hours.' }),
    cpu_only: CpuOnly,
  },
  { title: 'DeploymentUsage' },
)

export const MonthUsageResponse = Type.Object(
  {
    month: Type.String({ description: 'The calendar month, UTC.', examples: ['2026-11'] }),
    starts_at: Instant('When the month starts.'),
    resets_at: Instant('When the hours of the next month begin.'),
    limit_gpu_hours: Type.Number({ description: 'The GPU-hours of the company in a month.' }),
    used_gpu_hours: Type.Number({ description: 'The GPU-hours used.' }),
    reserved_gpu_hours: Type.Number({
      description: 'One minute for each admitted GPU that has not run that long yet.',
    }),
    left_gpu_hours: Type.Number({ description: 'The GPU-hours left.' }),
    gpus_running: Type.Integer({ description: 'How many GPUs run now and count against the hours.' }),
    hours_end_at: nullable(Instant('When the hours end at the current rate; null if they last.')),
    warned_at: nullable(Instant('When 80 % of the hours were used.')),
    exhausted_at: nullable(Instant('When all hours were used. What still runs a minute later is stopped.')),
    usage: UsageResponse,
    simulated: described(UsageResponse, 'The usage at simulated hubs, which does not count against the hours.'),
    deployments: Type.Array(DeploymentUsageResponse),
    next_cursor: NextCursor,
  },
  { title: 'MonthUsage' },
)
export type MonthUsageResponse = Type.Static<typeof MonthUsageResponse>

export const monthUsageResponse = (
  { startsAt, hours, real, simulated, ...usage }: Omit<MonthUsage, 'deployments'>,
  deployments: readonly DeploymentUsage[],
  nextCursor: string | null,
): MonthUsageResponse => ({
  month: startsAt.toISOString().slice(0, 7),
  starts_at: startsAt.toISOString(),
  resets_at: usage.resetsAt.toISOString(),
  limit_gpu_hours: hoursShown(hours.limitMs),
  used_gpu_hours: hoursShown(hours.usedMs),
  reserved_gpu_hours: hoursShown(hours.reservedMs),
  left_gpu_hours: hoursShown(leftMs(hours)),
  gpus_running: usage.gpusRunning,
  hours_end_at: usage.hoursEndAt?.toISOString() ?? null,
  warned_at: usage.warnedAt?.toISOString() ?? null,
  exhausted_at: usage.exhaustedAt?.toISOString() ?? null,
  usage: usageResponse(real),
  simulated: usageResponse(simulated),
  deployments: deployments.map(deploymentUsageResponse),
  next_cursor: nextCursor,
})

const deploymentUsageResponse = (deployment: DeploymentUsage) => ({
  deployment_id: deployment.deploymentId,
  name: deployment.name,
  status: deployment.status,
  gpu_type: deployment.gpuType,
  gpus_running: deployment.gpusRunning,
  ...usageResponse(deployment),
  metered_until: deployment.meteredUntil?.toISOString() ?? null,
  simulated: deployment.simulated,
  cpu_only: deployment.cpuOnly,
})

/** Of an export: a table of many months is made of them. */
export const UsageLine = Type.Object({ month: Type.String(), ...DeploymentUsageResponse.properties })
export type UsageLine = Type.Static<typeof UsageLine>

/** `month` is its first day. */
export const usageLine = (month: string, deployment: DeploymentUsage): UsageLine => ({
  month: month.slice(0, 7),
  ...deploymentUsageResponse(deployment),
})

const DailyUsageResponse = Type.Object(
  {
    day: Type.String({ description: 'The day, UTC.', examples: ['2026-11-20'] }),
    label: nullable(
      Type.String({
        description: 'The value of the label that was asked for; null without one, and for deployments that lack it.',
      }),
    ),
    usage: UsageResponse,
    simulated: described(UsageResponse, 'The usage at simulated hubs, which does not count against the hours.'),
  },
  { title: 'DailyUsage' },
)

export const DailyUsagePage = Type.Object(
  { days: Type.Array(DailyUsageResponse), next_cursor: NextCursor },
  { title: 'DailyUsagePage' },
)

export const dailyUsageResponse = ({ day, label, real, simulated }: DailyUsage) => ({
  day,
  label,
  usage: usageResponse(real),
  simulated: usageResponse(simulated),
})
