/** Parts of deployments as they are shown. */
import type { Deployment, DeploymentStatus, DeploymentSummary } from '../../../../sdks/typescript/src/index.ts'
import {
  type Column,
  type Detail,
  detailLines,
  type Style,
  styled,
  type Words,
  words,
} from '../../terminal/terminal.ts'
import { age, intensity, minute, usd } from '../format.ts'

const styles: Record<DeploymentStatus, Style> = {
  scheduled: 'cyan',
  provisioning: 'cyan',
  running: 'green',
  degraded: 'yellow',
  failing_over: 'yellow',
  stopping: 'yellow',
  stopped: 'dim',
  failed: 'red',
}

export const statusWords = (status: DeploymentStatus): Words => styled(styles[status], status)

export const isOver = ({ status }: { status: DeploymentStatus }): boolean => status === 'stopped' || status === 'failed'

/** `failed (image_not_found)`. */
export const statusAndReason = ({ status, reason }: DeploymentSummary): Words =>
  reason ? words`${statusWords(status)} (${reason})` : statusWords(status)

export const gpusOf = ({ count, gpuType }: { count: number; gpuType: string }): string => `${count} x ${gpuType}`

export const deploymentColumns: readonly Column<DeploymentSummary>[] = [
  { title: 'ID', cell: ({ deploymentId }) => deploymentId },
  { title: 'NAME', cell: ({ name }) => name ?? '', flexible: true, dispensable: 2 },
  { title: 'STATUS', cell: ({ status }) => statusWords(status) },
  { title: 'GPUS', cell: gpusOf, dispensable: 3 },
  { title: 'HUB', cell: ({ hub }) => hub ?? '', dispensable: 1 },
  { title: 'GRADE', cell: ({ carbonScore }) => carbonScore ?? '', dispensable: 5 },
  { title: 'AGE', cell: ({ createdAt }) => age(createdAt), align: 'right', dispensable: 4 },
  { title: 'IMAGE', cell: ({ image }) => image, flexible: true, dispensable: 6 },
]

/** What a person wants to know first: where it runs, how to reach it, for how much. */
export const briefLines = (deployment: DeploymentSummary): Words[] => detailLines(briefDetails(deployment))

function briefDetails(deployment: DeploymentSummary): Detail[] {
  const { deploymentId, message, hub, country, carbonScore, endpoint, priceUsdPerGpuHour } = deployment
  const { carbonIntensityGco2Kwh, count } = deployment
  return [
    ['id', deploymentId],
    ['status', statusAndReason(deployment)],
    ['message', message],
    ['endpoint', endpoint],
    ['hub', hub && (country ? `${hub} (${country})` : hub)],
    ['GPUs', gpusOf(deployment)],
    ['price', priceUsdPerGpuHour === null ? null : `${usd(priceUsdPerGpuHour * count)} an hour`],
    ['grid', carbonScore && `grade ${carbonScore}, ${intensity(carbonIntensityGco2Kwh ?? 0)} gCO2e/kWh`],
    ['note', simulationNote(deployment)],
  ]
}

export const simulationNote = ({ simulated, cpuOnly }: { simulated: boolean; cpuOnly: boolean }): string | null =>
  simulated ? 'simulated: nothing really runs' : cpuOnly ? 'runs on processors alone: its GPUs are an example' : null

const accessWords: Readonly<Record<string, string>> = {
  public: 'anyone',
  key: 'keys of the company with endpoints:use',
  company: 'people of the company, signed in',
}

/** Everything. */
export function fullLines(deployment: Deployment): Words[] {
  const { name, image, command, env, port, region, sovereignty, carbonAware, maxPriceUsd, durationHours } = deployment
  const { labels, maxLifetimeHours, args, imageDigest, healthPath, access, cpu, memoryGb, diskGb } = deployment
  const { createdAt, createdBy, runningAt, endedAt, startAt, latestStartAt, attempt, nodes, maxDelayHours } = deployment
  return detailLines([
    ...briefDetails(deployment),
    ['name', name],
    ['labels', listed(labels)],
    ['image', image],
    ['runs as', imageDigest],
    ['command', command?.join(' ')],
    ['arguments', args?.join(' ')],
    ['variables', env.join(', ')],
    ['port', port],
    ['health path', healthPath],
    ['reached by', accessWords[access] ?? access],
    ['CPU cores', cpu],
    ['memory', memoryGb === null ? null : `${memoryGb} GB`],
    ['disk', diskGb === null ? null : `${diskGb} GB`],
    ['region', region],
    ['sovereignty', sovereignty],
    ['chosen by', carbonAware ? 'emissions' : 'price'],
    ['highest price', maxPriceUsd === null ? null : `${usd(maxPriceUsd)} a GPU-hour`],
    ['a job of', durationHours === null ? null : `${durationHours} h`],
    ['stopped after', maxLifetimeHours === null ? null : `${maxLifetimeHours} h`],
    ['may wait', maxDelayHours === 0 ? null : `${maxDelayHours} h`],
    ['nodes', nodes.map((node) => `${node.name} (${node.gpus})`).join(', ')],
    ['attempt', attempt],
    ['requested', createdBy ? `${minute(createdAt)} by ${createdBy}` : minute(createdAt)],
    ['starts', startAt && minute(startAt)],
    ['at the latest', latestStartAt && minute(latestStartAt)],
    ['ran first', runningAt && minute(runningAt)],
    ['ended', endedAt && minute(endedAt)],
  ])
}

const listed = (labels: Readonly<Record<string, string>>): string =>
  Object.entries(labels)
    .map(([name, value]) => `${name}=${value}`)
    .sort()
    .join(', ')
