import { resolve } from 'node:path'
import { type ParseArgsOptionsConfig, parseArgs } from 'node:util'
import { parseDurationMs } from '../duration.ts'
import { argumentsOf, type Command, nameOf } from './command.ts'
import { UsageError } from './usage-error.ts'

/** Options that every command has. */
export const commonOptions = {
  json: { says: 'Print JSON' },
  help: { says: 'Say how the command is used, and stop' },
} as const

/** The arguments and options of one command line, read as the types that commands need. */
export class CommandInput {
  readonly #arguments: ReadonlyMap<string, string>
  readonly #folder: string
  readonly #values: { readonly [name: string]: unknown }

  /** Relative paths start in `folder`. */
  constructor(command: Omit<Command, 'run'>, words: readonly string[], folder: string) {
    this.#folder = folder
    const { values, positionals } = parse(command, words)
    this.#values = values
    const names = argumentsOf(command)
    if (values.help !== true && positionals.length !== names.length) {
      throw new UsageError(`${nameOf(command)} takes ${counted(names)}, got ${positionals.length}.`)
    }
    this.#arguments = new Map(names.map((name, i) => [name, positionals[i] ?? '']))
  }

  argument(name: string): string {
    return this.#arguments.get(name)!
  }

  path(argument: string): string {
    return resolve(this.#folder, this.argument(argument))
  }

  flag(name: string): boolean {
    return this.#values[name] === true
  }

  text(name: string): string | undefined {
    return this.#values[name] as string | undefined
  }

  required(name: string): string {
    const text = this.text(name)
    if (text === undefined) throw new UsageError(`--${name} is needed.`)
    return text
  }

  wholeNumber(name: string): number | undefined {
    const text = this.text(name)
    return text === undefined ? undefined : asWholeNumber(`--${name}`, text)
  }

  /** Comma-separated. */
  list(name: string): string[] | undefined {
    return this.text(name)
      ?.split(',')
      .map((part) => part.trim())
      .filter((part) => part !== '')
  }

  durationMs(name: string): number | undefined {
    const text = this.text(name)
    if (text === undefined) return undefined
    const ms = parseDurationMs(text)
    if (ms === undefined)
      throw new UsageError(`--${name} must be a duration such as 90d, 1h, 15m or 30s, not "${text}".`)
    return ms
  }

  /** An ISO 8601 instant, or a duration counted from `now`. */
  instant(name: string, now: Date): Date | undefined {
    const text = this.text(name)
    if (text === undefined) return undefined
    const ms = parseDurationMs(text)
    const instant = ms === undefined ? parseInstant(text) : new Date(now.getTime() + ms)
    if (!instant || Number.isNaN(instant.getTime())) {
      throw new UsageError(
        `--${name} must be a time such as 2027-01-31T00:00:00Z or a duration such as 90d, not "${text}".`,
      )
    }
    return instant
  }
}

export function asWholeNumber(what: string, text: string): number {
  if (!/^\d{1,10}$/.test(text)) throw new UsageError(`${what} must be a whole number, not "${text}".`)
  return Number(text)
}

/** A time with its zone, for without one it means something else on every machine. A date alone is its midnight in UTC. */
function parseInstant(text: string): Date | undefined {
  return /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d{1,3})?)?(Z|[+-]\d\d:\d\d))?$/.test(text) ? new Date(text) : undefined
}

function parse(command: Omit<Command, 'run'>, words: readonly string[]) {
  const options: ParseArgsOptionsConfig = Object.fromEntries(
    Object.entries({ ...commonOptions, ...command.options }).map(([name, option]) => [
      name,
      { type: 'value' in option ? 'string' : 'boolean' },
    ]),
  )
  try {
    return parseArgs({ args: [...words], options, allowPositionals: true, strict: true })
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error), { cause: error })
  }
}

const counted = (names: readonly string[]): string =>
  names.length === 0 ? 'no arguments' : names.map((name) => `<${name}>`).join(' ')
