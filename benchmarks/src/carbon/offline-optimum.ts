/**
 * What the best schedule of a season emits at least, with all jobs and all readings known beforehand.
 *
 * It is a **lower bound**, proven by Lagrangian duality: capacity is taken away as a constraint and charged for instead, a
 * price for each hub and hour (≥ 0). Each job then goes to its cheapest hub and hour by itself, and for any prices the sum
 * of what they pay, less the price of all capacity, is no more than what any schedule within capacity emits. Prices are
 * improved by subgradient steps; the best bound counts. Jobs run in one piece at one hub, as in the real schedule.
 *
 * A schedule within capacity, made with those prices and the same knowledge, shows how close the bound is.
 *
 * Arrays by hub have an entry for each grid, those by hour one for each hour of the season, in which jobs start and end: so
 * every index exists.
 */
import type { Job } from './jobs.ts'
import { gramsOf, type Season } from './season.ts'

export type OfflineOptimum = {
  /** No schedule emits less. */
  atLeast: number
  /** One that was found; the optimum lies between. */
  atMost: number
}

const rounds = 700
/** After so many rounds without a better bound, steps become smaller. */
const patience = 15

export function offlineOptimum(season: Season): OfflineOptimum {
  const { grids, gpus, offset, hours } = season
  const groups = grouped(season.jobs)
  let prices = grids.map(() => new Float64Array(hours))
  let best = { bound: Number.NEGATIVE_INFINITY, prices }
  let schedule = Number.POSITIVE_INFINITY
  let scale = 1
  let sinceBetter = 0
  const improveSchedule = () => {
    schedule = Math.min(schedule, scheduleBy(season, best.prices))
  }

  for (let round = 0; round < rounds; round++) {
    const sums = grids.map(({ values }, hub) => runningCost(values.subarray(offset, offset + hours), prices[hub]!))
    const used = grids.map(() => new Float64Array(hours))
    let bound = 0
    for (const { job, count } of groups) {
      const { hub, start, cost } = cheapest(job, sums, season.slackHours)
      bound += count * cost
      for (let hour = start; hour < start + job.hours; hour++) used[hub]![hour]! += count
    }
    for (const hourly of prices) for (const price of hourly) bound -= gpus * price
    if (bound > best.bound) {
      best = { bound, prices: prices.map((hourly) => hourly.slice()) }
      sinceBetter = 0
    } else if (++sinceBetter === patience) {
      scale /= 1.5
      sinceBetter = 0
      prices = best.prices.map((hourly) => hourly.slice())
    }
    if (round === 50 || round === rounds - 1) improveSchedule()
    const target = Number.isFinite(schedule) ? schedule : 1.1 * best.bound
    stepTowards(prices, used, gpus, scale * Math.max(1, target - bound))
  }
  return { atLeast: best.bound, atMost: schedule }
}

/** A step of Polyak's length: what is missing, divided by the square of the direction. */
function stepTowards(prices: Float64Array[], used: readonly Float64Array[], gpus: number, missing: number): void {
  let square = 0
  for (const [hub, hourly] of prices.entries()) {
    for (let hour = 0; hour < hourly.length; hour++) {
      const excess = used[hub]![hour]! - gpus
      if (excess > 0 || hourly[hour]! > 0) square += excess * excess
    }
  }
  if (square === 0) return
  const step = missing / square
  for (const [hub, hourly] of prices.entries()) {
    for (let hour = 0; hour < hourly.length; hour++) {
      hourly[hour] = Math.max(0, hourly[hour]! + step * (used[hub]![hour]! - gpus))
    }
  }
}

/** Jobs that differ in nothing are decided once. */
function grouped(jobs: readonly Job[]): { job: Job; count: number }[] {
  const groups = Map.groupBy(jobs, ({ asked, hours, hubs }) => `${asked} ${hours} ${hubs.join()}`)
  return [...groups.values()].map((same) => ({ job: same[0]!, count: same.length }))
}

function runningCost(values: Float64Array, prices: Float64Array): Float64Array {
  const sums = new Float64Array(values.length + 1)
  for (let hour = 0; hour < values.length; hour++) sums[hour + 1] = sums[hour]! + values[hour]! + prices[hour]!
  return sums
}

function cheapest({ asked, hours, hubs }: Job, sums: readonly Float64Array[], slackHours: number) {
  const best = { hub: -1, start: asked, cost: Number.POSITIVE_INFINITY }
  for (const hub of hubs) {
    const sum = sums[hub]!
    for (let start = asked; start <= asked + slackHours; start++) {
      const cost = sum[start + hours]! - sum[start]!
      if (cost >= best.cost) continue
      best.hub = hub
      best.start = start
      best.cost = cost
    }
  }
  return best
}

/** The longest jobs first, each where it is cheapest of what is free; infinite where one finds no room. */
function scheduleBy(season: Season, prices: readonly Float64Array[]): number {
  const { grids, gpus, offset, hours, slackHours } = season
  const sums = grids.map(({ values }, hub) => runningCost(values.subarray(offset, offset + hours), prices[hub]!))
  const free = grids.map(() => new Int32Array(hours).fill(gpus))
  let grams = 0
  for (const job of season.jobs.toSorted((a, b) => b.hours - a.hours)) {
    const best = { hub: -1, start: 0, cost: Number.POSITIVE_INFINITY }
    for (const hub of job.hubs) {
      for (let start = job.asked; start <= job.asked + slackHours; start++) {
        const cost = sums[hub]![start + job.hours]! - sums[hub]![start]!
        if (cost < best.cost && isFree(free[hub]!, start, job.hours)) Object.assign(best, { hub, start, cost })
      }
    }
    if (best.hub < 0) return Number.POSITIVE_INFINITY
    for (let hour = best.start; hour < best.start + job.hours; hour++) free[best.hub]![hour]!--
    grams += gramsOf(season, job, best.hub, best.start)
  }
  return grams
}

function isFree(free: Int32Array, start: number, hours: number): boolean {
  for (let hour = start; hour < start + hours; hour++) if (free[hour]! <= 0) return false
  return true
}
