/**
 * The score below which a name need not be compared: the lowest that is wanted, and once there are as many hits as the
 * query's `limit`, the score of the last of them, but never more than `max`. A date of birth or a country may lower a
 * score later, so with these the lowest stays.
 */
export class ScoreFloor {
  score: number
  readonly #max: number
  readonly #limit: number
  readonly #best: ReadonlyMap<number, { score: number }>
  #changes = 0

  /** `best` holds the best score of each entry so far. */
  constructor(
    query: { limit?: number; dateOfBirth?: string; country?: string },
    range: { min: number; max: number },
    best: ReadonlyMap<number, { score: number }>,
  ) {
    this.score = range.min
    this.#max = range.max
    const mayBeLowered = query.dateOfBirth !== undefined || query.country !== undefined
    this.#limit =
      mayBeLowered || range.min >= range.max ? Number.POSITIVE_INFINITY : (query.limit ?? Number.POSITIVE_INFINITY)
    this.#best = best
  }

  /** Takes note that a score was added or raised. Sorting is put off until enough of them have changed to pay for it. */
  noteChange(): void {
    if (this.#best.size < this.#limit || ++this.#changes < this.#limit) return
    this.#changes = 0
    const scores = Float64Array.from(this.#best.values(), ({ score }) => score).sort()
    this.score = Math.max(this.score, Math.min(this.#max, scores.at(-this.#limit) ?? 0))
  }
}
