/**
 * Reads what an engine responded, field by field: one that is missing, or is something else than it must be, makes the whole no
 * response at all. `faultOf` makes the error of what is wrong.
 */
export type FaultOf = (what: string) => Error

export class Fields {
  readonly #fields: Readonly<Record<string, unknown>>
  readonly #faultOf: FaultOf

  constructor(value: unknown, faultOf: FaultOf) {
    if (value === null || typeof value !== 'object' || Array.isArray(value)) throw faultOf('an object is missing')
    this.#fields = value as Readonly<Record<string, unknown>>
    this.#faultOf = faultOf
  }

  static listOf(value: unknown, faultOf: FaultOf): Fields[] {
    if (!Array.isArray(value)) throw faultOf('a list is missing')
    return value.map((item) => new Fields(item, faultOf))
  }

  in(name: string): Fields {
    return new Fields(this.#fields[name], this.#faultOf)
  }

  /** Empty where there is none: engines leave out what is empty, or say null. */
  inIfAny(name: string): Fields {
    return new Fields(this.#fields[name] ?? {}, this.#faultOf)
  }

  has(name: string): boolean {
    return this.#fields[name] != null
  }

  text(name: string): string {
    const value = this.#fields[name]
    if (typeof value !== 'string') throw this.#faultOf(`${name} is no text`)
    return value
  }

  textIfAny(name: string): string | undefined {
    return this.has(name) ? this.text(name) : undefined
  }

  number(name: string): number {
    const value = this.#fields[name]
    if (typeof value !== 'number') throw this.#faultOf(`${name} is no number`)
    return value
  }

  numberIfAny(name: string): number | undefined {
    return this.has(name) ? this.number(name) : undefined
  }

  isTrue(name: string): boolean {
    return this.#fields[name] === true
  }

  listIfAny(name: string): Fields[] {
    return Fields.listOf(this.#fields[name] ?? [], (what) => this.#faultOf(`${name}: ${what}`))
  }

  texts(name: string): string[] {
    const value = this.#fields[name]
    const isList = Array.isArray(value) && value.every((item) => typeof item === 'string')
    if (!isList) throw this.#faultOf(`${name} is no list`)
    return value
  }

  textsIfAny(name: string): string[] {
    return this.has(name) ? this.texts(name) : []
  }

  names(): string[] {
    return Object.keys(this.#fields)
  }

  entries(): [string, unknown][] {
    return Object.entries(this.#fields)
  }
}
