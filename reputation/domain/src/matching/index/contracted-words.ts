/** Listed words of organisations' names that contract each other (`tables/contractions.ts`), by their first letter. */
import { isContraction, isLongForm, mayBeContraction } from '../tables/contractions.ts'
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

export class ContractedWords {
  readonly #long = new Map<string, ListedWord[]>()
  readonly #short = new Map<string, ListedWord[]>()

  /** `words` are those of organisations' names. */
  constructor(words: Iterable<ListedWord>) {
    for (const word of words) {
      const first = word.text.charAt(0)
      if (isCommon(word.text, word.weight)) addTo(this.#long, first, word)
      if (mayBeContraction(word.text)) addTo(this.#short, first, word)
    }
  }

  /** The listed words that the text contracts, and those that contract it. `weight` is that of the text. */
  of(text: string, weight: number): ListedWord[] {
    const first = text.charAt(0)
    const longer = (this.#long.get(first) ?? []).filter((word) =>
      isContraction(text, word.text, mayBeClipped(word.text, word.weight)),
    )
    if (!isCommon(text, weight)) return longer
    return [
      ...longer,
      ...(this.#short.get(first) ?? []).filter((word) => isContraction(word.text, text, mayBeClipped(text, weight))),
    ]
  }

  /** What a short form weighs at most: no more than the word that it stands for. */
  weightLimit(text: string): number {
    if (!mayBeContraction(text)) return 1
    const weights = (this.#long.get(text.charAt(0)) ?? [])
      .filter((word) => isContraction(text, word.text, mayBeClipped(word.text, word.weight)))
      .map(({ weight }) => weight)
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

function addTo(words: Map<string, ListedWord[]>, first: string, word: ListedWord): void {
  const same = words.get(first)
  if (same) same.push(word)
  else words.set(first, [word])
}
