/**
 * Our own forecast of a grid's intensity, from nothing but what it emitted in the last weeks.
 *
 * Each of the next 48 hours has its weights for the signals of `recent-weeks.ts`; hours beyond take those of the same hour of
 * the second day. The weights were fitted once, to zones of all kinds (`compute/training`), and are the same for all.
 *
 * Index bounds: the table has a row for each hour of two days, with a weight for each signal.
 */
import { dayHours, hourMs, hourOf } from '../time/time.ts'
import { completeHistory } from './complete-history.ts'
import { type Forecast, type Hourly, hoursInto } from './forecast.ts'
import { forecastWeights } from './forecast-weights.ts'
import { presentAt, signalCount, signalHours, signalsOf } from './recent-weeks.ts'

const weighedHours = 48
/** Readings may come some hours late; from older ones no forecast is made. */
const maxLateHours = 12
/** How many hours of readings a forecast uses. */
export const historyHours = signalHours + 1 + maxLateHours

/** Saturday and Sunday by UTC. 1970 began on a Thursday. */
export const isWeekendHour = (hourSinceEpoch: number): boolean => [2, 3].includes(Math.floor(hourSinceEpoch / 24) % 7)

/**
 * The hours from that of `from` on. `readings` has NaN where there is none; undefined where there are too few of them, or
 * none recent. The first hour is its reading where there is one.
 */
export function forecastFromHistory(readings: Hourly, from: Date, hours: number): Forecast | undefined {
  const known = completeHistory(readingsUntil(readings, from))
  if (!known) return undefined
  const late = historyHours - known.length
  if (late > maxLateHours) return undefined
  const ahead = new Float64Array(late + hours)
  forecastHours(known, known.length - 1, hourOf(from).getTime() / hourMs - late, ahead)
  const values =
    late === 0
      ? Float64Array.of(known.at(-1)!, ...ahead.subarray(0, hours - 1))
      : ahead.subarray(late - 1, late - 1 + hours)
  return { from: hourOf(from), values, method: 'history' }
}

/** The `historyHours` up to that of `at`. */
function readingsUntil(readings: Hourly, at: Date): Float64Array {
  const first = hoursInto(readings, hourOf(at)) + 1 - historyHours
  return Float64Array.from({ length: historyHours }, (_, hour) => readings.values[first + hour] ?? Number.NaN)
}

/**
 * Fills `ahead` with the hours after `last`, whose number since 1970 is `lastHour`. `history` has no gaps and at least
 * `signalHours` values before `last`.
 */
export function forecastHours(history: Float64Array, last: number, lastHour: number, ahead: Float64Array): void {
  const present = presentAt(history, last)
  const signals = new Float64Array(signalCount)
  for (let hours = 1; hours <= ahead.length; hours++) {
    const isWeekend = isWeekendHour(lastHour + hours)
    signalsOf(history, last, { ahead: hours, isWeekend }, present, signals)
    // A row of the table has a weight for each signal.
    const weights = forecastWeights[weightsRow(hours)]!
    let change = 0
    for (let index = 0; index < signalCount; index++) change += weights[index]! * signals[index]!
    ahead[hours - 1] = Math.max(0, present.value + change * present.spread)
  }
}

/** The row of the weights, from 0; the second day's are used for all days that follow. */
const weightsRow = (ahead: number): number =>
  ahead <= weighedHours ? ahead - 1 : weighedHours - dayHours + ((ahead - 1) % dayHours)
