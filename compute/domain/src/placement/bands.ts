/**
 * Which of the hubs that fit is best. Small differences count as equal, in **bands**, so that each choice can be explained
 * in a sentence:
 *
 * - carbon-aware: of the hubs within 5 % of the least grams the cheapest; of those within 2 % of its price the one with the
 *   largest free share; then by id.
 * - else: of the hubs within 2 % of the least price the one with the largest free share; then by grams; then by id.
 *
 * After the inner band come the other hubs of the outer band, by price, free share and id, and then all others in the order
 * of the objective.
 *
 * Index bounds: columns have an entry for every hub, and places of `best` are below its length.
 */

export const gramsBand = 1.05
export const priceBand = 1.02

/** What hubs are compared by, less is better: columns with an entry for every hub. */
export type Measures = { grams: Float64Array; price: Float64Array; usedShare: Float64Array }

/** The order of hubs by a column. */
export const ascending =
  (column: Float64Array) =>
  (a: number, b: number): number =>
    column[a]! - column[b]!

/** The best `wanted` of hubs of `outer`, the band of the objective, best first. `outer` is not empty. */
export function bestOfBand(carbonAware: boolean, outer: readonly number[], of: Measures, wanted: number): number[] {
  const { grams, price, usedShare } = of
  const best: number[] = []
  if (!carbonAware) {
    addSmallest(best, outer, usedShare, ascending(grams), wanted)
    return best
  }
  const priceOf = (hub: number) => price[hub]!
  const lowest = outer.reduce((least, hub) => Math.min(least, priceOf(hub)), Number.POSITIVE_INFINITY)
  const inner = outer.filter((hub) => priceOf(hub) <= lowest * priceBand)
  addSmallest(best, inner, usedShare, () => 0, wanted)
  if (best.length === wanted || inner.length === outer.length) return best
  const rest = outer.filter((hub) => priceOf(hub) > lowest * priceBand)
  addSmallest(best, rest, price, ascending(usedShare), wanted)
  return best
}

/** Appends the smallest by `measure`, where that is equal by `compare`, and then by id, until `best` holds `wanted`. */
function addSmallest(
  best: number[],
  hubs: readonly number[],
  measure: Float64Array,
  compare: (a: number, b: number) => number,
  wanted: number,
): void {
  const begin = best.length
  const order = (a: number, b: number) => compare(a, b) || a - b
  const byMeasure = ascending(measure)
  if (hubs.length <= wanted - begin) {
    best.push(...[...hubs].sort((a, b) => byMeasure(a, b) || order(a, b)))
    return
  }
  let worst = Number.POSITIVE_INFINITY
  for (const hub of hubs) {
    const own = measure[hub]!
    if (own > worst) continue
    let at = best.length
    while (at > begin) {
      const other = best[at - 1]!
      if (measure[other]! < own || (measure[other] === own && order(other, hub) < 0)) break
      at--
    }
    if (at === wanted) continue
    best.splice(at, 0, hub)
    if (best.length > wanted) best.pop()
    if (best.length === wanted) worst = measure[best.at(-1)!]!
  }
}
