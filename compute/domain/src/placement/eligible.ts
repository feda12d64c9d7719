/**
 * The hubs that may take a kind of request, in the order that its objective prefers: what of a placement does not depend
 * on what is free. Kept for each kind, because requests differ little in it and capacity changes all the time.
 *
 * Hubs stand in **tiers**, one for each region that was asked for: a hub's is the first region in which it may run the
 * deployment.
 */
import { type GpuType, gpuTypes } from '../gpus/catalogue.ts'
import { hubRegion, isInRegion, type Region, regionNamed } from '../regions/regions.ts'
import { breachOf } from '../sovereignty/compliance.ts'
import type { SovereigntyLevel } from '../sovereignty/level.ts'
import type { CarbonRates } from './carbon-rates.ts'
import type { Fleet } from './fleet.ts'

/** The words of a request that decide who is eligible, and in which order. */
export type Kind = {
  type: number
  regions: readonly string[]
  sovereignty: SovereigntyLevel
  carbonAware: boolean
  /** Over which carbon is averaged. */
  hours: number
}

export type Eligible = {
  /** Numbers of hubs: tier by tier, and in each by grams and price, or by price and grams, and by id. */
  hubs: Int32Array
  /** Where each tier ends. */
  ends: readonly number[]
  refused: { region: number; sovereignty: number; gpuType: number }
  /** Grams per GPU-hour, by hub. */
  grams: Float64Array
}

/** As many as a busy service sees; each takes four bytes a hub at most. */
const mostKept = 2_000

export class EligibleHubs {
  readonly #fleet: Fleet
  readonly #homeCountry: string | null
  readonly #kept = new Map<string, Eligible>()
  readonly #orders = new Map<string, Int32Array>()
  #rates: CarbonRates

  constructor(fleet: Fleet, homeCountry: string | null, rates: CarbonRates) {
    this.#fleet = fleet
    this.#homeCountry = homeCountry
    this.#rates = rates
  }

  setRates(rates: CarbonRates): void {
    this.#rates = rates
    this.#kept.clear()
    this.#orders.clear()
  }

  /** Throws `RangeError` for a region that does not exist. */
  of(kind: Kind): Eligible {
    const { type, regions, sovereignty, carbonAware, hours } = kind
    const key = `${type} ${sovereignty} ${carbonAware} ${hours} ${regions.join(' ')}`
    const kept = this.#kept.get(key)
    if (kept) return kept
    const found = this.#find(kind)
    if (this.#kept.size >= mostKept) this.#kept.delete(this.#kept.keys().next().value as string)
    this.#kept.set(key, found)
    return found
  }

  #find(kind: Kind): Eligible {
    const { hubs, total } = this.#fleet
    const regions = kind.regions.map((id) => this.#region(id))
    const refused = { region: 0, sovereignty: 0, gpuType: 0 }
    const tiers = regions.map((): number[] => [])
    for (const hub of this.#order(kind)) {
      const tier = this.#tierOf(hub, regions, kind.sovereignty)
      if (tier === 'outside') refused.region++
      else if (tier === 'not compliant') refused.sovereignty++
      else if (total[kind.type * hubs.length + hub] === 0) refused.gpuType++
      else tiers[tier].push(hub)
    }
    let end = 0
    return {
      hubs: Int32Array.from(tiers.flat()),
      ends: tiers.map((tier) => (end += tier.length)),
      refused,
      grams: this.#rates.gramsPerGpuHour(gpuTypes[kind.type] as GpuType, kind.hours),
    }
  }

  #tierOf(number: number, regions: readonly Region[], level: SovereigntyLevel): number | 'outside' | 'not compliant' {
    const hub = this.#fleet.hubs[number]
    let inside = false
    for (const [tier, region] of regions.entries()) {
      if (!isInRegion(hub, region)) continue
      if (breachOf(level, hub, region, this.#homeCountry) === undefined) return tier
      inside = true
    }
    return inside ? 'not compliant' : 'outside'
  }

  /** All hubs as the objective prefers them; hubs are numbered by id. */
  #order({ type, carbonAware, hours }: Kind): Int32Array {
    const key = `${type} ${carbonAware} ${hours}`
    const known = this.#orders.get(key)
    if (known) return known
    const { hubs, price } = this.#fleet
    const grams = this.#rates.gramsPerGpuHour(gpuTypes[type] as GpuType, hours)
    const base = type * hubs.length
    const byGrams = (a: number, b: number) => grams[a] - grams[b]
    const byPrice = (a: number, b: number) => price[base + a] - price[base + b]
    const order = Int32Array.from(hubs.keys()).sort(
      carbonAware
        ? (a, b) => byGrams(a, b) || byPrice(a, b) || a - b
        : (a, b) => byPrice(a, b) || byGrams(a, b) || a - b,
    )
    this.#orders.set(key, order)
    return order
  }

  #region(id: string): Region {
    const number = this.#fleet.hubNumber(id)
    const region = regionNamed(id) ?? (number === undefined ? undefined : hubRegion(this.#fleet.hubs[number]))
    if (!region) throw new RangeError(`no region: ${id}`)
    return region
  }
}
