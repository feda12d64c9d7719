/** Words of which something is remembered, twice over at the most: names repeat the same few thousand words. */
const rememberedWords = 4096

/**
 * A bounded memory of what was worked out for a word. It fills one half, then the other in the place of what lies longest
 * in memory; what is recalled from the older half moves to the newer.
 */
export class Remembered<T> {
  #newer = new Map<string, T>()
  #older = new Map<string, T>()

  recall(word: string, workOut: () => T): T {
    const known = this.#newer.get(word)
    if (known !== undefined) return known
    const found = this.#older.get(word) ?? workOut()
    if (this.#newer.size >= rememberedWords) {
      this.#older = this.#newer
      this.#newer = new Map()
    }
    this.#newer.set(word, found)
    return found
  }
}
