/** Results of the last requests, by what they follow from: who asks again, or meanwhile, waits for no second computing. */
export class RecentResults<Result> {
  readonly #results = new Map<string, Promise<Result>>()
  readonly #max: number

  constructor(max = 40) {
    this.#max = max
  }

  /** What fails is forgotten. */
  get(key: string, compute: () => Promise<Result>): Promise<Result> {
    const known = this.#results.get(key)
    this.#results.delete(key)
    const result = known ?? compute()
    this.#results.set(key, result)
    if (!known) {
      result.catch(() => this.#results.get(key) === result && this.#results.delete(key))
      for (const oldest of this.#results.keys()) {
        if (this.#results.size <= this.#max) break
        this.#results.delete(oldest)
      }
    }
    return result
  }
}
