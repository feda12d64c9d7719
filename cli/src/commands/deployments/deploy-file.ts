/**
 * `deploy.yaml`: a request for a deployment with the names of the API. Values of variables are taken as they are written, so that
 * `1.10` stays `1.10`; one without a value is taken from the environment.
 */
import { readFileSync } from 'node:fs'
import type { DeployRequest } from '../../../../sdks/typescript/src/index.ts'
import { usageError } from '../../exit-code.ts'
import type { Environment } from '../../settings/settings.ts'
import { nearest } from '../nearest.ts'

const fields: Record<
  string,
  { name: keyof DeployRequest; is: 'text' | 'number' | 'truth' | 'texts' | 'region' | 'env' }
> = {
  gpu_type: { name: 'gpuType', is: 'text' },
  image: { name: 'image', is: 'text' },
  count: { name: 'count', is: 'number' },
  region: { name: 'region', is: 'region' },
  sovereignty: { name: 'sovereignty', is: 'text' },
  carbon_aware: { name: 'carbonAware', is: 'truth' },
  name: { name: 'name', is: 'text' },
  env: { name: 'env', is: 'env' },
  command: { name: 'command', is: 'texts' },
  args: { name: 'args', is: 'texts' },
  port: { name: 'port', is: 'number' },
  health_path: { name: 'healthPath', is: 'text' },
  cpu: { name: 'cpu', is: 'number' },
  memory_gb: { name: 'memoryGb', is: 'number' },
  disk_gb: { name: 'diskGb', is: 'number' },
  duration_hours: { name: 'durationHours', is: 'number' },
  max_lifetime_hours: { name: 'maxLifetimeHours', is: 'number' },
  max_delay_hours: { name: 'maxDelayHours', is: 'number' },
  max_price_usd: { name: 'maxPriceUsd', is: 'number' },
}

const expected = {
  text: 'a text',
  number: 'a number',
  truth: 'true or false',
  texts: 'a list of texts',
  region: 'a text, or a list of texts',
}

/** `-` is stdin. */
export async function readDeployFile(path: string, env: Environment): Promise<Partial<DeployRequest>> {
  const { isMap, isScalar, parseDocument } = await import('yaml')
  const shownPath = path === '-' ? 'stdin' : path
  const document = parseDocument(readText(path))
  const [error] = document.errors
  if (error) throw usageError(`${shownPath} is no YAML: ${error.message.split('\n')[0]}`)
  if (!isMap(document.contents)) throw usageError(`${shownPath} must have fields such as "gpu_type: H100".`)
  const given: Record<string, unknown> = document.toJS({ maxAliasCount: 100 })
  const request: Record<string, unknown> = {}
  for (const [key, value] of Object.entries(given)) {
    const field = Object.hasOwn(fields, key) ? fields[key] : undefined
    if (!field) {
      const close = nearest(key, Object.keys(fields))
      throw usageError(
        `${shownPath}: there is no field "${key}".`,
        close ? `Did you mean ${close}?` : `There are ${Object.keys(fields).join(', ')}.`,
      )
    }
    if (value === null && field.is !== 'env') continue
    if (field.is === 'env') {
      const node = document.get('env', true)
      if (!isMap(node)) throw usageError(`${shownPath}: env must be names with their values.`)
      request.env = Object.fromEntries(
        node.items.map(({ key: nameNode, value: valueNode }) => {
          const name = isScalar(nameNode) ? String(nameNode.value) : ''
          const isPlain = valueNode === null || isScalar(valueNode)
          if (!isPlain) throw usageError(`${shownPath}: env.${name} must be one value.`)
          const written =
            isScalar(valueNode) && valueNode.value !== null ? (valueNode.source ?? String(valueNode.value)) : undefined
          return [name, written ?? fromEnvironment(name, env)]
        }),
      )
    } else request[field.name] = checked(`${shownPath}: ${key}`, value, field.is)
  }
  return request as Partial<DeployRequest>
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
