/**
 * The tokens of the listed names as the compiled index holds them: what a comparison asks of a token lies in one place,
 * and the tokens of a name next to each other.
 */
import type { SectionArray, Sections } from './sections.ts'

const field = { unit: 0, surface: 1, weight: 2, rest: 3 } as const
const fields = 4

export type TokenRecord = {
  /** Numbers of the token's text and of its surface. */
  unit: number
  surface: number
  weight: number
  role: number
  /** Mark of the text (see `markOf`), and length of the surface. */
  mark: number
  length: number
}

export function compileTokens(tokens: readonly TokenRecord[]): Record<string, SectionArray> {
  const numbers = new Uint32Array(tokens.length * fields)
  const weights = new Float32Array(numbers.buffer)
  for (const [id, { unit, surface, weight, role, mark, length }] of tokens.entries()) {
    numbers[id * fields + field.unit] = unit
    numbers[id * fields + field.surface] = surface
    weights[id * fields + field.weight] = weight
    numbers[id * fields + field.rest] = role | (mark << 8) | (length << 16)
  }
  return { tokens: numbers }
}

/**
 * The tokens of an open index, by their numbers.
 *
 * Index bounds: callers pass numbers of its tokens, each of which has `fields` cells.
 */
export class TokenTable {
  readonly #numbers: Uint32Array
  readonly #weights: Float32Array

  constructor({ u32 }: Sections) {
    this.#numbers = u32('tokens')
    this.#weights = new Float32Array(this.#numbers.buffer, this.#numbers.byteOffset, this.#numbers.length)
  }

  unit(token: number): number {
    return this.#number(token, field.unit)
  }

  surface(token: number): number {
    return this.#number(token, field.surface)
  }

  weight(token: number): number {
    return this.#weights[token * fields + field.weight]!
  }

  role(token: number): number {
    return this.#number(token, field.rest) & 255
  }

  mark(token: number): number {
    return (this.#number(token, field.rest) >>> 8) & 255
  }

  length(token: number): number {
    return this.#number(token, field.rest) >>> 16
  }

  #number(token: number, part: number): number {
    return this.#numbers[token * fields + part]!
  }
}
