/** Reads what an engine answered, field by field: one that is not there, or is something else, is no answer at all. */
import { silence } from './client.ts'

export class ResponseFields {
  readonly #fields: Readonly<Record<string, unknown>>

  constructor(value: unknown) {
    if (value === null || typeof value !== 'object' || Array.isArray(value)) throw nonsense('an object is missing')
    this.#fields = value as Readonly<Record<string, unknown>>
  }

  in(name: string): ResponseFields {
    return new ResponseFields(this.#fields[name])
  }

  /** Empty where there is none: engines leave out what is empty, or say null. */
  inIfAny(name: string): ResponseFields {
    return new ResponseFields(this.#fields[name] ?? {})
  }

  text(name: string): string {
    const value = this.#fields[name]
    if (typeof value !== 'string') throw nonsense(`${name} is no text`)
    return value
  }

  textIfAny(name: string): string | undefined {
    return this.#fields[name] == null ? undefined : this.text(name)
  }

  number(name: string): number {
    const value = this.#fields[name]
    if (typeof value !== 'number') throw nonsense(`${name} is no number`)
    return value
  }

  numberIfAny(name: string): number | undefined {
    return this.#fields[name] == null ? undefined : this.number(name)
  }

  isTrue(name: string): boolean {
    return this.#fields[name] === true
  }

  listIfAny(name: string): ResponseFields[] {
    return listOf(this.#fields[name] ?? [])
  }

  texts(name: string): string[] {
    const value = this.#fields[name]
    if (!Array.isArray(value) || !value.every((item) => typeof item === 'string')) throw nonsense(`${name} is no list`)
    return value
  }

  textsIfAny(name: string): string[] {
    return this.#fields[name] == null ? [] : this.texts(name)
  }

  names(): string[] {
    return Object.keys(this.#fields)
  }
}

export function listOf(value: unknown): ResponseFields[] {
  if (!Array.isArray(value)) throw nonsense('a list is missing')
  return value.map((item) => new ResponseFields(item))
}

const nonsense = (what: string) => silence(new Error(`The engine responded in an unknown form: ${what}.`))
