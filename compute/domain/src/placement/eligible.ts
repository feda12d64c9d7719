/**
 * The hubs that may take a kind of request, in the order that its objective prefers: the part of a placement that does not
 * depend on free GPUs. Kept for each kind, because requests are of few kinds while capacity changes all the time.
 */
import { type GpuType, gpuTypes } from '../gpus/gpus.ts'
import { exceeding, type Resources, resourceNames } from '../resources/model/resources.ts'
import type { SovereigntyLevel } from '../sovereignty/model/level.ts'
import { ascending } from './bands.ts'
import type { CarbonRates } from './carbon-rates.ts'
import type { Fleet } from './fleet.ts'
import { notCompliant, outside, tiersOf, tooLittle } from './tiers.ts'

/** The parameters of a request that decide which hubs are eligible, and in which order. */
export type Kind = {
  type: number
  regions: readonly string[]
  sovereignty: SovereigntyLevel
  objective: 'grams' | 'price'
  /** Hours over which carbon is averaged. */
  hours: number
  /** Asked for with each GPU. */
  perGpu: Resources
}

export type Eligible = {
  /** Tier by tier, and in each by grams and price, or by price and grams, and then by id. */
  hubs: Int32Array
  /** Where each tier ends in `hubs`. */
  ends: readonly number[]
  /** The tier of each hub. */
  tiers: Int16Array
  refused: { region: number; sovereignty: number; gpu_type: number; resources: number }
  /** GPUs of the type at each of the hubs, ascending. */
  totals: Int32Array
}

/** Enough kinds for a busy service; a kind takes at most ten bytes a hub. */
const maxKept = 2_000

export class EligibleHubs {
  readonly #fleet: Fleet
  readonly #homeCountry: string | null
  readonly #kinds = new Map<string, Eligible>()
  readonly #tiers = new Map<string, Int16Array>()
  readonly #orders = new Map<string, Int32Array>()
  #rates: CarbonRates

  constructor(fleet: Fleet, homeCountry: string | null, rates: CarbonRates) {
    this.#fleet = fleet
    this.#homeCountry = homeCountry
    this.#rates = rates
  }

  setRates(rates: CarbonRates): void {
    this.#rates = rates
    this.#kinds.clear()
    this.#orders.clear()
  }

  of(kind: Kind): Eligible {
    const { type, regions, sovereignty, objective, hours, perGpu } = kind
    const amounts = resourceNames.map((name) => perGpu[name] ?? '').join(' ')
    const key = `${type} ${objective} ${hours} ${sovereignty} ${amounts} ${regions.join(' ')}`
    return kept(this.#kinds, key, () => this.#find(kind))
  }

  #find(kind: Kind): Eligible {
    const { fleet, regions, sovereignty } = { fleet: this.#fleet, ...kind }
    const { total } = fleet.ofType(kind.type)
    const byRules = kept(this.#tiers, `${sovereignty} ${regions.join(' ')}`, () =>
      tiersOf(fleet, regions, sovereignty, this.#homeCountry),
    )
    const tiers = withResources(fleet, byRules, total, kind.perGpu)
    const refused = { region: 0, sovereignty: 0, gpu_type: 0, resources: 0 }
    const found = regions.map((): number[] => [])
    for (const hub of this.#order(kind)) {
      const tier = tiers[hub] ?? outside
      if (tier === outside) refused.region++
      else if (tier === notCompliant) refused.sovereignty++
      else if (total[hub] === 0) refused.gpu_type++
      else if (tier === tooLittle) refused.resources++
      else found[tier]?.push(hub) // a tier is the place of a region among those asked for
    }
    const hubs = Int32Array.from(found.flat())
    const ends: number[] = []
    for (const { length } of found) ends.push((ends.at(-1) ?? 0) + length)
    return { hubs, ends, tiers, refused, totals: hubs.map((hub) => total[hub] ?? 0).sort() }
  }

  /** All hubs as the objective prefers them; a hub's number follows from its id. */
  #order({ type, objective, hours }: Kind): Int32Array {
    return kept(this.#orders, `${type} ${objective} ${hours}`, () => {
      const grams = this.#rates.gramsPerGpuHour(gpuTypes[type] as GpuType, hours)
      const [byGrams, byPrice] = [ascending(grams), ascending(this.#fleet.ofType(type).price)]
      const [first, second] = objective === 'grams' ? [byGrams, byPrice] : [byPrice, byGrams]
      return Int32Array.from(this.#fleet.hubs.keys()).sort((a, b) => first(a, b) || second(a, b) || a - b)
    })
  }
}

/** The tiers, but `tooLittle` for hubs with GPUs of the type that give less for each than asked for. */
function withResources({ hubs }: Fleet, tiers: Int16Array, total: Int32Array, perGpu: Resources): Int16Array {
  if (resourceNames.every((name) => perGpu[name] === null)) return tiers
  return tiers.map((tier, hub) => {
    const limits = hubs[hub]?.limitsPerGpu
    const lacks = limits !== undefined && exceeding(perGpu, limits).length > 0
    return tier >= 0 && (total[hub] ?? 0) > 0 && lacks ? tooLittle : tier
  })
}

/** Where there are too many the oldest is dropped: a caller may list regions in any order. */
function kept<T>(known: Map<string, T>, key: string, make: () => T): T {
  const found = known.get(key)
  if (found !== undefined) return found
  const made = make()
  if (known.size >= maxKept) known.delete(known.keys().next().value as string)
  known.set(key, made)
  return made
}
