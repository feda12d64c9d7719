/**
 * What words mean in news about companies, in seven languages: up to four classes ("charge", "regulator", "drop a case"),
 * and of a word of another language than English the English word for it. So words that were never learnt say what
 * those of their class say, and one language teaches the others.
 *
 * Index bounds: rows of the table are found by its own keys.
 */
import { KeyIndex, mix, type WeightTable, wordHash } from '../text-model/text-model.ts'

export const maxClasses = 4
/** Classes, then the four bytes of the English word's number. */
export const meaningWidth = maxClasses + 4

export type Meaning = {
  /** Numbers of classes, from 1. */
  classes: readonly number[]
  /** The number (`wordHash`) of the English word; 0 for an English text. */
  english: number
}

/** The key of a word of a language (`en`, `de`, …). */
export const meaningKey = (language: string, word: string, from = 0, to = word.length): number =>
  mix(wordHash(language), wordHash(word, from, to))

/** The key of the beginning of words whose ending may vary. */
export const beginningKey = (language: string, word: string, length: number): number =>
  mix(meaningKey(language, word, 0, length), 1)

/** Languages that write compounds as one word, whose end says what it is. */
const compounding = new Set(['de', 'nl'])
/** Letters of a word's beginning that are enough to know it by. */
export const minBeginning = 5
const minEnding = 5
/** So many letters of an ending may be other ones. */
export const maxVaryingEnding = 3

const nothing: Meaning = { classes: [], english: 0 }

/** Finds words of several languages in a table whose keys are `meaningKey` and `beginningKey`. */
export class WordRows {
  readonly #rows: KeyIndex

  constructor(keys: Uint32Array) {
    this.#rows = new KeyIndex(keys)
  }

  /** Of a lower-case word; of one that is not known, by its beginning or its end where the language allows; else −1. */
  find(language: string, word: string): number {
    const exact = this.#rows.find(meaningKey(language, word))
    if (exact >= 0) return exact
    if (language === 'en' || word.length <= minBeginning) return -1
    for (let cut = 0; cut <= maxVaryingEnding && word.length - cut >= minBeginning; cut++) {
      const row = this.#rows.find(beginningKey(language, word, word.length - cut))
      if (row >= 0) return row
    }
    if (!compounding.has(language)) return -1
    for (let from = 3; word.length - from >= minEnding; from++) {
      const row = this.#rows.find(meaningKey(language, word, from))
      if (row >= 0) return row
    }
    return -1
  }
}

export class WordMeanings {
  readonly #table: WeightTable
  readonly #rows: WordRows

  constructor(table: WeightTable) {
    this.#table = table
    this.#rows = new WordRows(table.keys)
  }

  of(language: string, word: string): Meaning {
    const row = this.#rows.find(language, word)
    return row < 0 ? nothing : this.#at(row)
  }

  #at(row: number): Meaning {
    const { weights } = this.#table
    const at = row * meaningWidth
    const classes: number[] = []
    for (let i = 0; i < maxClasses; i++) if (weights[at + i] !== 0) classes.push(weights[at + i]!)
    let english = 0
    for (let i = maxClasses; i < meaningWidth; i++) english = (english << 8) | (weights[at + i]! & 0xff)
    return { classes, english: english >>> 0 }
  }
}
