/** How many long responses a company may have open at a time at one process. */
import { Problem } from '../problem.ts'

const retryAfterSeconds = 10

export class Places {
  readonly #taken = new Map<string, number>()
  readonly #max: number
  readonly #what: string

  /** `what` they are, in the plural: "log streams". */
  constructor(max: number, what: string) {
    this.#max = max
    this.#what = what
  }

  /** Returns what gives the place back. */
  take(companyId: string): () => void {
    const before = this.#taken.get(companyId) ?? 0
    if (before >= this.#max) {
      const message = `At most ${this.#max} ${this.#what} can be open at a time. Close some of them.`
      throw new Problem('rate-limited', message, { retryAfterSeconds })
    }
    this.#taken.set(companyId, before + 1)
    let given = false
    return () => {
      if (given) return
      given = true
      const left = (this.#taken.get(companyId) ?? 1) - 1
      if (left > 0) this.#taken.set(companyId, left)
      else this.#taken.delete(companyId)
    }
  }
}
