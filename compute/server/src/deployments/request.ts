/**
 * The body of a request for a deployment, and how it becomes a specification: names under any known spelling become the
 * canonical ones, and all faults are reported at once, with the values that are allowed.
 */
import type { DeploymentSpec } from '@service/compute-domain/deployments/spec.ts'
import { gpuTypeNamed, gpuTypes } from '@service/compute-domain/gpus/gpus.ts'
import { regionGroups, regionNamed } from '@service/compute-domain/regions/regions.ts'
import { type SovereigntyLevel, sovereigntyLevels } from '@service/compute-domain/sovereignty/model/level.ts'
import { bindsNothing } from '@service/compute-domain/sovereignty/sovereignty.ts'
import { EngineFault } from '@service/compute-engines/engine.ts'
import { parseImageReference } from '@service/compute-engines/image-reference.ts'
import { documentedAs } from '@service/foundation/http/document-components.ts'
import { InputFaults } from '@service/foundation/input-faults.ts'
import { Problem } from '@service/foundation/problem.ts'
import Type from 'typebox'
import { lifetimeTooLong } from '../own-problems.ts'
import { EndpointAccessInput } from './model/access-schema.ts'
import { LabelsInput, readLabels } from './model/labels.ts'
import { SovereigntyLevelSchema } from './model/sovereignty-schema.ts'
import type { Variables } from './sealed-env.ts'

/** More than any hub has. */
const maxGpus = 1_024
const maxRegions = 20
const maxImageLength = 512
const maxVariables = 100
const maxCommandWords = 100
const maxTextLength = 8_192
const maxPathLength = 1_024
const maxDurationHours = 8_784
const delayLimitHours = 168
const hourMs = 3_600_000

const regionId = Type.String({ minLength: 1, maxLength: 200 })

export const DeployBody = Type.Object(
  {
    gpu_type: Type.String({
      minLength: 1,
      maxLength: 100,
      description: 'The type of GPU, by any common name; `GET /v1/pricing` lists them.',
      examples: ['H100'],
    }),
    count: Type.Optional(
      Type.Integer({ minimum: 1, maximum: maxGpus, default: 1, description: 'How many GPUs.', examples: [1] }),
    ),
    region: Type.Optional(
      Type.Union([regionId, Type.Array(regionId, { minItems: 1, maxItems: maxRegions })], {
        description:
          'Where it may run: a hub, a country (ISO 3166-1 alpha-2), or one of the groups `eu`, `eea`, `nordics`, `us`, ' +
          '`global` (the default). Several, as a list or comma-separated, are tried in their order.',
        examples: ['eu'],
      }),
    ),
    sovereignty: Type.Optional(
      documentedAs(
        Type.String({
          maxLength: 100,
          default: 'none',
        }),
        { ...SovereigntyLevelSchema, maxLength: undefined },
      ),
    ),
    carbon_aware: Type.Optional(
      Type.Boolean({
        default: false,
        description: 'Choose the hub with the lowest emissions instead of the cheapest.',
        examples: [true],
      }),
    ),
    image: Type.String({
      minLength: 1,
      maxLength: maxImageLength,
      description: 'The reference of the container image.',
      examples: ['registry.example.com/team/app:1.0'],
    }),
    name: Type.Optional(
      documentedAs(Type.String({ maxLength: 200, description: 'A name for people.' }), { minLength: 1 }),
    ),
    labels: Type.Optional(LabelsInput),
    env: Type.Optional(
      Type.Record(Type.String(), Type.String({ maxLength: maxTextLength }), {
        maxProperties: maxVariables,
        description: 'Environment variables. Their values are stored encrypted and never shown again.',
      }),
    ),
    command: Type.Optional(
      Type.Array(Type.String({ maxLength: maxTextLength }), {
        minItems: 1,
        maxItems: maxCommandWords,
        description: 'The command in place of the image’s own; its entry point stays, unless there are `args` too.',
      }),
    ),
    args: Type.Optional(
      Type.Array(Type.String({ maxLength: maxTextLength }), {
        maxItems: maxCommandWords,
        description:
          'Arguments for the entry point of the image. With `command`, that takes the place of the entry point, and these ' +
          'are its arguments.',
        examples: [['--model', 'small']],
      }),
    ),
    port: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 65_535,
        description: 'The port that the container listens on; the first exposed port of the image when absent.',
      }),
    ),
    health_path: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: maxPathLength,
        description:
          'It is `running` once a GET of this path at its port returns 2xx or 3xx, and `degraded` if that later fails for ' +
          'half a minute. Without it, accepting connections is enough. Needs `port`; not for jobs.',
        examples: ['/healthz'],
      }),
    ),
    access: Type.Optional(EndpointAccessInput),
    cpu: Type.Optional(
      Type.Number({
        minimum: 0.1,
        maximum: 100_000,
        description:
          'CPU cores in all, shared out by GPUs where it runs on several nodes. As the hub gives them when absent.',
        examples: [4],
      }),
    ),
    memory_gb: Type.Optional(
      Type.Number({
        minimum: 0.1,
        maximum: 1_000_000,
        description:
          'Memory in all, in GB of 1,024 MB; a container that takes more is ended. As the hub gives it when absent.',
        examples: [16],
      }),
    ),
    disk_gb: Type.Optional(
      Type.Number({
        minimum: 0.1,
        maximum: 10_000_000,
        description:
          'Ephemeral disk in all, in GB. Kubernetes keeps it for the container and ends one that takes more; Docker and Podman ' +
          'are asked for so much that is free at the start.',
        examples: [50],
      }),
    ),
    duration_hours: Type.Optional(
      Type.Number({
        exclusiveMinimum: 0,
        maximum: maxDurationHours,
        description: 'For a job: after how long it is expected to end by itself. Without it, it is a service.',
      }),
    ),
    max_lifetime_hours: Type.Optional(
      Type.Number({
        exclusiveMinimum: 0,
        maximum: maxDurationHours,
        description:
          'How long it may run, counted from when it first ran: then it is stopped, with the reason `max_lifetime`. At ' +
          'most what the operator allows.',
        examples: [8],
      }),
    ),
    max_delay_hours: Type.Optional(
      Type.Number({
        minimum: 0,
        maximum: delayLimitHours,
        default: 0,
        description: 'How much later it may start if the grid is cleaner then. Only with `carbon_aware`.',
      }),
    ),
    max_price_usd: Type.Optional(
      Type.Number({ exclusiveMinimum: 0, maximum: 1_000, description: 'The highest price of a GPU-hour.' }),
    ),
    wait_seconds: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 600,
        default: 30,
        description: 'How long the response waits for it to run.',
      }),
    ),
  },
  {
    title: 'DeployRequest',
    additionalProperties: false,
  },
)
export type DeployBody = Type.Static<typeof DeployBody>

/** What a request is read against. */
export type RequestTerms = {
  /** Ids of hubs are regions too. */
  isHub: (id: string) => boolean
  /** How long any deployment may run; null or absent is no limit. */
  maxLifetimeMs?: number | null | undefined
}

/** Throws a `Problem` with every fault. */
export function readDeployment(
  body: DeployBody,
  { isHub, maxLifetimeMs }: RequestTerms,
): { spec: DeploymentSpec; env: Variables } {
  const faults = new InputFaults()
  const regions = readRegions(body.region, isHub, faults)
  const sovereignty = readLevel(body.sovereignty, regions, faults)
  const carbonAware = body.carbon_aware ?? false
  const maxDelayHours = body.max_delay_hours ?? 0
  if (maxDelayHours > 0 && !carbonAware) {
    faults.add('body.max_delay_hours', 'needs "carbon_aware": true')
  }
  checkImage(body.image, faults)
  const env = readEnv(body.env ?? {}, faults)
  const spec: DeploymentSpec = {
    name: body.name === undefined ? null : faults.displayName('body.name', body.name),
    gpuType: readGpuType(body.gpu_type, faults),
    count: body.count ?? 1,
    regions,
    sovereignty,
    carbonAware,
    image: body.image,
    command: body.command?.map((word, index) => readText(`body.command[${index}]`, word, faults)) ?? null,
    ...(body.args && { args: body.args.map((word, index) => readText(`body.args[${index}]`, word, faults)) }),
    env: Object.keys(env),
    port: body.port ?? null,
    ...(body.health_path !== undefined && { healthPath: readHealthPath(body, faults) }),
    ...(body.access !== undefined && { access: body.access }),
    ...(body.cpu !== undefined && { cpu: body.cpu }),
    ...(body.memory_gb !== undefined && { memoryGb: body.memory_gb }),
    ...(body.disk_gb !== undefined && { diskGb: body.disk_gb }),
    durationHours: body.duration_hours ?? null,
    maxLifetimeHours: body.max_lifetime_hours ?? null,
    maxDelayHours,
    maxPriceUsd: body.max_price_usd ?? null,
    ...(body.labels && { labels: readLabels(body.labels, faults) }),
  }
  faults.throwIfAny()
  requireAllowedLifetime(spec, maxLifetimeMs ?? null)
  return { spec, env }
}

function requireAllowedLifetime({ maxLifetimeHours = null }: DeploymentSpec, maxLifetimeMs: number | null): void {
  if (maxLifetimeHours === null || maxLifetimeMs === null || maxLifetimeHours * hourMs <= maxLifetimeMs) return
  const most = Number((maxLifetimeMs / hourMs).toPrecision(6))
  const message = `must be at most ${most}: the operator lets no deployment run longer`
  const path = 'body.max_lifetime_hours'
  throw new Problem(lifetimeTooLong, `${path} ${message}.`, { details: [{ path, message }] })
}

function readGpuType(text: string, faults: InputFaults): string {
  const type = gpuTypeNamed(text)
  if (!type) faults.add('body.gpu_type', `must be one of ${gpuTypes.map(({ name }) => name).join(', ')}`)
  return type?.name ?? text
}

function readRegions(
  region: DeployBody['region'] = 'global',
  isHub: (id: string) => boolean,
  faults: InputFaults,
): string[] {
  const ids = (typeof region === 'string' ? region.split(',') : region).map((id) => id.trim())
  if (ids.length > maxRegions) faults.add('body.region', `must name at most ${maxRegions}`)
  const known = ids.map((id) => (isHub(id.toLowerCase()) ? id.toLowerCase() : regionNamed(id)?.id))
  const unknown = ids.filter((_id, index) => known[index] === undefined)
  if (unknown.length > 0) {
    faults.add(
      'body.region',
      `${JSON.stringify(unknown[0])} is unknown: use one of ${regionGroups.map(({ id }) => id).join(', ')}, ` +
        'an ISO country code such as DE, or the id of a hub from /v1/hubs',
    )
  }
  return [...new Set(known.filter((id) => id !== undefined))]
}

function readLevel(text = 'none', regions: readonly string[], faults: InputFaults): SovereigntyLevel {
  const level = sovereigntyLevels.find((known) => known === text.toLowerCase())
  if (!level) faults.add('body.sovereignty', `must be one of ${sovereigntyLevels.join(', ')}`)
  else if (bindsNothing(level, regions)) {
    faults.add(
      'body.region',
      `must not be "global" where "sovereignty" is "${level}": it must say where data has to stay`,
    )
  }
  return level ?? 'none'
}

function checkImage(text: string, faults: InputFaults): void {
  try {
    parseImageReference(text)
  } catch (error) {
    if (!(error instanceof EngineFault)) throw error
    faults.add('body.image', `is malformed: ${error.message.replace(/\.$/, '')}`)
  }
}

function readEnv(env: Variables, faults: InputFaults): Variables {
  for (const [name, value] of Object.entries(env)) {
    const shown = name.slice(0, 60)
    if (!/^[A-Za-z_][A-Za-z0-9_.-]{0,255}$/.test(name)) {
      faults.add(
        `body.env.${shown}`,
        'must have a name of letters, digits, "_", "." and "-" that begins with a letter or "_"',
      )
    }
    readText(`body.env.${shown}`, value, faults)
  }
  return env
}

function readHealthPath(
  { health_path: path = '/', port, duration_hours: hours }: DeployBody,
  faults: InputFaults,
): string {
  if (!/^\/[!"$-~]*$/.test(path)) {
    faults.add(
      'body.health_path',
      'must be a path such as "/healthz": it begins with "/", and has no spaces, "#" or letters beyond ASCII',
    )
  }
  if (port === undefined) faults.add('body.health_path', 'needs "port": the port where it is asked for')
  if (hours !== undefined) faults.add('body.health_path', 'is for services: leave out "duration_hours"')
  return path
}

/** Neither the database nor a process's environment can hold NUL or half of a surrogate pair. */
function readText(path: string, text: string, faults: InputFaults): string {
  if (text.includes('\0') || !text.isWellFormed()) faults.add(path, 'must be well-formed Unicode without NUL')
  return text
}
