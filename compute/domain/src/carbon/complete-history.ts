/**
 * Hourly readings without gaps, as the forecast wants them. Short gaps are bridged, longer ones take the same hour of a
 * day nearby, and what lies before the first reading repeats its first week. Hours run from the first to the last reading,
 * so every index that is used exists.
 */
import { dayHours, weekHours } from '../time/time.ts'

const bridgedHours = 3

/** How many hours of readings a forecast takes at least. */
export const minHistoryHours = weekHours + dayHours

/**
 * `readings` has NaN where there is none. Undefined where there is too little: fewer than `minHistoryHours` between
 * the first and the last reading, or less than two thirds of them read. The result ends with the last reading.
 */
export function completeHistory(readings: Float64Array): Float64Array | undefined {
  const first = readings.findIndex(isKnown)
  const last = readings.findLastIndex(isKnown)
  if (first < 0 || last - first + 1 < minHistoryHours) return undefined
  const values = readings.slice(0, last + 1)
  const known = values.reduce((count, value) => count + (isKnown(value) ? 1 : 0), 0)
  if (known < (2 / 3) * (last - first + 1)) return undefined

  bridge(values, first)
  for (let hour = first; hour <= last; hour++) {
    if (!isKnown(values[hour]!)) values[hour] = sameHourNearby(values, hour, first)
  }
  for (let hour = first - 1; hour >= 0; hour--) values[hour] = values[hour + weekHours]!
  return values
}

const isKnown = (value: number) => !Number.isNaN(value)

/** Straight lines over gaps of a few hours. */
function bridge(values: Float64Array, first: number): void {
  let before = first
  for (let hour = first + 1; hour < values.length; hour++) {
    if (!isKnown(values[hour]!)) continue
    const gap = hour - before - 1
    if (gap > 0 && gap <= bridgedHours) {
      const step = (values[hour]! - values[before]!) / (gap + 1)
      for (let missing = 1; missing <= gap; missing++) values[before + missing] = values[before]! + missing * step
    }
    before = hour
  }
}

/** The same hour of the nearest day that has it, the past first; the hour before where no day within a week has. */
function sameHourNearby(values: Float64Array, hour: number, first: number): number {
  for (let days = 1; days <= 7; days++) {
    const earlier = hour - days * dayHours
    if (earlier >= first && isKnown(values[earlier]!)) return values[earlier]!
    const later = values[hour + days * dayHours]
    if (later !== undefined && isKnown(later)) return later
  }
  return values[hour - 1]!
}
