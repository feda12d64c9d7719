/** What runs ask for, and of which pools: what the prices of scarce room follow from (`carbon/slot-prices.ts`). */
import type { PricedPool, Wish } from '@service/compute-domain/carbon/slot-prices.ts'
import type { DeploymentSpec } from '@service/compute-domain/deployments/spec.ts'
import type { Placement } from '@service/compute-domain/placement/placement.ts'
import { hoursAhead, type Pool, poolKey } from './pool-calendar.ts'
import { type ForecastOf, hoursOf, requestOf, sitesFor } from './start-time.ts'

/** A run that waits, or is expected; hours count from the current one. */
export type DemandedRun = { spec: DeploymentSpec; earliest: number; latest: number }

type Deps = { at: Date; placement: Placement; forecastOf: ForecastOf; freeOf: (pool: Pool) => Int32Array }

export class RoomDemand {
  readonly pools: PricedPool[] = []
  readonly wishes: Wish[] = []
  readonly #deps: Deps
  readonly #indexes = new Map<string, number>()
  /** Judging all hubs takes milliseconds, and many runs ask for the same. */
  readonly #poolsByRequest = new Map<string, number[]>()

  constructor(deps: Deps) {
    this.#deps = deps
  }

  add({ spec, earliest, latest }: DemandedRun): void {
    this.wishes.push({
      gpus: spec.count,
      hours: Math.max(1, Math.ceil(hoursOf(spec))),
      earliest,
      latest: Math.max(earliest, latest),
      pools: this.#poolsOf(spec),
    })
  }

  #poolsOf(spec: DeploymentSpec): number[] {
    const request = JSON.stringify(requestOf(spec))
    const found = this.#poolsByRequest.get(request) ?? this.#findPools(spec)
    this.#poolsByRequest.set(request, found)
    return found
  }

  #findPools(spec: DeploymentSpec): number[] {
    const { at, placement, forecastOf, freeOf } = this.#deps
    return sitesFor(placement, spec, { now: at, forecastOf, hours: hoursAhead }).map(
      ({ id, gramsFactor, forecast }) => {
        const pool = { hubId: id, gpuType: spec.gpuType }
        const key = poolKey(pool)
        const known = this.#indexes.get(key)
        if (known !== undefined) return known
        const gramsPerGpuHour = forecast.values.map((intensity) => intensity * gramsFactor)
        const index = this.pools.push({ id: key, gramsPerGpuHour, free: freeOf(pool) }) - 1
        this.#indexes.set(key, index)
        return index
      },
    )
  }
}
