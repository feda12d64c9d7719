import type { SpelledWord } from '../spelling/word-similarity.ts'
import type { UnitShapes } from './unit-shapes.ts'

/**
 * One unit after the other as a word to compare; its text is only put together where the comparison asks for it.
 *
 * Index bounds: callers pass units of this index, each of which has signs.
 */
export class UnitView implements SpelledWord {
  readonly signs: Uint8Array
  readonly #shapes: UnitShapes
  readonly #textOf: (unit: number) => string
  readonly #prefetched: Uint8Array
  #unit = 0
  mark = 0
  start = 0
  length = 0
  sounds = 0
  textLength = 0

  constructor(shapes: UnitShapes, signs: Uint8Array, units: number, textOf: (unit: number) => string) {
    this.#shapes = shapes
    this.signs = signs
    this.#textOf = textOf
    this.#prefetched = new Uint8Array(units)
  }

  /**
   * Keeps those of the first `count` units that may be similar to the word, as far as their shapes tell; returns how many
   * there are. Reads the first sign of each, so that a processor waits for memory once and not for each.
   */
  keepPossible(word: SpelledWord, min: number, units: Uint32Array, count: number): number {
    const kept = this.#shapes.keepSimilar(word, min, units, count)
    for (let i = 0; i < kept; i++) this.#prefetched[i] = this.signs[this.#shapes.signStart(units[i]!)]!
    return kept
  }

  show(unit: number): SpelledWord {
    this.#unit = unit
    this.#shapes.read(unit, this)
    return this
  }

  get text(): string {
    return this.#textOf(this.#unit)
  }
}
