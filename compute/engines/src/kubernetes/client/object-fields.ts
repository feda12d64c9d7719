/** Reads what an API server says, field by field: one that is something else than it must be is no response at all. */
import { EngineFault } from '../../engine.ts'

export class ObjectFields {
  readonly #fields: Readonly<Record<string, unknown>>

  constructor(value: unknown) {
    if (value === null || typeof value !== 'object' || Array.isArray(value)) throw nonsense('an object is missing')
    this.#fields = value as Readonly<Record<string, unknown>>
  }

  in(name: string): ObjectFields {
    return new ObjectFields(this.#fields[name])
  }

  /** Empty where there is none: Kubernetes leaves out what is empty. */
  inIfAny(name: string): ObjectFields {
    return new ObjectFields(this.#fields[name] ?? {})
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

  has(name: string): boolean {
    return this.#fields[name] != null
  }

  listIfAny(name: string): ObjectFields[] {
    const value = this.#fields[name] ?? []
    if (!Array.isArray(value)) throw nonsense(`${name} is no list`)
    return value.map((item) => new ObjectFields(item))
  }

  textsIfAny(name: string): string[] {
    const value = this.#fields[name] ?? []
    if (!Array.isArray(value) || !value.every((item) => typeof item === 'string')) throw nonsense(`${name} is no list`)
    return value
  }

  entries(): [string, unknown][] {
    return Object.entries(this.#fields)
  }
}

const nonsense = (what: string) =>
  new EngineFault('unreachable', 'The API server of the cluster responded in an unknown form.', {
    cause: new Error(`The response is not understood: ${what}.`),
  })
