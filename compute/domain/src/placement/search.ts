/**
 * One request's search among the eligible hubs. They are in the order of its objective, so the best are found at its
 * beginning. Counting those that fit takes one pass over numbers, and the causes of the others follow from the few hubs
 * that are not ready or have been tried: a placement costs little more than that pass.
 *
 * Index bounds: numbers of hubs come from the fleet, for each of whose hubs every column has an entry.
 */
import type { Hub } from '../hubs/model/hub.ts'
import { exceeding, noResources, type Resources } from '../resources/model/resources.ts'
import { ascending, bestOfBand, gramsBand, type Measures, priceBand } from './bands.ts'
import type { Eligible } from './eligible.ts'
import type { Fleet } from './fleet.ts'
import type { PlacementRequest } from './placement.ts'
import type { RefusalCause, Refusals } from './refusal.ts'
import { notCompliant, outside, tooLittle } from './tiers.ts'

/** One request's search. Columns "by hub" have an entry for every hub of the fleet. */
export type Search = Measures & {
  eligible: Eligible
  /** The same hubs by price. */
  byPrice: Eligible
  intensities: Float64Array
  regions: readonly string[]
  carbonAware: boolean
  count: number
  highestPrice: number
  /** GPUs of the requested type by hub. */
  total: Int32Array
  room: Int32Array
  notReady: Fleet['notReady']
  /** Asked for with each GPU. */
  perGpu: Resources
  tried: ReadonlySet<number>
  fitting: number
}

type Prepared = Pick<Search, 'eligible' | 'byPrice' | 'grams' | 'intensities'>

export function makeSearch(fleet: Fleet, type: number, request: PlacementRequest, prepared: Prepared): Search {
  const { total, room, price, usedShare } = fleet.ofType(type)
  const search: Search = {
    ...prepared,
    regions: request.regions,
    carbonAware: request.carbonAware,
    count: request.count,
    highestPrice: request.maxPriceUsd ?? Number.POSITIVE_INFINITY,
    total,
    room,
    price,
    usedShare,
    notReady: fleet.notReady,
    perGpu: request.perGpu ?? noResources,
    tried: triedOf(fleet, request.triedHubs, prepared.eligible),
    fitting: 0,
  }
  search.fitting = countFitting(search)
  return search
}

const none: ReadonlySet<number> = new Set()

/** The hubs where it was tried, those that are eligible. */
function triedOf(fleet: Fleet, ids: readonly string[], { tiers }: Eligible): ReadonlySet<number> {
  if (ids.length === 0) return none
  const numbers = ids.flatMap((id) => fleet.hubNumber(id) ?? [])
  return new Set(numbers.filter((number) => (tiers[number] ?? outside) >= 0))
}

/** A hub that is not ready has no room. */
const hasRoom = ({ room, count }: Search, hub: number): boolean => room[hub]! >= count
const isLargeEnough = ({ total, count }: Search, hub: number): boolean => total[hub]! >= count
const isAffordable = ({ price, highestPrice }: Search, hub: number): boolean => price[hub]! <= highestPrice

const fits = (search: Search, hub: number): boolean =>
  hasRoom(search, hub) && isAffordable(search, hub) && (search.tried.size === 0 || !search.tried.has(hub))

/** Whether the hub could take the request once it has room. */
export const isPossible = (search: Search, hub: number): boolean =>
  isLargeEnough(search, hub) &&
  isAffordable(search, hub) &&
  !search.tried.has(hub) &&
  (search.notReady.get(hub) ?? 'unreachable') === 'unreachable'

/** Why one hub is refused, whether or not it is eligible; undefined where it fits. */
export function causeOf(search: Search, hub: number): RefusalCause | undefined {
  const { eligible, total, notReady, tried } = search
  const tier = eligible.tiers[hub]
  if (tier === outside) return 'region'
  if (tier === notCompliant) return 'sovereignty'
  if (tier === tooLittle) return 'resources'
  if (total[hub] === 0) return 'gpu_type'
  if (!isLargeEnough(search, hub)) return 'too_small'
  if (!isAffordable(search, hub)) return 'price'
  const state = notReady.get(hub)
  if (state !== undefined && state !== 'unreachable') return 'closed'
  if (tried.has(hub)) return 'tried'
  if (state === 'unreachable') return 'unreachable'
  return hasRoom(search, hub) ? undefined : 'full'
}

function countFitting(search: Search): number {
  const { eligible, room, count, highestPrice, tried } = search
  const { hubs } = eligible
  let fitting = 0
  if (highestPrice === Number.POSITIVE_INFINITY) {
    // An index is faster than an iterator here, where most of a placement's time goes.
    // The sign of the difference, for a branch here would be guessed wrong every third time.
    for (let at = 0; at < hubs.length; at++) fitting += (count - 1 - room[hubs[at]!]!) >>> 31
  } else {
    for (let at = 0; at < hubs.length; at++) {
      const hub = hubs[at]!
      if (hasRoom(search, hub) && isAffordable(search, hub)) fitting++
    }
  }
  for (const hub of tried) if (hasRoom(search, hub) && isAffordable(search, hub)) fitting--
  return fitting
}

/** Numbers of the best hubs, best first. */
export function bestFits(search: Search, wanted: number): number[] {
  const { hubs, ends } = search.eligible
  const best: number[] = []
  if (search.fitting === 0) return best
  let begin = 0
  for (const end of ends) {
    if (best.length === wanted) break
    addBest(best, search, hubs, begin, end, wanted)
    begin = end
  }
  return best
}

function addBest(best: number[], search: Search, hubs: Int32Array, begin: number, end: number, wanted: number): void {
  const { carbonAware } = search
  const measure = carbonAware ? search.grams : search.price
  const width = carbonAware ? gramsBand : priceBand
  const outer: number[] = []
  let highest = Number.POSITIVE_INFINITY
  let at = begin
  for (; at < end; at++) {
    const hub = hubs[at]!
    if (!hasRoom(search, hub)) continue
    if (measure[hub]! > highest) break
    if (!fits(search, hub)) continue
    if (outer.length === 0) highest = measure[hub]! * width
    outer.push(hub)
  }
  if (outer.length === 0) return
  best.push(...bestOfBand(carbonAware, outer, search, wanted - best.length))
  for (; at < end && best.length < wanted; at++) {
    const hub = hubs[at]!
    if (fits(search, hub)) best.push(hub)
  }
}

/** The choice by price alone; of several at the same price the one with the least grams, so that savings are not overstated. */
export function cheapestFit(search: Search): number | undefined {
  if (search.fitting === 0) return undefined
  const { byPrice } = search
  const [dearer, dirtier] = [ascending(search.price), ascending(search.grams)]
  let cheapest: number | undefined
  let begin = 0
  for (const end of byPrice.ends) {
    let at = begin
    begin = end
    while (at < end && !fits(search, byPrice.hubs[at]!)) at++
    if (at === end) continue
    const hub = byPrice.hubs[at]!
    if (cheapest === undefined || (dearer(hub, cheapest) || dirtier(hub, cheapest) || hub - cheapest) < 0)
      cheapest = hub
  }
  return cheapest
}

/** Every hub that does not fit, under the first cause that holds. */
export function refusalsOf(search: Search): Refusals {
  const { eligible, count, highestPrice, notReady, tried, fitting } = search
  const { hubs, tiers, refused } = eligible
  const small = firstAtLeast(eligible.totals, count)
  let dear = 0
  if (highestPrice < Number.POSITIVE_INFINITY)
    for (const hub of hubs) if (isLargeEnough(search, hub) && !isAffordable(search, hub)) dear++
  const passed = (hub: number) =>
    (tiers[hub] ?? outside) >= 0 && isLargeEnough(search, hub) && isAffordable(search, hub)
  let closed = 0
  let unreachable = 0
  for (const [hub, state] of notReady) {
    if (!passed(hub)) continue
    if (state !== 'unreachable') closed++
    else if (!tried.has(hub)) unreachable++
  }
  let again = 0
  for (const hub of tried) if (passed(hub) && (notReady.get(hub) ?? 'unreachable') === 'unreachable') again++
  return {
    ...refused,
    too_small: small,
    price: dear,
    closed,
    tried: again,
    unreachable,
    full: hubs.length - fitting - small - dear - closed - again - unreachable,
  }
}

/** The limits of the hub where the fewest amounts would have to be lowered, by the least, of those where that would do. */
export function nearestLimits(search: Search, hubs: readonly Hub[]): Resources | null {
  const { eligible, perGpu } = search
  if (eligible.refused.resources === 0) return null
  let nearest: { limits: Resources; fields: number; share: number } | undefined
  for (const [hub, { limitsPerGpu: limits }] of hubs.entries()) {
    if (eligible.tiers[hub] !== tooLittle || !limits || !isPossible(search, hub)) continue
    const names = exceeding(perGpu, limits)
    const share = Math.min(...names.map((name) => (limits[name] ?? 0) / (perGpu[name] ?? 1)))
    const isNearer =
      !nearest || names.length < nearest.fields || (names.length === nearest.fields && share > nearest.share)
    if (isNearer) nearest = { limits, fields: names.length, share }
  }
  return nearest?.limits ?? null
}

/** How many of the ascending numbers are smaller. */
function firstAtLeast(ascending: Int32Array, number: number): number {
  let low = 0
  let high = ascending.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (ascending[middle]! < number) low = middle + 1
    else high = middle
  }
  return low
}
