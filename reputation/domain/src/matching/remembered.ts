/** Words of which something is remembered: names repeat the same few thousand words. */
const rememberedWords = 4096

/** A bounded memory of what was worked out for a word; the oldest is forgotten first. */
export class Remembered<T> {
  readonly #known = new Map<string, T>()

  recall(word: string, workOut: () => T): T {
    const known = this.#known.get(word)
    if (known !== undefined) return known
    const found = workOut()
    if (this.#known.size >= rememberedWords) this.#known.delete(this.#known.keys().next().value!)
    this.#known.set(word, found)
    return found
  }
}
