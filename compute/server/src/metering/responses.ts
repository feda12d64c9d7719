import { statuses } from '@service/compute-domain/deployments/status.ts'
import { leftMs } from '@service/compute-domain/metering/gpu-hours.ts'
import { hoursShown } from '@service/compute-domain/metering/gpu-time.ts'
import { Instant } from '@service/foundation/http/instant.ts'
import { nullable } from '@service/foundation/http/nullable.ts'
import { NextCursor } from '@service/foundation/http/page.ts'
import { stringEnum } from '@service/foundation/http/string-enum.ts'
import Type from 'typebox'
import { CpuOnly } from '../hubs/hubs.ts'
import type { MonthUsage } from './usage.ts'
import type { DeploymentUsage, Usage } from './usage-store.ts'

/** Also of one deployment's metrics. */
export const UsageResponse = Type.Object(
  {
    gpu_hours: Type.Number({ description: 'GPUs times hours, by the engines’ clocks.' }),
    cost_usd: Type.Number({ description: 'At the price of each deployment.' }),
    energy_kwh: Type.Number({ description: 'The GPUs’ at 80 % of their thermal design power, times the site’s PUE.' }),
    gco2: Type.Number({ description: 'That energy’s emissions at the grid’s intensity, hour by hour, in gCO2eq.' }),
    avoided_gco2: Type.Number({
      description:
        'What the cheapest hub that could have taken it at once would have emitted more; below 0 where it would have emitted less.',
    }),
  },
  { title: 'Usage' },
)
export type UsageResponse = Type.Static<typeof UsageResponse>

export const usageResponse = ({ gpuMs, costUsd, kwh, gco2, avoidedGco2 }: Usage): UsageResponse => ({
  gpu_hours: hoursShown(gpuMs),
  cost_usd: costUsd,
  energy_kwh: toMilli(kwh),
  gco2: toMilli(gco2),
  avoided_gco2: toMilli(avoidedGco2),
})

const toMilli = (amount: number): number => Math.round(amount * 1_000) / 1_000

const DeploymentUsageResponse = Type.Object(
  {
    deployment_id: Type.String({ examples: ['dep_01kd3f9n8x4s6t2v7w0y5z1a3b'] }),
    name: nullable(Type.String()),
    status: stringEnum(statuses),
    gpu_type: Type.String(),
    gpus_running: Type.Integer(),
    ...UsageResponse.properties,
    metered_until: nullable(Instant('Until when it is counted.')),
    simulated: Type.Boolean({ description: 'Counts against no hours.' }),
    cpu_only: CpuOnly,
  },
  { title: 'DeploymentUsage' },
)

export const MonthUsageResponse = Type.Object(
  {
    month: Type.String({ examples: ['2026-11'] }),
    starts_at: Instant('The first of the month.'),
    resets_at: Instant('When the next month’s hours begin.'),
    limit_gpu_hours: Type.Number({ description: 'What the company has in a month.' }),
    used_gpu_hours: Type.Number(),
    reserved_gpu_hours: Type.Number({
      description: 'A minute of each GPU that has been admitted and not yet run so long.',
    }),
    left_gpu_hours: Type.Number(),
    gpus_running: Type.Integer({ description: 'Those that count against the hours.' }),
    hours_end_at: nullable(Instant('When they are used at the present rate; null where they last.')),
    warned_at: nullable(Instant('When 80 % were used.')),
    exhausted_at: nullable(Instant('When all were used. What runs a minute later is stopped.')),
    usage: UsageResponse,
    simulated: Type.Object(UsageResponse.properties, {
      description: 'Of simulated hubs, which counts against no hours.',
    }),
    deployments: Type.Array(DeploymentUsageResponse),
    nextCursor: NextCursor,
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
  deployments: deployments.map((deployment) => ({
    deployment_id: deployment.deploymentId,
    name: deployment.name,
    status: deployment.status,
    gpu_type: deployment.gpuType,
    gpus_running: deployment.gpusRunning,
    ...usageResponse(deployment),
    metered_until: deployment.meteredUntil?.toISOString() ?? null,
    simulated: deployment.simulated,
    cpu_only: deployment.cpuOnly,
  })),
  nextCursor,
})
