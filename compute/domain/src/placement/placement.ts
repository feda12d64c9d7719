/**
 * Placement: which hub runs a deployment.
 *
 * Of all hubs, those are **eligible** that stand in a region asked for, comply with the level of sovereignty and have the
 * type of GPU; that changes seldom and is kept (`eligible.ts`). One pass over them drops those that cannot take the
 * request now, counting each under its cause (`refusal.ts`), and the rest compete in bands (`bands.ts`), in the first
 * region of the list that has any. The answer tells the choice, the counts, and the best candidates in order: the first
 * is the choice, the second what would have been chosen had it been nearly as good.
 *
 * `choose` only looks; `reserve` takes the GPUs in memory (`fleet.ts`, `pack.ts`). Whoever shares hubs with other
 * processes writes the new numbers under their version, and on a conflict reads them, sets them, and chooses again.
 */
import type { SovereigntyLevel } from '../sovereignty/level.ts'
import { bestOf } from './bands.ts'
import { CarbonRates, horizonOf, type MeanIntensity } from './carbon-rates.ts'
import { type Eligible, EligibleHubs } from './eligible.ts'
import { type Fleet, type NodeShare, stateNumber } from './fleet.ts'
import { passes, type Refusals } from './refusal.ts'

export type PlacementRequest = {
  /** Canonical name of the catalogue. */
  gpuType: string
  count: number
  /** In the order of preference; never empty. */
  regions: readonly string[]
  sovereignty: SovereigntyLevel
  carbonAware: boolean
  maxPriceUsd: number | null
  /** Null for a service. */
  durationHours: number | null
  /** Where the deployment has been tried. */
  triedHubs: readonly string[]
}

export type Candidate = {
  hubId: string
  country: string
  zone: string
  /** Of the list of regions, the one that it stands for. */
  region: string
  priceUsd: number
  /** gCO2eq/kWh of the grid, the mean over the expected run. */
  carbonIntensity: number
  pue: number
  gramsPerGpuHour: number
  /** Of the GPUs of the type there, how many are free, in [0, 1]. */
  freeShare: number
}

export type Explanation = {
  /** How many hubs there are; those neither refused nor fitting do not exist. */
  hubs: number
  fitting: number
  refused: Refusals
  /** The best 20, best first. */
  candidates: readonly Candidate[]
  /** What a choice by price alone would have been: savings are told against it. */
  cheapest: Candidate | null
}

export type Choice =
  | ({ kind: 'placed'; hubId: string } & Explanation)
  /** `no_capacity` passes by itself. */
  | ({ kind: 'refused'; because: 'no_feasible_hub' | 'no_capacity' } & Explanation)

const mostCandidates = 20

export class Placement {
  readonly fleet: Fleet
  readonly #eligible: EligibleHubs
  #rates: CarbonRates

  /** `homeCountry` is where the control plane keeps what it stores; null where that is not known. */
  constructor(fleet: Fleet, { homeCountry, meanOver }: { homeCountry: string | null; meanOver: MeanIntensity }) {
    this.fleet = fleet
    this.#rates = new CarbonRates(fleet.hubs, meanOver)
    this.#eligible = new EligibleHubs(fleet, homeCountry, this.#rates)
  }

  /** To be called when intensities or forecasts have changed. */
  setCarbon(meanOver: MeanIntensity): void {
    this.#rates = new CarbonRates(this.fleet.hubs, meanOver)
    this.#eligible.setRates(this.#rates)
  }

  /** Throws `RangeError` for a type or a region that does not exist. */
  choose(request: PlacementRequest): Choice {
    const type = this.fleet.typeNumber(request.gpuType)
    if (type === undefined) throw new RangeError(`no type of GPU: ${request.gpuType}`)
    const { regions, sovereignty, carbonAware } = request
    const hours = horizonOf(request.durationHours)
    const eligible = this.#eligible.of({ type, regions, sovereignty, carbonAware, hours })
    const scan = this.#scan(request, type, eligible)
    const candidate = (hub: number, tier: number) => this.#candidate(hub, type, hours, regions[tier], eligible)
    const explanation: Explanation = {
      hubs: this.fleet.hubs.length,
      fitting: scan.fitting,
      refused: scan.refused,
      candidates: scan.best.map(({ hub, tier }) => candidate(hub, tier)),
      cheapest: scan.cheapest && candidate(scan.cheapest.hub, scan.cheapest.tier),
    }
    const [first] = explanation.candidates
    if (first) return { kind: 'placed', hubId: first.hubId, ...explanation }
    return { kind: 'refused', because: passes(scan.refused) ? 'no_capacity' : 'no_feasible_hub', ...explanation }
  }

  /** Takes the GPUs; undefined where there is no room. */
  reserve(hubId: string, request: Pick<PlacementRequest, 'gpuType' | 'count'>): readonly NodeShare[] | undefined {
    return this.fleet.take(hubId, request.gpuType, request.count)
  }

  /** Where the request could run, now or once there is room. */
  possibleHubs(request: PlacementRequest): string[] {
    const { hubs, state, total, price } = this.fleet
    const type = this.fleet.typeNumber(request.gpuType)
    if (type === undefined) throw new RangeError(`no type of GPU: ${request.gpuType}`)
    const base = type * hubs.length
    const highestPrice = request.maxPriceUsd ?? Number.POSITIVE_INFINITY
    const eligible = this.#eligible.of({ ...request, type, hours: horizonOf(request.durationHours) })
    return Array.from(eligible.hubs)
      .filter(
        (hub) =>
          total[base + hub] >= request.count &&
          price[base + hub] <= highestPrice &&
          state[hub] !== stateNumber.disabled &&
          !request.triedHubs.includes(hubs[hub].id),
      )
      .map((hub) => hubs[hub].id)
  }

  /** Looks at every eligible hub once. Written as one loop over numbers: it is what a placement takes its time for. */
  #scan(request: PlacementRequest, type: number, eligible: Eligible) {
    const { hubs, state, total, room, free, price } = this.fleet
    const { count, carbonAware } = request
    const highestPrice = request.maxPriceUsd ?? Number.POSITIVE_INFINITY
    const tried = new Set(request.triedHubs.map((id) => this.fleet.hubNumber(id)))
    const base = type * hubs.length
    const refused = {
      region: eligible.refused.region,
      sovereignty: eligible.refused.sovereignty,
      gpu_type: eligible.refused.gpuType,
      too_small: 0,
      price: 0,
      closed: 0,
      tried: 0,
      unreachable: 0,
      full: 0,
    }
    const best: { hub: number; tier: number }[] = []
    let cheapest: { hub: number; tier: number } | null = null
    let fitting = 0
    let at = 0
    for (const [tier, end] of eligible.ends.entries()) {
      const fits: number[] = []
      for (; at < end; at++) {
        const hub = eligible.hubs[at]
        const pool = base + hub
        if (room[pool] >= count && state[hub] === 0 && price[pool] <= highestPrice && !tried.has(hub)) {
          fits.push(hub)
          const least = cheapest ? price[base + cheapest.hub] : Number.POSITIVE_INFINITY
          if (price[pool] < least || (price[pool] === least && isCleaner(hub, cheapest!.hub, eligible.grams)))
            cheapest = { hub, tier }
        } else if (total[pool] < count) refused.too_small++
        else if (price[pool] > highestPrice) refused.price++
        else if (state[hub] === stateNumber.disabled) refused.closed++
        else if (tried.has(hub)) refused.tried++
        else if (state[hub] === stateNumber.unreachable) refused.unreachable++
        else refused.full++
      }
      fitting += fits.length
      if (best.length === mostCandidates || fits.length === 0) continue
      const field = {
        carbonAware,
        hubs: fits,
        grams: (hub: number) => eligible.grams[hub],
        price: (hub: number) => price[base + hub],
        freeShare: (hub: number) => free[base + hub] / total[base + hub],
      }
      for (const hub of bestOf(field, mostCandidates - best.length)) best.push({ hub, tier })
    }
    return { refused, fitting, best, cheapest }
  }

  #candidate(hub: number, type: number, hours: number, region: string, eligible: Eligible): Candidate {
    const { hubs, free, total, price } = this.fleet
    const pool = type * hubs.length + hub
    const { id, country, zone, pue } = hubs[hub]
    return {
      hubId: id,
      country,
      zone,
      region,
      priceUsd: price[pool],
      carbonIntensity: this.#rates.intensities(hours)[hub],
      pue,
      gramsPerGpuHour: eligible.grams[hub],
      freeShare: free[pool] / total[pool],
    }
  }
}

/** Of two at the same price, the one that makes the least of a saving. */
const isCleaner = (hub: number, other: number, grams: Float64Array): boolean =>
  grams[hub] < grams[other] || (grams[hub] === grams[other] && hub < other)
