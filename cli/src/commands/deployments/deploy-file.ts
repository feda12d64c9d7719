/**
 * `deploy.yaml`: a request for a deployment with the names of the API. Values of labels and variables are taken as they are written, so
 * that `1.10` stays `1.10`; a variable without a value is taken from the environment.
 */
import { readFileSync } from 'node:fs'
import type { DeployRequest } from '../../../../sdks/typescript/src/index.ts'
import { snake } from '../../../../sdks/typescript/src/names.ts'
import { usageError } from '../../exit-code.ts'
import type { Environment } from '../../settings/settings.ts'
import { nearest } from '../nearest.ts'

type Yaml = typeof import('yaml')

type Kind = 'text' | 'number' | 'truth' | 'texts' | 'region' | 'pairs'

/** How long `svc` waits is its own matter. */
const kinds: Record<Exclude<keyof DeployRequest, 'waitSeconds'>, Kind> = {
  gpuType: 'text',
  image: 'text',
  count: 'number',
  region: 'region',
  sovereignty: 'text',
  carbonAware: 'truth',
  name: 'text',
  labels: 'pairs',
  env: 'pairs',
  command: 'texts',
  args: 'texts',
  port: 'number',
  healthPath: 'text',
  access: 'text',
  cpu: 'number',
  memoryGb: 'number',
  diskGb: 'number',
  durationHours: 'number',
  maxLifetimeHours: 'number',
  maxDelayHours: 'number',
  maxPriceUsd: 'number',
}
const fields = new Map(Object.entries(kinds).map(([name, is]) => [snake(name), { name, is }]))

const expected = {
  text: 'a text',
  number: 'a number',
  truth: 'true or false',
  texts: 'a list of texts',
  region: 'a text, or a list of texts',
}

/** `-` is stdin. */
export async function readDeployFile(path: string, env: Environment): Promise<Partial<DeployRequest>> {
  const yaml: Yaml = await import('yaml')
  const shownPath = path === '-' ? 'stdin' : path
  const document = yaml.parseDocument(readText(path))
  const [error] = document.errors
  if (error) throw usageError(`${shownPath} is no YAML: ${error.message.split('\n')[0]}`)
  if (!yaml.isMap(document.contents)) throw usageError(`${shownPath} must have fields such as "gpu_type: H100".`)
  const given: Record<string, unknown> = document.toJS({ maxAliasCount: 100 })
  const request: Record<string, unknown> = {}
  for (const [key, value] of Object.entries(given)) {
    const field = fields.get(key)
    if (!field) {
      const close = nearest(key, [...fields.keys()])
      throw usageError(
        `${shownPath}: there is no field "${key}".`,
        close ? `Did you mean ${close}?` : `There are ${[...fields.keys()].join(', ')}.`,
      )
    }
    const where = `${shownPath}: ${key}`
    if (field.is === 'pairs') {
      const without = key === 'env' ? (name: string) => fromEnvironment(name, env) : withoutValue(where)
      request[field.name] = readPairs(document.get(key, true), where, without, yaml)
    } else if (value !== null) request[field.name] = checked(where, value, field.is)
  }
  return request as Partial<DeployRequest>
}

/** Names with their values as they are written. */
function readPairs(
  node: unknown,
  where: string,
  without: (name: string) => string,
  { isMap, isScalar }: Yaml,
): Record<string, string> {
  if (!isMap(node)) throw usageError(`${where} must be names with their values.`)
  return Object.fromEntries(
    node.items.map(({ key: nameNode, value: valueNode }) => {
      const name = isScalar(nameNode) ? String(nameNode.value) : ''
      const isPlain = valueNode === null || isScalar(valueNode)
      if (!isPlain) throw usageError(`${where}.${name} must be one value.`)
      const written =
        isScalar(valueNode) && valueNode.value !== null ? (valueNode.source ?? String(valueNode.value)) : undefined
      return [name, written ?? without(name)]
    }),
  )
}

const withoutValue = (where: string) => (name: string) => {
  throw usageError(`${where}.${name} has no value: write one, or "" for none.`)
}

function readText(path: string): string {
  try {
    return readFileSync(path === '-' ? 0 : path, 'utf8')
  } catch (error) {
    throw usageError(`${path} cannot be read: ${(error as Error).message}`)
  }
}

function checked(where: string, value: unknown, is: keyof typeof expected): unknown {
  const isText = typeof value === 'string'
  const isTexts = Array.isArray(value) && value.every((item) => typeof item === 'string')
  const fits = {
    text: isText,
    number: typeof value === 'number',
    truth: typeof value === 'boolean',
    texts: isTexts,
    region: isText || isTexts,
  }
  if (!fits[is]) throw usageError(`${where} must be ${expected[is]}${is === 'text' ? ': put it in quotes' : ''}.`)
  return value
}

export function fromEnvironment(name: string, env: Environment): string {
  const value = env[name]
  if (value === undefined) throw usageError(`The variable ${name} has no value, and is not in the environment.`)
  return value
}
