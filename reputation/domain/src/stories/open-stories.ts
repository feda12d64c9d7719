import { absorb, type Telling } from './open-story.ts'

/** The stories that are still being told, by the words that their headlines use. */
export class OpenTellings {
  readonly #open = new Set<Telling>()
  readonly #byWord = new Map<string, Set<Telling>>()

  add(telling: Telling): void {
    this.#open.add(telling)
  }

  /** To be called once the telling's headlines use these words. */
  note(telling: Telling, words: Iterable<string>): void {
    for (const word of words) {
      const tellings = this.#byWord.get(word)
      if (tellings) tellings.add(telling)
      else this.#byWord.set(word, new Set([telling]))
    }
  }

  /** Those that use any of the words, in the order in which they began. */
  using(words: readonly string[]): Iterable<Telling> {
    const found = new Set<Telling>()
    for (const word of words) for (const telling of this.#byWord.get(word) ?? []) found.add(telling)
    return found
  }

  unite(older: Telling, younger: Telling): void {
    this.#drop(younger)
    absorb(older, younger)
    this.note(older, younger.wordCounts.keys())
  }

  closeWhere(isOver: (telling: Telling) => boolean): void {
    for (const telling of this.#open) if (isOver(telling)) this.#drop(telling)
  }

  [Symbol.iterator](): Iterator<Telling> {
    return this.#open.values()
  }

  #drop(telling: Telling): void {
    this.#open.delete(telling)
    for (const word of telling.wordCounts.keys()) {
      const tellings = this.#byWord.get(word)
      tellings?.delete(telling)
      if (tellings?.size === 0) this.#byWord.delete(word)
    }
  }
}
