/**
 * Placement as one writes it first: filter all hubs, map them, sort them. It shares nothing with the placement that it
 * is compared with but the tables of types, regions and prices.
 */
import { gpuTypeNamed } from '@service/compute-domain/gpus/gpus.ts'
import type { Hub, HubState } from '@service/compute-domain/hubs/model/hub.ts'
import type { PlacementRequest } from '@service/compute-domain/placement/placement.ts'
import { pricePerGpuHour } from '@service/compute-domain/pricing/pricing.ts'
import { regionNamed } from '@service/compute-domain/regions/regions.ts'

/** `free` by type, node by node in the hub's order. */
export type NaiveHub = { hub: Hub; state: HubState; free: Readonly<Record<string, readonly number[]>> }

export type NaiveResult = {
  /** All that fit, best first. */
  candidates: { hubId: string; tier: number }[]
  refused: Record<string, number>
}

export function placeNaively(
  request: PlacementRequest,
  hubs: readonly NaiveHub[],
  { homeCountry, intensityOf }: { homeCountry: string | null; intensityOf: (zone: string) => number },
): NaiveResult {
  const type = gpuTypeNamed(request.gpuType)!
  const judged = hubs.map((naive) => {
    const { hub, free } = naive
    const nodes = hub.nodes.filter(({ gpuType }) => gpuType === request.gpuType)
    const total = nodes.reduce((sum, { gpus }) => sum + gpus, 0)
    const left = (free[request.gpuType] ?? []).reduce((sum, gpus) => sum + gpus, 0)
    return {
      ...naive,
      total,
      price: pricePerGpuHour(type, hub.priceFactor),
      grams: ((type.tdpWatts * 0.8) / 1_000) * hub.pue * intensityOf(hub.zone),
      share: left / total,
      tier: tierOf(request, hub, homeCountry),
    }
  })
  const refused: Record<string, number> = {}
  const fitting = judged.filter((hub) => {
    const cause = causeOf(request, hub)
    if (cause) refused[cause] = (refused[cause] ?? 0) + 1
    return !cause
  })
  const ranked = request.regions.flatMap((_, tier) => {
    const field = fitting.filter((hub) => hub.tier === tier)
    const minGrams = Math.min(...field.map(({ grams }) => grams))
    const clean = (hub: (typeof field)[number]) => !request.carbonAware || hub.grams <= minGrams * 1.05
    const minPrice = Math.min(...field.filter(clean).map(({ price }) => price))
    const rank = (hub: (typeof field)[number]) => (!clean(hub) ? 2 : hub.price <= minPrice * 1.02 ? 0 : 1)
    return field.sort((a, b) => {
      const byGrams = a.grams - b.grams
      const byPrice = a.price - b.price
      const byShare = b.share - a.share
      const byId = a.hub.id < b.hub.id ? -1 : 1
      if (rank(a) !== rank(b)) return rank(a) - rank(b)
      if (rank(a) === 0) return byShare || (request.carbonAware ? byId : byGrams || byId)
      if (!request.carbonAware) return byPrice || byGrams || byId
      return rank(a) === 1 ? byPrice || byShare || byId : byGrams || byPrice || byId
    })
  })
  return { candidates: ranked.map(({ hub, tier }) => ({ hubId: hub.id, tier: tier as number })), refused }
}

function causeOf(
  { count, gpuType, maxPriceUsd, triedHubs }: PlacementRequest,
  { hub, state, free, total, price, tier }: NaiveHub & { total: number; price: number; tier: number | string },
): string | undefined {
  if (typeof tier === 'string') return tier
  if (total === 0) return 'gpu_type'
  if (total < count) return 'too_small'
  if (maxPriceUsd !== null && price > maxPriceUsd) return 'price'
  if (state === 'draining' || state === 'disabled') return 'closed'
  if (triedHubs.includes(hub.id)) return 'tried'
  if (state === 'unreachable') return 'unreachable'
  return hasRoom(count, hub, gpuType, free[gpuType] ?? []) ? undefined : 'full'
}

function tierOf({ regions, sovereignty }: PlacementRequest, hub: Hub, homeCountry: string | null): number | string {
  const { country, operator } = hub
  const inside = (id: string, code: string) =>
    regionNamed(id)?.countries.has(code) ?? (id === hub.id && code === country)
  const tier = regions.findIndex(
    (id) =>
      inside(id, country) &&
      (sovereignty === 'none' ||
        sovereignty === 'residency' ||
        (inside(id, operator.jurisdiction) &&
          inside(id, operator.parentJurisdiction) &&
          (sovereignty === 'jurisdiction' ||
            (new Set([country, operator.jurisdiction, operator.parentJurisdiction, homeCountry]).size === 1 &&
              operator.nationallyOwned &&
              hub.dedicatedNodes)))),
  )
  if (tier >= 0) return tier
  return regions.some((id) => inside(id, country)) ? 'sovereignty' : 'region'
}

function hasRoom(count: number, hub: Hub, gpuType: string, free: readonly number[]): boolean {
  const nodes = hub.nodes
    .filter((node) => node.gpuType === gpuType)
    .map(({ gpus }, index) => ({ size: gpus, free: free[index] ?? 0 }))
  const usable = hub.dedicatedNodes ? nodes.filter((node) => node.free === node.size) : nodes
  const largest = Math.max(...nodes.map(({ size }) => size))
  if (count <= largest) return usable.some((node) => node.free >= count)
  if (!usable.some((node) => node.free === largest)) return false
  const whole = usable.filter((node) => node.free === node.size).reduce((sum, { size }) => sum + size, 0)
  return count <= whole + Math.max(0, ...usable.filter((node) => node.free < node.size).map((node) => node.free))
}
