/** A map of bounded size that forgets what has not been asked for the longest. */
export class LruMap<Key, Value> {
  readonly #maxSize: number
  readonly #entries = new Map<Key, Value>() // a Map iterates in order of insertion: the first is the stalest

  constructor(maxSize: number) {
    this.#maxSize = maxSize
  }

  get size(): number {
    return this.#entries.size
  }

  get(key: Key): Value | undefined {
    const value = this.#entries.get(key)
    if (value === undefined) return undefined
    this.#entries.delete(key)
    this.#entries.set(key, value)
    return value
  }

  set(key: Key, value: Value): void {
    this.#entries.delete(key)
    this.#entries.set(key, value)
    if (this.#entries.size <= this.#maxSize) return
    for (const stalest of this.#entries.keys()) {
      this.#entries.delete(stalest)
      return
    }
  }

  deleteWhere(matches: (value: Value) => boolean): void {
    for (const [key, value] of this.#entries) if (matches(value)) this.#entries.delete(key)
  }

  clear(): void {
    this.#entries.clear()
  }
}
