/**
 * Limits how many deployments a company may have alive at a time, simulated and scheduled ones included.
 *
 * They are counted in the database whenever a company may be at its limit, and otherwise once a second; in between the last
 * count is kept, plus what this process has made since. So one process never passes the limit. Several may together, by
 * what they make in the same second.
 */
import type { Database } from '@service/foundation/database/database.ts'
import { countLive } from './live-deployments-store.ts'

const rememberedMs = 1_000

export class LiveDeployments {
  readonly #db: Database
  readonly #limit: number
  #counts = new Map<string, number>()
  #countedAtMs = Number.NEGATIVE_INFINITY

  constructor({ db, limit }: { db: Database; limit: number }) {
    this.#db = db
    this.#limit = limit
  }

  /** How many more each company may have, by its id; `companyIds` has a company once for each of its requests. */
  async roomOf(companyIds: readonly string[]): Promise<Map<string, number>> {
    if (performance.now() - this.#countedAtMs > rememberedMs) {
      this.#counts.clear()
      this.#countedAtMs = performance.now()
    }
    const asked = Map.groupBy(companyIds, (id) => id)
    const doubtful = [...asked].filter(([id, { length }]) => {
      const known = this.#counts.get(id)
      return known === undefined || known + length > this.#limit
    })
    const counted = await countLive(
      this.#db.connection,
      doubtful.map(([id]) => id),
    )
    for (const [id, count] of counted) this.#counts.set(id, count)
    return new Map([...asked.keys()].map((id) => [id, this.#limit - (this.#counts.get(id) ?? 0)]))
  }

  /** Counts deployments that have just been made. */
  add(made: readonly { companyId: string }[]): void {
    for (const { companyId } of made) this.#counts.set(companyId, (this.#counts.get(companyId) ?? 0) + 1)
  }
}
