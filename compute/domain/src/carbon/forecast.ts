/**
 * What the grid of a zone emits and is expected to emit, hour by hour, in gCO2eq/kWh.
 *
 * Index bounds: there is one more sum than values, of which there is at least one.
 */
import { hourMs } from '../time/time.ts'

export type Hourly = {
  /** Start of the first hour. */
  from: Date
  values: Float64Array
}

export type Forecast = Hourly & {
  /**
   * `provider`: by a service that knows the weather and the power stations. `history`: our own, from the zone's last weeks.
   * `annual-mean`: no hourly data, the same number for every hour.
   */
  method: ForecastMethod
}

const forecastMethods = ['provider', 'history', 'annual-mean'] as const
export type ForecastMethod = (typeof forecastMethods)[number]

/** How many hours `at` lies after the start, with its fraction. */
export const hoursInto = ({ from }: Pick<Hourly, 'from'>, at: Date): number => (at.getTime() - from.getTime()) / hourMs

/**
 * The mean over `durationHours` (> 0) from an instant on, parts of hours by their share. What lies before or past the
 * values is taken as the first or last of them.
 */
export function meanOver(hourly: Hourly, at: Date, durationHours: number): number {
  if (!(durationHours > 0) || hourly.values.length === 0) throw new RangeError(`no mean over ${durationHours} h`)
  const begin = hoursInto(hourly, at)
  return meanBetween(runningSums(hourly.values), begin, begin + durationHours)
}

/** `sums[i]` is the sum of the first `i` values: it makes the mean of any span a subtraction. */
export function runningSums(values: Float64Array): Float64Array {
  const sums = new Float64Array(values.length + 1)
  let sum = 0
  for (const [index, value] of values.entries()) {
    sum += value
    sums[index + 1] = sum
  }
  return sums
}

/** The mean between two moments (`begin` < `end`), in hours from the first value on. */
export function meanBetween(sums: Float64Array, begin: number, end: number): number {
  return (sumUntil(sums, end) - sumUntil(sums, begin)) / (end - begin)
}

/** `sums` are those of at least one value. */
function sumUntil(sums: Float64Array, at: number): number {
  const hours = sums.length - 1
  if (at <= 0) return at * valueAfter(sums, 0)
  if (at >= hours) return sums[hours]! + (at - hours) * valueAfter(sums, hours - 1)
  const whole = Math.floor(at)
  return sums[whole]! + (at - whole) * valueAfter(sums, whole)
}

/** The value of the hour that begins at `hour`. */
const valueAfter = (sums: Float64Array, hour: number): number => sums[hour + 1]! - sums[hour]!
