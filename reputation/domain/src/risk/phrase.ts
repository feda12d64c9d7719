/**
 * Phrases of the vocabulary, and how they are found in a headline. In a phrase, `recall*` is any word that begins so,
 * `a|b` is either, `a_b` two words of one alternative, `~` stands for up to three words, `#` for a figure and `@` for the
 * company.
 */
import { itemAt } from '../item-at/item-at.ts'
import type { Word } from './headline.ts'

type Slot = { isGap: boolean; exact: ReadonlySet<string>; beginnings: readonly string[] }
export type Phrase = { text: string; slots: readonly Slot[] }

const maxGap = 3

const compilePhrase = (text: string): Phrase => ({
  text,
  slots: text.split(' ').map((slot) => {
    const options = slot.split('|')
    return {
      isGap: slot === '~',
      exact: new Set(options.filter((option) => !option.endsWith('*'))),
      beginnings: options.filter((option) => option.endsWith('*')).map((option) => option.slice(0, -1)),
    }
  }),
})

/** Comma-separated phrases, as vocabularies write them. */
export const compilePhrases = (text: string): Phrase[] =>
  text
    .split(',')
    .map((phrase) => phrase.trim().replace(/\s+/g, ' '))
    .filter((phrase) => phrase !== '')
    .flatMap(spellOut)
    .map(compilePhrase)

/** `quits|steps_down ~ after` is `quits ~ after` and `steps down ~ after`. */
function spellOut(text: string): string[] {
  const joined = text.split(' ').find((slot) => slot.includes('_'))
  if (!joined) return [text]
  const options = joined.split('|')
  const single = options.filter((option) => !option.includes('_'))
  const readings = options.filter((option) => option.includes('_')).map((option) => option.replaceAll('_', ' '))
  if (single.length > 0) readings.push(single.join('|'))
  return readings.flatMap((reading) => spellOut(text.replace(joined, reading)))
}

/** Index of the last word of the phrase if it stands at `from`, in one clause; −1 if it does not. */
export function phraseEnd(phrase: Phrase, words: readonly Word[], from: number): number {
  return slotsEnd(phrase.slots, 0, words, from, words[from]?.clause ?? -1)
}

function slotsEnd(slots: readonly Slot[], slot: number, words: readonly Word[], at: number, clause: number): number {
  if (slot === slots.length) return at - 1
  const current = itemAt(slots, slot)
  if (current.isGap) {
    for (let skipped = 0; skipped <= maxGap; skipped++) {
      const end = slotsEnd(slots, slot + 1, words, at + skipped, clause)
      if (end >= 0) return end
    }
    return -1
  }
  const word = words[at]
  if (!word || word.clause !== clause || !fits(current, word.text)) return -1
  return slotsEnd(slots, slot + 1, words, at + 1, clause)
}

const fits = (slot: Slot, text: string): boolean =>
  slot.exact.has(text) || slot.beginnings.some((beginning) => text.startsWith(beginning))

/** Phrases by the words that they may begin with, so that a headline asks only for those that its words allow. */
export class PhraseIndex<T> {
  readonly #exact = new Map<string, { phrase: Phrase; value: T }[]>()
  readonly #beginnings = new Map<string, { phrase: Phrase; value: T }[]>()
  #longest = 0
  #shortest = Number.POSITIVE_INFINITY

  add(phrase: Phrase, value: T): void {
    const [first] = phrase.slots
    if (!first || first.isGap) throw new RangeError(`a phrase begins with a word: ${phrase.text}`)
    for (const word of first.exact) push(this.#exact, word, { phrase, value })
    for (const beginning of first.beginnings) {
      push(this.#beginnings, beginning, { phrase, value })
      this.#longest = Math.max(this.#longest, beginning.length)
      this.#shortest = Math.min(this.#shortest, beginning.length)
    }
  }

  /** Every phrase that stands in the headline, with the indices of its first and last word, in order of place. */
  findAll(words: readonly Word[]): { value: T; first: number; last: number }[] {
    const found: { value: T; first: number; last: number }[] = []
    for (const [first, word] of words.entries()) {
      for (const { phrase, value } of this.#candidates(word.text)) {
        const last = phraseEnd(phrase, words, first)
        if (last >= 0) found.push({ value, first, last })
      }
    }
    return found
  }

  *#candidates(text: string): Iterable<{ phrase: Phrase; value: T }> {
    yield* this.#exact.get(text) ?? []
    for (let length = this.#shortest; length <= Math.min(this.#longest, text.length); length++) {
      yield* this.#beginnings.get(text.slice(0, length)) ?? []
    }
  }
}

function push<T>(map: Map<string, T[]>, key: string, value: T): void {
  const list = map.get(key)
  if (list) list.push(value)
  else map.set(key, [value])
}
