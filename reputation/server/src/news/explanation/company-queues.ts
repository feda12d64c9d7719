import { Problem } from '@service/foundation/problem.ts'

/** More at once would only wait: nobody reads as many. */
const maxWaiting = 20

/**
 * Work of many owners for one thread: one piece of each owner at a time, the others of the owner behind it. So who asks for much
 * holds up others by one piece at the most.
 */
export class CompanyQueues {
  readonly #last = new Map<string, Promise<unknown>>()
  readonly #count = new Map<string, number>()

  async run<Result>(owner: string, work: () => Promise<Result>): Promise<Result> {
    const waiting = this.#count.get(owner) ?? 0
    if (waiting >= maxWaiting)
      throw new Problem('rate-limited', 'Too many explanations of your score are being made. Try again in a moment.', {
        retryAfterSeconds: 5,
      })
    this.#count.set(owner, waiting + 1)
    const result = (this.#last.get(owner) ?? Promise.resolve()).then(work, work)
    this.#last.set(owner, result)
    try {
      return await result
    } finally {
      const left = (this.#count.get(owner) ?? 1) - 1
      if (left > 0) this.#count.set(owner, left)
      else for (const map of [this.#count, this.#last]) map.delete(owner)
    }
  }
}
