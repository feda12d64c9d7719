/**
 * The minimum of any placement: a scan over every hub's country, free GPUs and grams in flat arrays for the best. It knows no
 * sovereignty, prices, nodes or reasons: its speed is a bound to come near to. Arrays have an entry for every hub.
 */
import type { Hub } from '@service/compute-domain/hubs/model/hub.ts'
import type { PlacementRequest } from '@service/compute-domain/placement/placement.ts'
import { regionNamed } from '@service/compute-domain/regions/regions.ts'

export class BareScan {
  readonly #countries: readonly string[]
  readonly #countryOf: Uint8Array
  readonly #gramsOf: Float64Array
  readonly #free = new Map<string, Int32Array>()
  readonly #inRegion = new Map<string, Uint8Array>()

  constructor(hubs: readonly Hub[], intensityOf: (zone: string) => number) {
    this.#countries = [...new Set(hubs.map(({ country }) => country))]
    this.#countryOf = Uint8Array.from(hubs, ({ country }) => this.#countries.indexOf(country))
    this.#gramsOf = Float64Array.from(hubs, ({ zone, pue }) => pue * intensityOf(zone))
    for (const [hub, { nodes }] of hubs.entries()) {
      for (const { gpuType, gpus } of nodes) {
        const free = this.#free.get(gpuType) ?? new Int32Array(hubs.length)
        free[hub]! += gpus
        this.#free.set(gpuType, free)
      }
    }
  }

  /** The number of the hub, whose GPUs are taken; −1 for none. Only the first region of the list counts. */
  place({ gpuType, count, regions }: PlacementRequest): number {
    const free = this.#free.get(gpuType)!
    const inRegion = this.#regionOf(regions[0]!)
    const countryOf = this.#countryOf
    const gramsOf = this.#gramsOf
    let best = -1
    let least = Number.POSITIVE_INFINITY
    for (let hub = 0; hub < free.length; hub++) {
      if (inRegion[countryOf[hub]!] === 0 || free[hub]! < count || gramsOf[hub]! >= least) continue
      best = hub
      least = gramsOf[hub]!
    }
    if (best >= 0) free[best]! -= count
    return best
  }

  giveBack(hub: number, { gpuType, count }: PlacementRequest): void {
    this.#free.get(gpuType)![hub]! += count
  }

  #regionOf(id: string): Uint8Array {
    const known = this.#inRegion.get(id)
    if (known) return known
    const { countries } = regionNamed(id)!
    const inRegion = Uint8Array.from(this.#countries, (code) => Number(countries.has(code)))
    this.#inRegion.set(id, inRegion)
    return inRegion
  }
}
