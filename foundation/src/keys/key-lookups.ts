import type { Database } from '../database/database.ts'
import { Problem } from '../problem.ts'
import { type FoundKey, findByHash } from './key-store.ts'

type Waiting = { sha256Hex: string; promise: Promise<FoundKey | undefined>; settle: Settle }
type Settle = { resolve: (found: FoundKey | undefined) => void; reject: (error: unknown) => void }

const batchSize = 256

/**
 * Looks keys up in the database, however many ask: the same key once, different keys together, one query at a time. A
 * stranger who sends a flood of well-formed keys thus costs one connection at most, and beyond `maxWaiting` different
 * keys callers are sent away rather than held in memory.
 */
export class KeyLookups {
  readonly #db: Database
  readonly #maxWaiting: number
  readonly #waiting = new Map<string, Waiting>()
  #running = false

  constructor({ db, maxWaiting = 1_024 }: { db: Database; maxWaiting?: number }) {
    this.#db = db
    this.#maxWaiting = maxWaiting
  }

  find(sha256Hex: string): Promise<FoundKey | undefined> {
    const asked = this.#waiting.get(sha256Hex)
    if (asked) return asked.promise
    if (this.#waiting.size >= this.#maxWaiting) {
      return Promise.reject(
        new Problem('unavailable', 'Too many keys are being checked: try again shortly.', { retryAfterSeconds: 1 }),
      )
    }
    const { promise, ...settle } = Promise.withResolvers<FoundKey | undefined>()
    this.#waiting.set(sha256Hex, { sha256Hex, promise, settle })
    if (!this.#running) void this.#run()
    return promise
  }

  async #run(): Promise<void> {
    this.#running = true
    while (this.#waiting.size > 0) {
      const batch = [...this.#waiting.values()].slice(0, batchSize)
      // Who asks from now on starts a look-up of its own: this one may see the database as it was before they asked.
      for (const { sha256Hex } of batch) this.#waiting.delete(sha256Hex)
      await this.#lookUp(batch)
    }
    this.#running = false
  }

  async #lookUp(batch: readonly Waiting[]): Promise<void> {
    try {
      const hashes = batch.map(({ sha256Hex }) => sha256Hex)
      const found = new Map((await findByHash(this.#db.connection, hashes)).map((key) => [key.sha256Hex, key]))
      for (const { sha256Hex, settle } of batch) settle.resolve(found.get(sha256Hex))
    } catch (cause) {
      const problem = new Problem('unavailable', 'Keys cannot be checked at the moment: try again shortly.', {
        cause,
        retryAfterSeconds: 5,
      })
      for (const { settle } of batch) settle.reject(problem)
    }
  }
}
