import { minJoinedSimilarity } from '../compare/join-rules.ts'
import type { NameTable } from '../index/name-table.ts'
import type { Vocabulary } from '../index/vocabulary.ts'
import { wordMark } from '../scripts/word-mark.ts'
import { type SpelledWord, similarityToLetters } from '../spelling/word-similarity.ts'
import { maxNameLength } from '../text/words.ts'

/**
 * A word of the query that listed names may divide into two or three: one of its parts, and where the rest stands, behind
 * the part (`step` 1) or before it (-1).
 */
export class DividedWord {
  readonly #word: SpelledWord
  readonly #part: number
  readonly #step: 1 | -1
  readonly #words: Vocabulary
  /** Many names go on in the same way: the verdict on each unit that follows the part. */
  #known: Map<number, boolean> | undefined

  constructor(word: SpelledWord, part: number, step: 1 | -1, words: Vocabulary) {
    this.#word = word
    this.#part = part
    this.#step = step
    this.#words = words
  }

  /** Whether the name holds the part and, next to it, words that make up the rest: exactly, or nearly enough. */
  isIn(name: number, names: NameTable): boolean {
    const { tokens } = names
    const first = names.tokenStart(name)
    const count = names.tokenEnd(name) - first
    for (let j = 0; j < count; j++) {
      const surface = tokens.surface(first + j)
      if (surface !== this.#part && tokens.unit(first + j) !== this.#part) continue
      let length = tokens.length(first + j)
      for (let run = 1; run <= 2 && run < count; run++) {
        const next = first + ((j + this.#step * run + count) % count)
        length += tokens.length(next)
        if (Math.abs(length - this.#word.textLength) > 2) continue
        const between = run === 1 ? -1 : tokens.surface(first + ((j + this.#step + count) % count))
        if (this.#isMadeOf(surface, between, tokens.surface(next))) return true
      }
    }
    return false
  }

  /** Whether the listed words `part`, `between` (-1: none) and `next`, in this direction, make up the word. */
  #isMadeOf(part: number, between: number, next: number): boolean {
    if (between >= 0 || part !== this.#part) return this.#compare(part, between, next)
    this.#known ??= new Map()
    const known = this.#known.get(next)
    if (known !== undefined) return known
    const made = this.#compare(part, between, next)
    this.#known.set(next, made)
    return made
  }

  #compare(part: number, between: number, next: number): boolean {
    const words = this.#words
    let length = words.copyText(this.#step > 0 ? part : next, letters, 0)
    if (between >= 0) length = words.copyText(between, letters, length)
    length = words.copyText(this.#step > 0 ? next : part, letters, length)
    const min = minJoinedSimilarity(wordMark.none, false)
    return this.#isWritten(length) || similarityToLetters(this.#word, letters, length, min) >= min
  }

  /** Whether the first `length` of the letters are the word. */
  #isWritten(length: number): boolean {
    const { text } = this.#word
    if (length !== text.length) return false
    for (let i = 0; i < length; i++) if (letters[i] !== text.charCodeAt(i)) return false
    return true
  }
}

/** Room for the letters of words a little longer than the longest query. */
const letters = new Uint8Array(maxNameLength + 8)
