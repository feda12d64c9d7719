/**
 * Which of the hubs that fit is best. What differs by less than is worth an argument counts as equal, in **bands**, so
 * that each choice can be told in a sentence:
 *
 * - carbon-aware: of those within 5 % of the least grams the cheapest; of those within 2 % of its price the one with the
 *   largest free share; then by id.
 * - else: of those within 2 % of the least price the one with the largest free share; then by grams; then by id.
 *
 * After the inner band comes what is left of the outer, by price and free share, and then all others by the objective.
 */

export const gramsBand = 1.05
export const priceBand = 1.02

/** Numbers of one tier's fitting hubs, by the objective, and what they are compared by. */
export type Field = {
  carbonAware: boolean
  /** In the order of the objective: all of the first band, and more, as long as they are wanted. */
  hubs: readonly number[]
  grams: (hub: number) => number
  price: (hub: number) => number
  freeShare: (hub: number) => number
}

/** The best `wanted` of them, best first. */
export function bestOf(field: Field, wanted: number): number[] {
  const { carbonAware, hubs, grams, price, freeShare } = field
  if (hubs.length === 0) return []
  const outerEnd = carbonAware ? endOfBand(hubs, grams, gramsBand) : endOfBand(hubs, price, priceBand)
  const outer = hubs.slice(0, outerEnd)
  const best: number[] = []
  if (carbonAware) {
    const highest = priceBand * least(outer, price)
    const byShare = (a: number, b: number) => freeShare(b) - freeShare(a) || a - b
    addSmallest(best, outer, (hub) => price(hub) <= highest, byShare, wanted)
    const byPrice = (a: number, b: number) => price(a) - price(b) || byShare(a, b)
    addSmallest(best, outer, (hub) => price(hub) > highest, byPrice, wanted)
  } else {
    const byShare = (a: number, b: number) => freeShare(b) - freeShare(a) || grams(a) - grams(b) || a - b
    addSmallest(best, outer, () => true, byShare, wanted)
  }
  for (let at = outerEnd; at < hubs.length && best.length < wanted; at++) best.push(hubs[at])
  return best
}

/** The hubs stand in ascending order of `measure`. */
function endOfBand(hubs: readonly number[], measure: (hub: number) => number, width: number): number {
  const highest = width * measure(hubs[0])
  let end = 1
  while (end < hubs.length && measure(hubs[end]) <= highest) end++
  return end
}

function least(hubs: readonly number[], measure: (hub: number) => number): number {
  let least = Number.POSITIVE_INFINITY
  for (const hub of hubs) least = Math.min(least, measure(hub))
  return least
}

/** Appends the smallest of those that `counts`, in order, until `best` holds `wanted`. */
function addSmallest(
  best: number[],
  hubs: readonly number[],
  counts: (hub: number) => boolean,
  compare: (a: number, b: number) => number,
  wanted: number,
): void {
  const begin = best.length
  for (const hub of hubs) {
    if (!counts(hub) || (best.length >= wanted && (best.length === begin || compare(hub, best[best.length - 1]) >= 0)))
      continue
    let at = best.length
    while (at > begin && compare(hub, best[at - 1]) < 0) at--
    best.splice(at, 0, hub)
    if (best.length > wanted) best.pop()
  }
}
