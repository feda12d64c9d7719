import { type Database, GroupCommit } from '../database/database.ts'
import { Problem } from '../problem.ts'
import { type FoundKey, findByHash } from './key-store.ts'

/**
 * Looks keys up in the database, however many ask: the same key once, different keys together, one query at a time. A
 * stranger who sends a flood of well-formed keys thus costs one connection at most, and beyond `maxWaiting` different
 * keys callers are sent away rather than held in memory.
 */
export class KeyLookups {
  readonly #maxWaiting: number
  readonly #asked = new Map<string, Promise<FoundKey | undefined>>()
  readonly #queries: GroupCommit<string, FoundKey | undefined>

  constructor({ db, maxWaiting = 1_024 }: { db: Database; maxWaiting?: number }) {
    this.#maxWaiting = maxWaiting
    this.#queries = new GroupCommit((hashes) => this.#findAll(db, hashes), { largestBatch: 256 })
  }

  find(sha256Hex: string): Promise<FoundKey | undefined> {
    const asked = this.#asked.get(sha256Hex)
    if (asked) return asked
    if (this.#asked.size >= this.#maxWaiting) {
      return Promise.reject(
        new Problem('unavailable', 'Too many keys are being checked. Try again shortly.', { retryAfterSeconds: 1 }),
      )
    }
    const found = this.#queries.submit(sha256Hex).catch((cause) => {
      throw new Problem('unavailable', 'Keys cannot be checked at the moment. Try again shortly.', {
        cause,
        retryAfterSeconds: 5,
      })
    })
    this.#asked.set(sha256Hex, found)
    return found
  }

  close(): Promise<void> {
    return this.#queries.close()
  }

  async #findAll(db: Database, hashes: readonly string[]): Promise<(FoundKey | undefined)[]> {
    // Who asks from now on starts a look-up of its own: this one may see the database as it was before they asked.
    for (const sha256Hex of hashes) this.#asked.delete(sha256Hex)
    const found = new Map((await findByHash(db.connection, hashes)).map((key) => [key.sha256Hex, key]))
    return hashes.map((sha256Hex) => found.get(sha256Hex))
  }
}
