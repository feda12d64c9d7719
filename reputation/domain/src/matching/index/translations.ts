/**
 * Words of organisations' names that translate each other, as the compiled index holds them: for the stem of a word, the
 * listed words that mean the same, and how far that is to be believed. What is learnt from the lists
 * (`learn-translations.ts`) holds in both directions.
 *
 * Index bounds: rows are below the number of hashes, and each has a start and, in the next place, its end.
 */
import { hashText } from '../../hashing/hashing.ts'
import { beginsLatin, markOf, wordMark } from '../scripts/word-mark.ts'
import { wordStem } from '../text/word-stem.ts'
import type { Sections } from './sections.ts'

/** The table of an open index. */
export class Translations {
  readonly #hash: Uint32Array
  readonly #weight: Float32Array
  readonly #start: Uint32Array
  readonly #units: Uint32Array
  readonly #similarity: Float32Array

  constructor({ u32, f32 }: Sections) {
    this.#hash = u32('stemHash')
    this.#weight = f32('stemWeight')
    this.#start = u32('stemStart')
    this.#units = u32('stemUnits')
    this.#similarity = f32('stemSimilarity')
  }

  /** Whether any listed word translates `text`. */
  has(text: string): boolean {
    return this.#rowOf(text) >= 0
  }

  /** Calls `each` with every listed word that translates `text`. */
  forEach(text: string, each: (unit: number, similarity: number) => void): void {
    const row = this.#rowOf(text)
    if (row < 0) return
    for (let at = this.#start[row]!; at < this.#start[row + 1]!; at++) each(this.#units[at]!, this.#similarity[at]!)
  }

  /** Similarity of `text` and the listed word `unit` as translations of each other; 0 when they are none. */
  between(text: string, unit: number): number {
    let found = 0
    this.forEach(text, (other, similarity) => {
      if (other === unit) found = similarity
    })
    return found
  }

  /** Upper limit of the weight of `text`. */
  weightLimit(text: string): number {
    const row = this.#rowOf(text)
    return row < 0 ? 1 : this.#weight[row]!
  }

  #rowOf(text: string): number {
    if (!beginsLatin(text) && markOf(text) !== wordMark.consonantal) return -1
    const hash = hashText(wordStem(text))
    let low = 0
    let high = this.#hash.length - 1
    while (low <= high) {
      const middle = (low + high) >>> 1
      const value = this.#hash[middle]!
      if (value === hash) return middle
      if (value < hash) low = middle + 1
      else high = middle - 1
    }
    return -1
  }
}
