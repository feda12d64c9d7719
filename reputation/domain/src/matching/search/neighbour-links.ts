import type { PreparedToken } from './prepared-query.ts'

/**
 * From a listed unit to the query tokens that it is near: an inverted table, as a chain of links for each unit. Links are
 * numbered on from query to query, so that clearing the table between queries is not needed: a link of an earlier query
 * has a number below those of this one.
 *
 * A loop over the links of a unit goes
 *
 *     for (let link = head[unit] - start; link >= 0; link = next[link] - start)
 *
 * and reads `token[link]`, `similarity[link]` and `translated[link]`. The fields are open for the sake of that loop, which
 * is a hot one.
 *
 * Index bounds: units lie below the vocabulary's size and links below the number set.
 */
export class NeighbourLinks {
  /** Number of the first link of each unit. */
  readonly head: Int32Array
  /** Number of the first link of this query. */
  start = 0
  #end = 0
  /** Number of the link after each. */
  next = new Int32Array(1024)
  token = new Uint8Array(1024)
  similarity = new Float32Array(1024)
  translated = new Uint8Array(1024)

  constructor(units: number) {
    this.head = new Int32Array(units).fill(-1)
  }

  /** Makes the links those of the tokens' neighbours. */
  set(tokens: readonly PreparedToken[]): void {
    if (this.#end > 1 << 30) {
      this.head.fill(-1)
      this.#end = 0
    }
    this.start = this.#end
    const count = tokens.reduce((sum, { neighbours }) => sum + neighbours.units.length, 0)
    this.#makeRoom(count)
    let link = 0
    for (const [i, { neighbours }] of tokens.entries()) {
      const { units, similarities, translated } = neighbours
      for (let n = 0; n < units.length; n++, link++) {
        const unit = units[n]!
        this.next[link] = this.head[unit]!
        this.head[unit] = this.start + link
        this.token[link] = i
        this.similarity[link] = similarities[n]!
        this.translated[link] = translated[n]!
      }
    }
    this.#end = this.start + count
  }

  #makeRoom(links: number): void {
    if (links <= this.next.length) return
    const room = 2 * links
    this.next = new Int32Array(room)
    this.token = new Uint8Array(room)
    this.similarity = new Float32Array(room)
    this.translated = new Uint8Array(room)
  }
}
