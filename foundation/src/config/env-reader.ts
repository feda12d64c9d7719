/**
 * Configuration from environment variables with a common prefix, read once and whole. Each reader only describes its
 * variable; `all` then reads them and throws ONE error that names every one that is missing or malformed, and every
 * variable under the prefix that nobody asked for, for a misspelt setting is silently not set. Any of them may come from a
 * file instead, which `<name>_FILE` names: that is how containers are given secrets.
 *
 * The same descriptions make the table in the documentation, so the two cannot drift apart.
 */
import { isAbsolute, join } from 'node:path'
import { parseDurationMs } from '../duration.ts'
import { fileSetting, readSettingFile } from './setting-file.ts'

export type Environment = Record<string, string | undefined>

/** One variable: how it is read, and what the documentation says of it. */
export type Variable<T> = {
  name: string
  kind: string
  about: string
  /** As written in the environment; undefined where the variable is required or simply absent. */
  fallback: string | undefined
  required: boolean
  /** The value, or what is wrong with the text in words that follow the variable's name. */
  parse(text: string): { value: T } | { fault: string }
}

type Common = { about: string }
type WithDefault = Common & { default?: string | undefined }

export class ConfigError extends Error {
  override readonly name = 'ConfigError'
  readonly faults: readonly string[]
  constructor(faults: readonly string[]) {
    super(`The configuration is not usable:\n${faults.map((fault) => `  - ${fault}`).join('\n')}`)
    this.faults = faults
  }
}

/** What the first reads; one error names the faults of all. */
export function readTogether<T>(first: () => T, ...others: readonly (() => void)[]): T {
  const faults: string[] = []
  const attempt = <Read>(read: () => Read): Read | undefined => {
    try {
      return read()
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error
      faults.push(...error.faults)
      return undefined
    }
  }
  const value = attempt(first)
  for (const other of others) attempt(other)
  if (faults.length > 0) throw new ConfigError(faults)
  return value as T
}

export function envReader(env: Environment, prefix: string) {
  const integer = (name: string, options: Common & { default?: number; min: number; max: number }) =>
    variable<number>(
      name,
      `integer ${options.min}–${options.max}`,
      { ...options, default: options.default?.toString() },
      (text) => {
        const value = /^-?\d{1,15}$/.test(text) ? Number(text) : Number.NaN
        const fits = value >= options.min && value <= options.max
        return fits ? { value } : { fault: `must be an integer from ${options.min} to ${options.max}` }
      },
    )

  return {
    integer,

    /** 0 takes any free port. */
    port: (name: string, options: Common & { default?: number }) => integer(name, { ...options, min: 0, max: 65_535 }),

    oneOf: <const T extends string>(name: string, words: readonly T[], options: Common & { default?: T }) =>
      variable<T>(name, words.join(' \\| '), options, (text) => {
        const value = words.find((word) => word === text)
        return value === undefined ? { fault: `must be one of ${words.join(', ')}` } : { value }
      }),

    text: (name: string, options: WithDefault) => variable<string>(name, 'text', options, (text) => ({ value: text })),

    boolean: (name: string, options: Common & { default?: boolean }) =>
      variable<boolean>(name, 'true \\| false', { ...options, default: options.default?.toString() }, (text) =>
        text === 'true' || text === 'false' ? { value: text === 'true' } : { fault: 'must be true or false' },
      ),

    durationMs: (name: string, options: WithDefault & { min?: string; max?: string }) =>
      variable<number>(name, 'duration, as `5s`, `10m`, `6h`, `30d`', options, (text) => {
        const value = parseDurationMs(text)
        if (value === undefined) return { fault: 'must be a duration such as 250ms, 5s, 10m, 6h or 30d' }
        if (value < (parseDurationMs(options.min ?? '0s') ?? 0)) return { fault: `must be at least ${options.min}` }
        if (value > (parseDurationMs(options.max ?? '') ?? Infinity)) return { fault: `must be at most ${options.max}` }
        return { value }
      }),

    url: (name: string, options: WithDefault & { protocols: readonly string[] }) =>
      variable<string>(name, `address (${options.protocols.join(', ')})`, options, (text) =>
        parseUrl(text, options.protocols),
      ),

    /** Read, and never repeated in a message, for messages end in logs. */
    secret: (name: string, options: WithDefault & { protocols?: readonly string[] }) =>
      variable<string>(name, 'secret', options, (text) =>
        options.protocols ? parseUrl(text, options.protocols) : { value: text },
      ),

    /** Comma-separated. */
    list: <T = string>(
      name: string,
      options: WithDefault & { item?: (text: string) => { value: T } | { fault: string } },
    ) => variable<T[]>(name, 'comma-separated list', options, (text) => parseList(text, options.item)),

    /** Relative paths are taken from `base`. */
    path: (name: string, options: WithDefault & { base: string }) =>
      variable<string>(name, 'path', options, (text) => ({
        value: isAbsolute(text) ? text : join(options.base, text),
      })),

    /** A form of its own: `read` throws `RangeError` with words that follow the variable's name. */
    parsed: <T>(name: string, kind: string, options: WithDefault & { read: (text: string) => T }) =>
      variable<T>(name, kind, options, (text) => {
        try {
          return { value: options.read(text) }
        } catch (error) {
          if (error instanceof RangeError) return { fault: error.message }
          throw error
        }
      }),

    /** May be absent, without a default. */
    optional: <T>(described: Variable<T>): Variable<T | undefined> => ({ ...described, required: false }),

    all<T extends Record<string, unknown>>(shape: { [Name in keyof T]: Variable<T[Name]> }): T {
      return readAll(env, prefix, shape)
    },
  }

  /** Without a default the variable is required. */
  function variable<T>(name: string, kind: string, options: WithDefault, parse: Variable<T>['parse']): Variable<T> {
    const fallback = options.default
    return { name: prefix + name, kind, about: options.about, fallback, required: fallback === undefined, parse }
  }
}

export type EnvReader = ReturnType<typeof envReader>

function readAll<T extends Record<string, unknown>>(
  env: Environment,
  prefix: string,
  shape: { [Name in keyof T]: Variable<T[Name]> },
): T {
  const faults: string[] = []
  const values: Partial<T> = {}
  for (const key in shape) {
    const { name, fallback, required, parse } = shape[key]
    const given = givenFor(name, env)
    if (typeof given === 'object') {
      faults.push(given.fault)
      continue
    }
    const text = given === undefined || given === '' ? fallback : given
    if (text === undefined) {
      if (required) faults.push(`${name} is missing`)
      continue
    }
    const outcome = parse(text)
    if ('fault' in outcome) faults.push(`${name} ${outcome.fault}`)
    else values[key] = outcome.value
  }
  const known = new Set(Object.values<Variable<unknown>>(shape).map(({ name }) => name))
  const isKnown = (name: string) => known.has(name) || [...known].some((one) => fileSetting(one) === name)
  for (const name of Object.keys(env).sort()) {
    if (name.startsWith(prefix) && !isKnown(name)) faults.push(`${name} is no setting${hint(name, known)}`)
  }
  if (faults.length > 0) throw new ConfigError(faults)
  return values as T
}

/** What the environment says, or the file that it names. */
function givenFor(name: string, env: Environment): string | undefined | { fault: string } {
  const path = env[fileSetting(name)]
  if (!path) return env[name]
  if (env[name]) return { fault: `${name} and ${fileSetting(name)} are both set` }
  return readSettingFile(fileSetting(name), path)
}

function hint(name: string, known: ReadonlySet<string>): string {
  const letters = (text: string) => [...text.replaceAll('_', '')].sort().join('')
  const near = [...known].find((one) => letters(one) === letters(name) || one.startsWith(name) || name.startsWith(one))
  return near ? `; did you mean ${near}?` : ''
}

function parseUrl(text: string, protocols: readonly string[]): { value: string } | { fault: string } {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url || !protocols.includes(url.protocol.slice(0, -1))) {
    return { fault: `must be an address that begins with ${protocols.map((protocol) => `${protocol}:`).join(' or ')}` }
  }
  return { value: text }
}

function parseList<T>(
  text: string,
  item: ((text: string) => { value: T } | { fault: string }) | undefined,
): { value: T[] } | { fault: string } {
  const outcomes = text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map((part) => (item ? item(part) : { value: part as T }))
  const fault = outcomes.find((outcome) => 'fault' in outcome)
  return fault ?? { value: outcomes.flatMap((outcome) => ('value' in outcome ? [outcome.value] : [])) }
}
