/**
 * How many deployments a company may have alive at a time, simulated and scheduled ones included, so that none takes
 * everything.
 *
 * They are counted in the database whenever a company may be at its limit, and at the latest a second after the last
 * count; in between is remembered what was counted, and what this process has made since. So a process never passes the
 * limit by itself. Several may together, by what they make in the same second.
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

  /** How many more each of the companies may have, by its id; each is named as often as it asks for one. */
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

  /** That have just been made. */
  add(made: readonly { companyId: string }[]): void {
    for (const { companyId } of made) this.#counts.set(companyId, (this.#counts.get(companyId) ?? 0) + 1)
  }
}
