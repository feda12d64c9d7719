/**
 * Placement: which hub runs a deployment.
 *
 * A hub is **eligible** if it lies in a region asked for, complies with the level of sovereignty (`tiers.ts`) and has the
 * type of GPU; that changes seldom and is kept (`eligible.ts`). An eligible hub **fits** if it can take the request now
 * (`search.ts`). Hubs that fit compete in bands (`bands.ts`), within the first region of the list that has any; the others
 * are counted by cause (`refusal.ts`). The result has the choice, the counts, and the best candidates in order: the first
 * is the choice.
 *
 * `choose` changes nothing; `reserve` takes the GPUs in memory (`fleet.ts`, `pack.ts`). A process that shares hubs with
 * others writes the new numbers under their version, and on a conflict reads them, sets them, and chooses again.
 *
 * Index bounds: numbers of hubs come from the fleet, for each of whose hubs every column has an entry.
 */
import { type GpuType, gpuTypes } from '../gpus/gpus.ts'
import type { Hub } from '../hubs/model/hub.ts'
import { noResources, type Resources } from '../resources/model/resources.ts'
import type { SovereigntyLevel } from '../sovereignty/model/level.ts'
import { CarbonRates, horizonOf, type MeanIntensity } from './carbon-rates.ts'
import { EligibleHubs } from './eligible.ts'
import type { Fleet, NodeShare } from './fleet.ts'
import { passes, type RefusalCause, type Refusals } from './refusal.ts'
import {
  bestFits,
  causeOf,
  cheapestFit,
  isPossible,
  makeSearch,
  nearestLimits,
  refusalsOf,
  type Search,
} from './search.ts'

export type PlacementRequest = {
  /** Canonical name of the catalogue. */
  gpuType: string
  count: number
  /** Regions in the order of preference; never empty. */
  regions: readonly string[]
  sovereignty: SovereigntyLevel
  carbonAware: boolean
  maxPriceUsd: number | null
  /** Null for a service. */
  durationHours: number | null
  /** Processors, memory and disk asked for with each GPU; absent where nothing is. */
  perGpu?: Resources
  /** Hubs where the deployment has been tried. */
  triedHubs: readonly string[]
}

export type Candidate = {
  hubId: string
  country: string
  /** The region of the request that it was found in. */
  region: string
  priceUsd: number
  /** gCO2eq/kWh of the grid, the mean over the expected run. */
  carbonIntensity: number
  pue: number
  gramsPerGpuHour: number
  /** Share of the hub's GPUs of the type that is free, in [0, 1]. */
  freeShare: number
}

export type Explanation = {
  /** How many hubs there are: each is either fitting or refused. */
  hubs: number
  fitting: number
  refused: Refusals
  /** The best 20, best first. */
  candidates: readonly Candidate[]
  /** What a choice by price alone would have been: savings are computed against it. */
  cheapest: Candidate | null
}

export type Choice =
  | ({ kind: 'placed'; hubId: string } & Explanation)
  /** `no_capacity` may be over in a minute; `no_feasible_hub` stays. */
  | ({
      kind: 'refused'
      because: 'no_feasible_hub' | 'no_capacity'
      /** Of the hubs where less of something would do, what the nearest gives for each GPU; null where waiting may do. */
      nearestLimits: Resources | null
    } & Explanation)

export type PlacementTable = {
  candidates: readonly Candidate[]
  refused: readonly { hubId: string; country: string; cause: RefusalCause }[]
}

const maxCandidates = 20

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

  /** Must be called when intensities or forecasts have changed. */
  setCarbon(meanOver: MeanIntensity): void {
    this.#rates = new CarbonRates(this.fleet.hubs, meanOver)
    this.#eligible.setRates(this.#rates)
  }

  /** Throws `RangeError` for a type that does not exist, or a count that is no whole number above 0. */
  choose(request: PlacementRequest): Choice {
    const search = this.#search(request)
    const refused = refusalsOf(search)
    const best = bestFits(search, maxCandidates)
    const cheapest = cheapestFit(search)
    const explanation: Explanation = {
      hubs: this.fleet.hubs.length,
      fitting: search.fitting,
      refused,
      candidates: best.map((hub) => this.#candidate(search, hub)),
      cheapest: cheapest === undefined ? null : this.#candidate(search, cheapest),
    }
    const [first] = explanation.candidates
    if (first) return { kind: 'placed', hubId: first.hubId, ...explanation }
    const because = passes(refused) ? 'no_capacity' : 'no_feasible_hub'
    const limits = because === 'no_feasible_hub' ? nearestLimits(search, this.fleet.hubs) : null
    return { kind: 'refused', because, nearestLimits: limits, ...explanation }
  }

  /** Every hub: those that fit, best first, and the others with their cause. Takes milliseconds over thousands of hubs. */
  table(request: PlacementRequest): PlacementTable {
    const search = this.#search(request)
    const refused = this.fleet.hubs.flatMap(({ id: hubId, country }, hub) => {
      const cause = causeOf(search, hub)
      return cause ? [{ hubId, country, cause }] : []
    })
    return { candidates: bestFits(search, search.fitting).map((hub) => this.#candidate(search, hub)), refused }
  }

  /** Takes the GPUs; undefined where there is no room. */
  reserve(hubId: string, request: Pick<PlacementRequest, 'gpuType' | 'count'>): readonly NodeShare[] | undefined {
    return this.fleet.take(hubId, request.gpuType, request.count)
  }

  /** Where the request could run, now or once there is room: hubs of the first region that has any. */
  possibleHubs(request: PlacementRequest): Hub[] {
    const search = this.#search(request)
    const { hubs, ends } = search.eligible
    let begin = 0
    for (const end of ends) {
      const possible = Array.from(hubs.subarray(begin, end)).filter((hub) => isPossible(search, hub))
      begin = end
      if (possible.length > 0) return possible.flatMap((hub) => this.fleet.hubs[hub] ?? [])
    }
    return []
  }

  #search(request: PlacementRequest): Search {
    const type = this.fleet.typeNumber(request.gpuType)
    if (type === undefined) throw new RangeError(`unknown type of GPU: ${request.gpuType}`)
    if (!(Number.isInteger(request.count) && request.count >= 1))
      throw new RangeError(`invalid number of GPUs: ${request.count}`)
    const { regions, sovereignty, carbonAware, perGpu = noResources } = request
    const hours = horizonOf(request.durationHours)
    const ordered = (objective: 'grams' | 'price') =>
      this.#eligible.of({ type, regions, sovereignty, objective, hours, perGpu })
    const rates = this.#rates
    return makeSearch(this.fleet, type, request, {
      eligible: ordered(carbonAware ? 'grams' : 'price'),
      byPrice: ordered('price'),
      grams: rates.gramsPerGpuHour(gpuTypes[type] as GpuType, hours),
      intensities: rates.intensities(hours),
    })
  }

  #candidate({ eligible, price, usedShare, grams, intensities, regions }: Search, hub: number): Candidate {
    const { id, country, pue } = this.fleet.hubs[hub]!
    return {
      hubId: id,
      country,
      region: regions[eligible.tiers[hub]!]!, // a candidate's tier is the place of its region
      priceUsd: price[hub]!,
      carbonIntensity: intensities[hub]!,
      pue,
      gramsPerGpuHour: grams[hub]!,
      freeShare: 1 - usedShare[hub]!,
    }
  }
}
