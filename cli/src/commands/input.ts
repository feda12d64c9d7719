/** The words of the command line, by the options of the command. */
import { usageError } from '../exit-code.ts'
import type { Command, Option } from './command.ts'
import { nearest } from './nearest.ts'

export const commonOptions: readonly Option[] = [
  { name: 'json', help: 'Print the result as JSON, with the names of the API' },
  { name: 'quiet', short: 'q', help: 'Print ids alone, and nothing but errors on stderr' },
  { name: 'base-url', value: 'URL', help: 'The address of the service, instead of the one of svc login' },
  { name: 'verbose', short: 'v', help: 'Show each attempt of a request on stderr' },
  { name: 'help', short: 'h', help: 'Show this help' },
]

export class Input {
  readonly words: readonly string[]
  /** What stood behind `--`. */
  readonly rest: readonly string[]
  readonly #values: ReadonlyMap<string, readonly string[]>

  constructor(words: readonly string[], rest: readonly string[], values: ReadonlyMap<string, readonly string[]>) {
    this.words = words
    this.rest = rest
    this.#values = values
  }

  has(name: string): boolean {
    return this.#values.get(name)?.at(-1) === 'yes'
  }

  /** Undefined unless it was given as `--name` or `--no-name`. */
  choice(name: string): boolean | undefined {
    const value = this.#values.get(name)?.at(-1)
    return value === undefined ? undefined : value === 'yes'
  }

  text(name: string): string | undefined {
    return this.#values.get(name)?.at(-1)
  }

  many(name: string): readonly string[] {
    return this.#values.get(name) ?? []
  }

  number(name: string, { min = Number.NEGATIVE_INFINITY, max = Number.POSITIVE_INFINITY } = {}): number | undefined {
    const text = this.text(name)
    if (text === undefined) return undefined
    const number = /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : Number.NaN
    if (Number.isNaN(number)) throw usageError(`--${name} must be a number, not "${text}".`)
    if (number < min || number > max) throw usageError(`--${name} must be ${rangeOf(min, max)}.`)
    return number
  }

  wholeNumber(name: string, range: { min: number; max: number }): number | undefined {
    const number = this.number(name, range)
    if (number !== undefined && !Number.isInteger(number)) throw usageError(`--${name} must be a whole number.`)
    return number
  }

  /** Milliseconds of `90s`, `10m`, `1.5h` or `2d`. */
  durationMs(name: string): number | undefined {
    const text = this.text(name)
    if (text === undefined) return undefined
    const [, number, unit] = /^(\d+(?:\.\d+)?)(s|m|h|d)$/.exec(text) ?? []
    if (number === undefined) throw usageError(`--${name} must be a time such as 90s, 10m, 1.5h or 2d, not "${text}".`)
    return Number(number) * msOf[unit as keyof typeof msOf]
  }

  /** The first word. */
  get first(): string {
    return this.words[0] ?? ''
  }
}

const msOf = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 }

const rangeOf = (min: number, max: number): string =>
  max === Number.POSITIVE_INFINITY ? `at least ${min}` : `from ${min} to ${max}`

export function parseWords(name: string, command: Command, given: readonly string[]): Input {
  const options = [...(command.options ?? []), ...commonOptions]
  const values = new Map<string, string[]>()
  const words: string[] = []
  const rest: string[] = []
  const queue = [...given]
  const fail = (message: string) => usageError(message, `svc help ${name} shows how it is used.`)
  const keep = (option: Option, value: string) => {
    if (values.has(option.name) && option.value !== undefined && !option.isMany)
      throw fail(`--${option.name} is given twice.`)
    values.set(option.name, [...(values.get(option.name) ?? []), value])
  }
  const take = (option: Option, word: string, attached: string | undefined) => {
    if (option.value === undefined) {
      if (attached !== undefined) throw fail(`${word} takes no value.`)
      return keep(option, 'yes')
    }
    const value = attached ?? queue.shift()
    if (value === undefined) throw fail(`${word} needs a value: ${word} ${option.value}`)
    keep(option, value)
  }
  for (let word = queue.shift(); word !== undefined; word = queue.shift()) {
    if (word === '--') {
      rest.push(...queue.splice(0))
    } else if (word.startsWith('--')) {
      const [, long = '', , attached] = /^--([^=]*)(=(.*))?$/s.exec(word) ?? []
      const negated = options.find((option) => option.isNegatable && long === `no-${option.name}`)
      const option = options.find((one) => one.name === long)
      if (negated) keep(negated, 'no')
      else if (option) take(option, `--${long}`, attached)
      else throw fail(unknownOption(`--${long}`, options))
    } else if (/^-[^-\d]/.test(word)) {
      takeShort(word, options, take, fail)
    } else words.push(word)
  }
  if (!values.has('help')) checkCount(command, words, rest, fail)
  return new Input(words, rest, values)
}

/** `-f`, `-fq`, `-f value` or `-fvalue`. */
function takeShort(
  word: string,
  options: readonly Option[],
  take: (option: Option, word: string, attached: string | undefined) => void,
  fail: (message: string) => Error,
) {
  for (let at = 1; at < word.length; at++) {
    const option = options.find(({ short }) => short === word.charAt(at))
    if (!option) throw fail(`There is no option -${word.charAt(at)}.`)
    const attached = word.slice(at + 1)
    if (option.value !== undefined) return take(option, `-${option.short}`, attached === '' ? undefined : attached)
    take(option, `-${option.short}`, undefined)
  }
}

function unknownOption(word: string, options: readonly Option[]): string {
  const names = options.flatMap(({ name, isNegatable }) => [`--${name}`, ...(isNegatable ? [`--no-${name}`] : [])])
  const close = nearest(word, names)
  return `There is no option ${word}.${close ? ` Did you mean ${close}?` : ''}`
}

function checkCount(
  { takes = [0, 0], takesRest = false, usage }: Command,
  words: readonly string[],
  rest: readonly string[],
  fail: (message: string) => Error,
): void {
  if (rest.length > 0 && !takesRest) throw fail('Nothing may follow "--" here.')
  const [min, max] = takes
  if (words.length < min) throw fail(`Something is missing: ${usage.split(' ')[words.length]}`)
  if (words.length > max) throw fail(`"${words[max]}" is one word too many.`)
}
