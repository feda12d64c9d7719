/** What is typed, what of it stands in the address, and the request that it makes. */
import type { Input } from '../../api/api.ts'

export type DeployRequest = Input<'planDeployment'>['body']
export const levels = ['none', 'residency', 'jurisdiction', 'sovereign'] as const
export type Level = (typeof levels)[number]
export const accesses = ['public', 'key', 'company'] as const
export type Access = (typeof accesses)[number]

/** Fields as they are typed. `env` is never part of an address. */
export type Form = {
  gpuType: string
  count: string
  region: string
  sovereignty: Level
  carbonAware: boolean
  image: string
  name: string
  labels: string
  command: string
  args: string
  port: string
  healthPath: string
  access: Access
  cpu: string
  memoryGb: string
  diskGb: string
  durationHours: string
  maxLifetimeHours: string
  maxDelayHours: string
  maxPriceUsd: string
}

export type DeploySearch = {
  gpu_type?: string
  count?: number
  region?: string
  sovereignty?: Level
  carbon_aware?: boolean
  image?: string
  name?: string
  labels?: string
  command?: string
  args?: string
  port?: number
  health_path?: string
  access?: Access
  cpu?: number
  memory_gb?: number
  disk_gb?: number
  duration_hours?: number
  max_lifetime_hours?: number
  max_delay_hours?: number
  max_price_usd?: number
}

const texts = ['gpu_type', 'region', 'image', 'name', 'labels', 'command', 'args', 'health_path'] as const
const numbers = [
  ...(['count', 'port', 'cpu', 'memory_gb', 'disk_gb'] as const),
  ...(['duration_hours', 'max_lifetime_hours', 'max_delay_hours', 'max_price_usd'] as const),
]
const maxText = 1_000

/** A bad value falls back. */
export function deploySearchOf(given: Record<string, unknown>): DeploySearch {
  const { sovereignty, access: rule, carbon_aware: carbonAware } = given
  const access = accesses.find((one) => one === rule)
  const level = levels.find((one) => one === sovereignty)
  return {
    ...Object.fromEntries(
      texts.flatMap((name) => {
        const value = given[name]
        const text = typeof value === 'string' || typeof value === 'number' ? String(value) : ''
        return text === '' ? [] : [[name, text.slice(0, maxText)]]
      }),
    ),
    ...Object.fromEntries(
      numbers.flatMap((name) => {
        const value = Number(given[name] ?? Number.NaN)
        return Number.isFinite(value) && value > 0 ? [[name, value]] : []
      }),
    ),
    ...(level && { sovereignty: level }),
    ...(access && { access }),
    ...(typeof carbonAware === 'boolean' && { carbon_aware: carbonAware }),
  }
}

const shown = (value: number | undefined): string => (value === undefined ? '' : String(value))

export const formOf = (search: DeploySearch): Form => ({
  gpuType: search.gpu_type ?? 'H100',
  count: shown(search.count ?? 1),
  region: search.region ?? 'global',
  sovereignty: search.sovereignty ?? 'none',
  carbonAware: search.carbon_aware ?? true,
  image: search.image ?? '',
  name: search.name ?? '',
  labels: search.labels ?? '',
  command: search.command ?? '',
  args: search.args ?? '',
  port: shown(search.port),
  healthPath: search.health_path ?? '',
  access: search.access ?? 'public',
  cpu: shown(search.cpu),
  memoryGb: shown(search.memory_gb),
  diskGb: shown(search.disk_gb),
  durationHours: shown(search.duration_hours),
  maxLifetimeHours: shown(search.max_lifetime_hours),
  maxDelayHours: shown(search.max_delay_hours),
  maxPriceUsd: shown(search.max_price_usd),
})

export const searchOf = (form: Form): DeploySearch =>
  deploySearchOf({
    gpu_type: form.gpuType,
    count: form.count,
    region: form.region.trim(),
    sovereignty: form.sovereignty,
    carbon_aware: form.carbonAware,
    image: form.image.trim(),
    name: form.name.trim(),
    labels: form.labels.trim(),
    command: form.command.trim(),
    args: form.args.trim(),
    port: form.port,
    health_path: form.healthPath.trim(),
    access: form.access === 'public' ? undefined : form.access,
    cpu: form.cpu,
    memory_gb: form.memoryGb,
    disk_gb: form.diskGb,
    duration_hours: form.durationHours,
    max_lifetime_hours: form.maxLifetimeHours,
    max_delay_hours: form.maxDelayHours,
    max_price_usd: form.maxPriceUsd,
  })

/** What the service is asked for; what is at its default is left out. */
export function requestOf(form: Form): DeployRequest {
  const { gpu_type: gpuType = '', image = '', count = 1, region, sovereignty, name, port, ...rest } = searchOf(form)
  const labels = labelsIn(form.labels)
  const [command, args] = [wordsIn(form.command), wordsIn(form.args)]
  return {
    gpu_type: gpuType,
    count,
    image,
    ...(region !== undefined && region !== 'global' && { region: region.includes(',') ? listOf(region) : region }),
    ...(sovereignty !== undefined && sovereignty !== 'none' && { sovereignty }),
    ...(form.carbonAware && { carbon_aware: true }),
    ...(name !== undefined && { name }),
    ...(Object.keys(labels).length > 0 && { labels }),
    ...(command.length > 0 && { command }),
    ...(args.length > 0 && { args }),
    ...(port !== undefined && { port }),
    ...(rest.health_path !== undefined && { health_path: rest.health_path }),
    ...(form.access !== 'public' && { access: form.access }),
    ...(rest.cpu !== undefined && { cpu: rest.cpu }),
    ...(rest.memory_gb !== undefined && { memory_gb: rest.memory_gb }),
    ...(rest.disk_gb !== undefined && { disk_gb: rest.disk_gb }),
    ...(rest.duration_hours !== undefined && { duration_hours: rest.duration_hours }),
    ...(rest.max_lifetime_hours !== undefined && { max_lifetime_hours: rest.max_lifetime_hours }),
    ...(form.carbonAware && rest.max_delay_hours !== undefined && { max_delay_hours: rest.max_delay_hours }),
    ...(rest.max_price_usd !== undefined && { max_price_usd: rest.max_price_usd }),
  }
}

const listOf = (text: string): string[] =>
  text
    .split(',')
    .map((one) => one.trim())
    .filter(Boolean)

/** `team=search, tier=gold` */
export const labelsIn = (text: string): Record<string, string> =>
  Object.fromEntries(
    listOf(text).map((one) => {
      const [name = '', ...value] = one.split('=')
      return [name.trim(), value.join('=').trim()]
    }),
  )

/** Words as a shell divides them: at spaces, but not within quotes. */
export const wordsIn = (text: string): string[] =>
  [...text.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(([, double, single, plain]) => double ?? single ?? plain ?? '')

/** `NAME=value`, one a line. */
export const variablesIn = (text: string): Record<string, string> =>
  Object.fromEntries(
    text
      .split('\n')
      .filter((line) => line.trim() !== '')
      .map((line) => {
        const at = line.indexOf('=')
        return at < 0 ? [line.trim(), ''] : [line.slice(0, at).trim(), line.slice(at + 1)]
      }),
  )
