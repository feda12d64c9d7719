/**
 * Shadow prices of GPU-hours: what it costs the other runs when one takes a GPU for an hour. Nothing where GPUs stay free;
 * where they are scarce, the grams that a run which comes too late would emit more elsewhere. The price is added to a
 * run's own grams, so the cleanest hubs go to the runs that gain most by them, and no run waits for GPUs that another
 * needs as much.
 *
 * Prices are found as in an auction: hours with more demand than free GPUs become dearer, the others cheaper. Demand is
 * the waiting runs and those expected to come. A few rounds an hour are enough, because each hour begins with the prices
 * of the one before.
 *
 * Index bounds: prices, costs and what is asked for have an entry for each of the hours.
 */
import { dayHours, hourMs, hourOf } from '../time/time.ts'

/** GPUs of one type at one hub, by hours from the current one on. */
export type PricedPool = { id: string; gramsPerGpuHour: Float64Array; free: Int32Array }

/** A run that waits, or is expected. Hours count from the current one, both ends included; `pools` are indexes. */
export type Wish = { gpus: number; hours: number; earliest: number; latest: number; pools: readonly number[] }

const rounds = 5
/** By which share of the mean grams of a GPU-hour a price changes where demand is twice what is free. */
const step = 0.05

export class SlotPrices {
  readonly #hours: number
  readonly #prices = new Map<string, Float64Array>()
  #firstHour: number

  constructor(now: Date, hours: number) {
    this.#firstHour = hourOf(now).getTime() / hourMs
    this.#hours = hours
  }

  /** Forgets hours that have passed; new ones begin with the price of the same hour a day before. */
  moveTo(now: Date): void {
    const hour = hourOf(now).getTime() / hourMs
    const passed = Math.min(hour - this.#firstHour, this.#hours)
    if (passed <= 0) return
    this.#firstHour = hour
    for (const prices of this.#prices.values()) {
      prices.copyWithin(0, passed)
      for (let index = this.#hours - passed; index < this.#hours; index++) {
        prices[index] = passed < dayHours ? (prices[index - dayHours] ?? 0) : 0
      }
    }
  }

  /** The price in grams a GPU, for a stay of whole hours that begins in that of `start`. */
  of(pool: string, start: Date, durationHours: number): number {
    const prices = this.#prices.get(pool)
    if (!prices) return 0
    const first = Math.max(0, hourOf(start).getTime() / hourMs - this.#firstHour)
    const end = Math.min(first + Math.ceil(durationHours), this.#hours)
    let sum = 0
    for (const price of prices.subarray(first, end)) sum += price
    return sum
  }

  adjust(pools: readonly PricedPool[], wishes: readonly Wish[]): void {
    const priced = pools.map((pool) => ({ ...pool, prices: this.#pricesOf(pool.id), size: Math.max(1, ...pool.free) }))
    const change = step * meanOf(pools)
    for (let round = 0; round < rounds; round++) {
      for (const { prices, asked, free, size } of withDemand(priced, wishes, this.#hours)) {
        for (const [hour, price] of prices.entries()) {
          const excess = ((asked[hour] ?? 0) - (free[hour] ?? size)) / size
          prices[hour] = Math.max(0, price + change * Math.max(-1, Math.min(1, excess)))
        }
      }
    }
  }

  #pricesOf(pool: string): Float64Array {
    const known = this.#prices.get(pool) ?? new Float64Array(this.#hours)
    this.#prices.set(pool, known)
    return known
  }
}

/** `prices` has an entry for each of the hours. */
type Priced = PricedPool & { prices: Float64Array }

/** The pools with the GPUs asked for in each hour, if each run took what is cheapest for it. */
function withDemand<Pool extends Priced>(
  pools: readonly Pool[],
  wishes: readonly Wish[],
  hours: number,
): (Pool & { asked: Float64Array })[] {
  const demanded = pools.map((pool) => ({ ...pool, costs: runningCosts(pool, hours), asked: new Float64Array(hours) }))
  for (const { gpus, hours: length, earliest, latest, pools: indexes } of wishes) {
    let best: { asked: Float64Array; start: number } | undefined
    let least = Number.POSITIVE_INFINITY
    for (const index of indexes) {
      const pool = demanded[index]
      if (!pool) throw new RangeError(`A request names an unknown pool: ${index}`)
      const { costs, asked } = pool
      for (let start = earliest; start <= latest && start < hours; start++) {
        const cost = (costs[Math.min(start + length, hours)]! - costs[start]!) / Math.min(length, hours - start)
        if (cost >= least) continue
        best = { asked, start }
        least = cost
      }
    }
    if (!best) continue
    const end = Math.min(best.start + length, hours)
    for (let hour = best.start; hour < end; hour++) best.asked[hour]! += gpus
  }
  return demanded
}

/** Grams and price of the first hours together: entry `n` is the sum of the first `n`, from 0 to `hours`. */
function runningCosts({ gramsPerGpuHour, prices }: Priced, hours: number): Float64Array {
  const costs = new Float64Array(hours + 1)
  let sum = 0
  for (const [hour, price] of prices.entries()) {
    sum = sum + (gramsPerGpuHour[hour] ?? gramsPerGpuHour.at(-1)!) + price
    costs[hour + 1] = sum
  }
  return costs
}

function meanOf(pools: readonly PricedPool[]): number {
  let sum = 0
  let count = 0
  for (const { gramsPerGpuHour } of pools) for (const grams of gramsPerGpuHour) [sum, count] = [sum + grams, count + 1]
  return count === 0 ? 0 : sum / count
}
