/**
 * Listed words of organisations' names that contract each other (`tables/contractions.ts`), by their first letter.
 *
 * Index bounds: places lie below the number of words.
 */
import {
  certainBeginning,
  isContraction,
  isLongForm,
  isShortForm,
  lettersOf,
  mayBeContraction,
} from '../tables/contractions.ts'
import { genericWords } from '../tables/generic-words.ts'

/** Only words that several subjects share are contracted; a rarer one carries the name. */
const maxWeight = 0.95
const minLength = 5

type ListedWord = { text: string; unit: number; weight: number }

/** Whether customers may shorten the word. */
const isCommon = (text: string, weight: number): boolean =>
  text.length >= minLength && (weight <= maxWeight || genericWords.has(text) || isLongForm(text))

/** Words of this weight stand in the names of hundreds of subjects. */
const maxClippedWeight = 0.6
const mayBeClipped = (text: string, weight: number): boolean =>
  weight <= maxClippedWeight || genericWords.has(text) || isLongForm(text)

/** A listed word with what rules most pairs out before their letters are compared in full; `order` is that of the list. */
type StoredWord = ListedWord & { order: number; letters: number; clipped: boolean }

export class ContractedWords {
  /** In the order of their letters. */
  readonly #long = new Map<string, StoredWord[]>()
  readonly #short = new Map<string, StoredWord[]>()

  /** `words` are those of organisations' names. */
  constructor(words: Iterable<ListedWord>) {
    let order = 0
    for (const { text, unit, weight } of words) {
      const [isLong, isShort] = [isCommon(text, weight), mayBeContraction(text)]
      if (!isLong && !isShort) continue
      const first = text.charAt(0)
      const clipped = mayBeClipped(text, weight)
      const stored = { text, unit, weight, order: order++, letters: lettersOf(text), clipped }
      if (isLong) addTo(this.#long, first, stored)
      if (isShort) addTo(this.#short, first, stored)
    }
    for (const stored of this.#long.values()) stored.sort((one, other) => (one.text < other.text ? -1 : 1))
  }

  /** The listed words that the text contracts, and those that contract it. `weight` is that of the text. */
  of(text: string, weight: number): ListedWord[] {
    const found = this.#contractedBy(text)
    if (!isCommon(text, weight)) return found
    const isInTable = isLongForm(text)
    const [letters, clipped] = [lettersOf(text), mayBeClipped(text, weight)]
    for (const word of this.#short.get(text.charAt(0)) ?? [])
      if ((isInTable || (word.letters & ~letters) === 0) && isContraction(word.text, text, clipped)) found.push(word)
    return found
  }

  /** The listed words that the text contracts. */
  #contractedBy(text: string): ListedWord[] {
    const found: StoredWord[] = []
    const isInTable = isShortForm(text)
    const words = this.#long.get(text.charAt(0))
    if (!words || (text.length < 3 && !isInTable)) return found
    const beginning = isInTable ? text.charAt(0) : certainBeginning(text)
    const letters = lettersOf(text)
    for (let at = firstFrom(words, beginning); at < words.length; at++) {
      const word = words[at]!
      if (!word.text.startsWith(beginning)) break
      if ((isInTable || (letters & ~word.letters) === 0) && isContraction(text, word.text, word.clipped))
        found.push(word)
    }
    return found.sort((one, other) => one.order - other.order)
  }

  /** What a short form weighs at most: no more than the word that it stands for. */
  weightLimit(text: string): number {
    if (!mayBeContraction(text)) return 1
    const weights = this.#contractedBy(text).map(({ weight }) => weight)
    return weights.length === 0 ? 1 : Math.max(...weights)
  }

  /** Whether one of two words, with their weights, contracts the other. */
  static between(one: string, oneWeight: number, other: string, otherWeight: number): boolean {
    return (
      (isCommon(other, otherWeight) && isContraction(one, other, mayBeClipped(other, otherWeight))) ||
      (isCommon(one, oneWeight) && isContraction(other, one, mayBeClipped(one, oneWeight)))
    )
  }

  /** Whether the word need be looked at when the words are collected. */
  static mayHold(text: string, weight: number): boolean {
    return isCommon(text, weight) || mayBeContraction(text)
  }
}

function addTo(words: Map<string, StoredWord[]>, first: string, word: StoredWord): void {
  const same = words.get(first)
  if (same) same.push(word)
  else words.set(first, [word])
}

/** Place of the first of the words, in the order of their letters, that does not stand before the text. */
function firstFrom(words: readonly StoredWord[], text: string): number {
  let low = 0
  let high = words.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (words[middle]!.text < text) low = middle + 1
    else high = middle
  }
  return low
}
