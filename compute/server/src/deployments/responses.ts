import { carbonGrades } from '@service/compute-domain/carbon/grade.ts'
import { reasons } from '@service/compute-domain/deployments/status.ts'
import { described } from '@service/foundation/http/document-components.ts'
import { Instant } from '@service/foundation/http/model/instant.ts'
import { nullable } from '@service/foundation/http/model/nullable.ts'
import { openEnum, openEnumOrNull, stringEnumOrNull } from '@service/foundation/http/model/string-enum.ts'
import Type from 'typebox'
import { causeOf, type DeploymentEvent } from '../events/model/event.ts'
import { CarbonIntensity, CpuOnly, PricePerGpuHour, Simulated } from '../hubs/hubs.ts'
import { noUsage, type Usage, UsageResponse, usageResponse } from '../usage/usage.ts'
import { EndpointAccessShown } from './model/access-schema.ts'
import type { PlacedDeployment } from './model/deployment.ts'
import { LabelsShown } from './model/labels.ts'
import { SovereigntyLevelSchema } from './model/sovereignty-schema.ts'
import { DeploymentStatusSchema } from './model/status-schema.ts'
import { explanationOf } from './model/stored-placement.ts'
import { PlacementResponse, placementResponse } from './placement-response.ts'

const DeploymentId = Type.String({
  description: 'The id of the deployment.',
  examples: ['dep_01kd3f9n8x4s6t2v7w0y5z1a3b'],
})
const HubId = Type.String({ description: 'The hub that runs it, or ran it last; null before placement.' })

/** In a list: without the placement, which would make most of its size. */
export const DeploymentSummary = Type.Object(
  {
    deployment_id: DeploymentId,
    status: DeploymentStatusSchema,
    hub: nullable(HubId),
    gpu_nodes: Type.Integer({ description: 'How many nodes hold its GPUs.' }),
    carbon_score: described(
      stringEnumOrNull(carbonGrades, { title: 'CarbonGrade' }),
      'The grade at its start; null before it starts.',
    ),
    endpoint: Type.String({
      description: 'The address once it runs, without a scheme. It never changes.',
      examples: ['dep-4k2m9x7q1a.localhost:4101'],
    }),
    reason: openEnumOrNull(reasons, {
      title: 'DeploymentReason',
      description: 'The reason for the status; null if there is nothing to say.',
    }),
    message: nullable(Type.String({ description: 'What happened and what to do, for a person.' })),
    status_since: Instant('Since when it has this status.'),
    name: nullable(Type.String({ description: 'A name for people.' })),
    labels: LabelsShown,
    gpu_type: Type.String({ examples: ['H100'] }),
    count: Type.Integer({ description: 'How many GPUs.' }),
    region: Type.String({
      description: 'Where it may run: regions in the order of preference, comma-separated.',
      examples: ['eu'],
    }),
    country: nullable(Type.String({ description: 'The country of the hub.' })),
    sovereignty: SovereigntyLevelSchema,
    carbon_aware: Type.Boolean({ description: 'Whether the cleanest hub is chosen instead of the cheapest.' }),
    image: Type.String({ description: 'The reference of the container image.' }),
    image_digest: nullable(
      Type.String({
        description:
          'What the image was when the deployment first ran: every later attempt runs the same. Null before, and where the engine does not say.',
        examples: ['sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'],
      }),
    ),
    command: Type.Union([Type.Array(Type.String()), Type.Null()], {
      description: 'The command in place of the image’s own; null for the image’s own.',
    }),
    args: Type.Union([Type.Array(Type.String()), Type.Null()], {
      description: 'The arguments of its command, or of the image’s entry point; null where none were given.',
    }),
    env: Type.Array(Type.String(), { description: 'The names of its environment variables. Values are never shown.' }),
    port: nullable(Type.Integer({ description: 'The port that the container listens on.' })),
    health_path: nullable(Type.String({ description: 'The path whose response says whether it is up.' })),
    access: EndpointAccessShown,
    cpu: nullable(Type.Number({ description: 'CPU cores in all; null as the hub gives them.' })),
    memory_gb: nullable(Type.Number({ description: 'Memory in all, in GB; null as the hub gives it.' })),
    disk_gb: nullable(Type.Number({ description: 'Ephemeral disk in all, in GB; null as the hub gives it.' })),
    duration_hours: nullable(Type.Number({ description: 'The expected duration of a job; null for a service.' })),
    max_lifetime_hours: nullable(Type.Number({ description: 'How long it may run; null without a limit of its own.' })),
    max_delay_hours: Type.Number({ description: 'How much later it may start.' }),
    max_price_usd: nullable(Type.Number({ description: 'The highest price of a GPU-hour.' })),
    price_usd_per_gpu_hour: nullable(PricePerGpuHour),
    carbon_intensity_gco2_kwh: nullable(CarbonIntensity),
    nodes: Type.Array(Type.Object({ name: Type.String(), gpus: Type.Integer() }, { title: 'DeploymentNode' }), {
      description: 'The nodes that hold its GPUs.',
    }),
    attempt: Type.Integer({ description: 'The number of the attempt: 1, and one more for each further hub.' }),
    created_at: Instant('When it was requested.'),
    created_by: nullable(
      Type.String({
        description: 'Who requested it: `key:` or `user:` and the id; null if that was not recorded.',
        examples: ['key:key_01kd3f9n8x4s6t2v7w0y5z1a3b'],
      }),
    ),
    start_at: nullable(Instant('While it is scheduled: when its start is considered next.')),
    latest_start_at: nullable(Instant('While it is scheduled: when it starts at the latest.')),
    running_at: nullable(Instant('When it first ran.')),
    ended_at: nullable(Instant('When it ended.')),
    usage: described(UsageResponse, 'What it has used in all, as counted up to half a minute ago.'),
    simulated: Simulated,
    cpu_only: CpuOnly,
  },
  { title: 'DeploymentSummary' },
)
export type DeploymentSummary = Type.Static<typeof DeploymentSummary>

export const DeploymentResponse = Type.Object(
  { ...DeploymentSummary.properties, placement: Type.Union([PlacementResponse, Type.Null()]) },
  { title: 'Deployment' },
)
export type DeploymentResponse = Type.Static<typeof DeploymentResponse>

/** `gatewayDomain` is what follows the endpoint's own name. */
export const deploymentResponse = (
  deployment: PlacedDeployment,
  used: Usage | undefined,
  gatewayDomain: string,
): DeploymentResponse => ({
  ...deploymentSummary(deployment, used, gatewayDomain),
  placement: deployment.placement === null ? null : placementResponse(explanationOf(deployment.placement)),
})

export function deploymentSummary(
  deployment: PlacedDeployment,
  used: Usage = noUsage,
  gatewayDomain: string,
): DeploymentSummary {
  const { spec } = deployment
  return {
    deployment_id: deployment.id,
    status: deployment.status,
    hub: deployment.hubId,
    gpu_nodes: new Set(deployment.nodes.map(({ name }) => name)).size,
    carbon_score: deployment.carbonGrade as DeploymentSummary['carbon_score'],
    endpoint: `${deployment.endpointName}.${gatewayDomain}`,
    reason: deployment.reason,
    message: deployment.message,
    status_since: deployment.statusSince.toISOString(),
    name: spec.name,
    labels: { ...spec.labels },
    gpu_type: spec.gpuType,
    count: spec.count,
    region: spec.regions.join(','),
    country: deployment.country,
    sovereignty: spec.sovereignty,
    carbon_aware: spec.carbonAware,
    image: spec.image,
    image_digest: deployment.imageDigest,
    command: spec.command && [...spec.command],
    args: spec.args ? [...spec.args] : null,
    env: [...spec.env],
    port: spec.port,
    health_path: spec.healthPath ?? null,
    access: spec.access ?? 'public',
    cpu: spec.cpu ?? null,
    memory_gb: spec.memoryGb ?? null,
    disk_gb: spec.diskGb ?? null,
    duration_hours: spec.durationHours,
    max_lifetime_hours: spec.maxLifetimeHours ?? null,
    max_delay_hours: spec.maxDelayHours,
    max_price_usd: spec.maxPriceUsd,
    price_usd_per_gpu_hour: numberOf(deployment.priceUsdPerGpuHour),
    carbon_intensity_gco2_kwh: numberOf(deployment.carbonIntensity),
    nodes: [...deployment.nodes],
    attempt: deployment.attempt,
    created_at: deployment.createdAt.toISOString(),
    created_by: deployment.createdBy,
    start_at: deployment.startAt?.toISOString() ?? null,
    latest_start_at: deployment.latestStartAt?.toISOString() ?? null,
    running_at: deployment.runningAt?.toISOString() ?? null,
    ended_at: deployment.endedAt?.toISOString() ?? null,
    usage: usageResponse(used),
    simulated: deployment.simulated,
    cpu_only: deployment.cpuOnly,
  }
}

export const EventResponse = Type.Object(
  {
    event_id: Type.String({ description: 'The id of the event.' }),
    type: Type.String({ description: 'What happened. New values may be added.' }),
    status: nullable(Type.String({ description: 'The status since then.' })),
    reason: nullable(Type.String({ description: 'The reason for the status.' })),
    message: nullable(Type.String({ description: 'What happened, for a person.' })),
    hub: nullable(Type.String({ description: 'The hub where it happened.' })),
    attempt: nullable(Type.Integer({ description: 'The attempt that it belongs to.' })),
    actor: openEnum(['user', 'system'], { description: 'Whether the company caused it, or the service.' }),
    caused_by: nullable(
      Type.String({
        description: 'Who of the company: `key:` or `user:` and the id; null if that was not recorded.',
        examples: ['user:usr_01kd3f9n8x4s6t2v7w0y5z1a3b'],
      }),
    ),
    at: Instant('When it happened.'),
  },
  { title: 'DeploymentEvent' },
)
export type EventResponse = Type.Static<typeof EventResponse>

export const eventResponse = (event: DeploymentEvent): EventResponse => ({
  event_id: event.id,
  type: event.type,
  status: event.status,
  reason: event.reason,
  message: event.message,
  hub: event.hubId,
  attempt: event.attempt,
  ...causeOf(event),
  at: event.at.toISOString(),
})

/** The database gives exact decimals as text. */
const numberOf = (decimal: string | null): number | null => (decimal === null ? null : Number(decimal))
