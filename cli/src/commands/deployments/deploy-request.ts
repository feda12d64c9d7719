/** The request that the command line asks for: options go before what the file says. */
import { existsSync } from 'node:fs'
import type { DeployRequest, SovereigntyLevel } from '../../../../sdks/typescript/src/index.ts'
import { usageError } from '../../exit-code.ts'
import type { Environment } from '../../settings/settings.ts'
import type { Option } from '../command.ts'
import type { Input } from '../input.ts'
import { fromEnvironment, readDeployFile } from './deploy-file.ts'

export const defaultFile = 'deploy.yaml'
const levels: readonly SovereigntyLevel[] = ['none', 'residency', 'jurisdiction', 'sovereign']

export const requestOptions: readonly Option[] = [
  { name: 'file', short: 'f', value: 'FILE', help: 'Take what is not given here from a file; - for stdin' },
  { name: 'gpu', short: 'g', value: 'TYPE', help: 'The type of GPU, by any common name: svc pricing' },
  { name: 'count', short: 'c', value: 'N', help: 'How many GPUs; 1 unless given' },
  { name: 'region', short: 'r', value: 'REGION,…', help: 'Where it may run, in order of preference: svc regions' },
  {
    name: 'sovereignty',
    value: 'LEVEL',
    help: 'Where its data may be: none, residency, jurisdiction, sovereign',
    choices: levels,
  },
  { name: 'carbon-aware', isNegatable: true, help: 'Choose the hub with the lowest emissions, not the cheapest' },
  { name: 'max-delay', value: 'TIME', help: 'How much later it may start for a cleaner grid: 6h' },
  { name: 'max-price', value: 'USD', help: 'The highest price of a GPU-hour' },
  { name: 'name', value: 'NAME', help: 'A name for people; other commands take it in place of the id' },
  {
    name: 'label',
    short: 'l',
    value: 'NAME=VALUE',
    isMany: true,
    help: 'A label, to find it by: svc list --label NAME=VALUE',
  },
  {
    name: 'env',
    short: 'e',
    value: 'NAME=VALUE',
    isMany: true,
    help: 'A variable; NAME alone takes it from the environment',
  },
  {
    name: 'port',
    short: 'p',
    value: 'PORT',
    help: 'The port that it listens on; the first that the image exposes unless given',
  },
  { name: 'health-path', value: 'PATH', help: 'It is up once a GET of it at the port returns 2xx or 3xx: /healthz' },
  { name: 'access', value: 'RULE', help: 'Who may reach it: public (unless given), key or company' },
  { name: 'cpu', value: 'CORES', help: 'CPU cores in all; as the hub gives them unless given' },
  { name: 'memory', value: 'GB', help: 'Memory in all, in GB' },
  { name: 'disk', value: 'GB', help: 'Ephemeral disk in all, in GB' },
  {
    name: 'arg',
    value: 'WORD',
    isMany: true,
    help: 'An argument for the entry point, or for the command in its place: --arg=--fast',
  },
  { name: 'duration', value: 'TIME', help: 'For a job: after how long it is expected to end: 2h' },
  { name: 'max-lifetime', value: 'TIME', help: 'How long it may run before it is stopped: 8h' },
]

export async function readRequest(input: Input, env: Environment): Promise<DeployRequest> {
  const path = input.text('file') ?? (input.first === '' && existsSync(defaultFile) ? defaultFile : undefined)
  const fromFile = path === undefined ? {} : await readDeployFile(path, env)
  const request = { ...fromFile, ...requestOf(input, env) }
  const { image, gpuType } = request
  if (image === undefined)
    throw usageError(
      'Which image? Name it, or put it into a file.',
      'svc deploy IMAGE --gpu TYPE, or svc deploy --file deploy.yaml',
    )
  if (gpuType === undefined) throw usageError('Which GPU? Name it with --gpu.', 'svc pricing lists them.')
  for (const name of ['env', 'labels'] as const) {
    if (fromFile[name] || request[name]) request[name] = { ...fromFile[name], ...request[name] }
  }
  return { ...request, image, gpuType }
}

function requestOf(input: Input, env: Environment): Partial<DeployRequest> {
  const sovereignty = input.text('sovereignty')
  if (sovereignty !== undefined && !levels.includes(sovereignty as SovereigntyLevel))
    throw usageError(`There is no level "${sovereignty}".`, `There are ${levels.join(', ')}.`)
  const args = input.many('arg')
  const variables = input.many('env').map((word) => pair('env', word, (name) => fromEnvironment(name, env)))
  const labels = input.many('label').map((word) => pair('label', word))
  const hours = (name: string) => {
    const ms = input.durationMs(name)
    return ms === undefined ? undefined : ms / 3_600_000
  }
  const given = {
    image: input.first === '' ? undefined : input.first,
    gpuType: input.text('gpu'),
    count: input.wholeNumber('count', { min: 1, max: 1_024 }),
    region: input.text('region'),
    sovereignty: sovereignty as SovereigntyLevel | undefined,
    carbonAware: input.choice('carbon-aware'),
    maxDelayHours: hours('max-delay'),
    maxPriceUsd: input.number('max-price', { min: 0 }),
    name: input.text('name'),
    labels: labels.length > 0 ? Object.fromEntries(labels) : undefined,
    env: variables.length > 0 ? Object.fromEntries(variables) : undefined,
    port: input.wholeNumber('port', { min: 1, max: 65_535 }),
    healthPath: input.text('health-path'),
    access: input.text('access') as DeployRequest['access'],
    cpu: input.number('cpu', { min: 0 }),
    memoryGb: input.number('memory', { min: 0 }),
    diskGb: input.number('disk', { min: 0 }),
    args: args.length > 0 ? [...args] : undefined,
    durationHours: hours('duration'),
    maxLifetimeHours: hours('max-lifetime'),
    command: input.rest.length > 0 ? [...input.rest] : undefined,
  }
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
}

/** `without` has the value of a name that stands alone, where that is allowed. */
function pair(option: string, word: string, without?: (name: string) => string): [string, string] {
  const [, name, value] = /^([^=]+)(?:=(.*))?$/s.exec(word) ?? []
  const known = name === undefined ? undefined : (value ?? without?.(name))
  if (name === undefined || known === undefined) throw usageError(`--${option} must be NAME=VALUE, not "${word}".`)
  return [name, known]
}
