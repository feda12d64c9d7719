/**
 * Which words are news for a company, and which it always has about it: "iPhone" tells nothing of an Apple story. Learnt
 * from the company's own headlines of the month before, so that a story does not become background while it lasts.
 */

import { log } from '../exact-math/exact-math.ts'
import { itemAt } from '../item-at/item-at.ts'
import type { StorySettings } from './settings.ts'

type Seen = { at: number; words: readonly string[] }

export class Background {
  readonly #settings: StorySettings['background']
  readonly #seen: Seen[] = []
  readonly #counts = new Map<string, number>()
  /** `#seen` from `#first` to `#next` is in the window. */
  #first = 0
  #next = 0

  constructor(settings: StorySettings['background']) {
    this.#settings = settings
  }

  /** Headlines come in order of time. */
  add(at: number, words: readonly string[]): void {
    this.#seen.push({ at, words })
  }

  /** Moves the window to end where it should at `now`. */
  moveTo(now: number): void {
    while (this.#isBefore(this.#next, now - this.#settings.toMs)) this.#count(this.#next++, 1)
    while (this.#first < this.#next && this.#isBefore(this.#first, now - this.#settings.fromMs)) {
      this.#count(this.#first++, -1)
    }
  }

  #isBefore(place: number, time: number): boolean {
    const seen = this.#seen[place]
    return seen !== undefined && seen.at < time
  }

  /** Weight of a word: the rarer it has been, the more it tells. Never below 0.1. */
  weightOf(word: string): number {
    const headlines = this.#next - this.#first + 20
    const bearing = (this.#counts.get(word) ?? 0) + 1
    return Math.max(0.1, log(headlines / bearing))
  }

  #count(place: number, by: 1 | -1): void {
    for (const word of itemAt(this.#seen, place).words) {
      const count = (this.#counts.get(word) ?? 0) + by
      if (count === 0) this.#counts.delete(word)
      else this.#counts.set(word, count)
    }
  }
}
