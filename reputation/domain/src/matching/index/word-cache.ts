/** Words in each half of a cache: names repeat the same few thousand words. */
const maxCachedWords = 4096

/**
 * A bounded cache by word, in two generations. It fills one, then the other in the place of the older; what is read from
 * the older generation moves to the newer.
 */
export class WordCache<T> {
  #newer = new Map<string, T>()
  #older = new Map<string, T>()

  getOrCompute(word: string, compute: () => T): T {
    const known = this.#newer.get(word)
    if (known !== undefined) return known
    const found = this.#older.get(word) ?? compute()
    if (this.#newer.size >= maxCachedWords) {
      this.#older = this.#newer
      this.#newer = new Map()
    }
    this.#newer.set(word, found)
    return found
  }
}
