/**
 * Hourly readings without gaps, as the forecast wants them. Short gaps are bridged, longer ones take the same hour of a
 * day nearby, and what lies before the first reading repeats its first week.
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
    if (!isKnown(values[hour])) values[hour] = sameHourNearby(values, hour, first)
  }
  for (let hour = first - 1; hour >= 0; hour--) values[hour] = values[hour + weekHours] ?? Number.NaN
  return values
}

const isKnown = (value: number | undefined): value is number => value !== undefined && !Number.isNaN(value)

/** Straight lines over gaps of a few hours. */
function bridge(values: Float64Array, first: number): void {
  let before = { hour: first, value: Number.NaN }
  for (const [hour, value] of values.entries()) {
    if (hour < first || !isKnown(value)) continue
    const gap = hour - before.hour - 1
    if (gap > 0 && gap <= bridgedHours) {
      const step = (value - before.value) / (gap + 1)
      for (let missing = 1; missing <= gap; missing++) values[before.hour + missing] = before.value + missing * step
    }
    before = { hour, value }
  }
}

/** The same hour of the nearest day that has it, the past first; the hour before where no day within a week has. */
function sameHourNearby(values: Float64Array, hour: number, first: number): number {
  for (let days = 1; days <= 7; days++) {
    const earlier = hour - days * dayHours
    const before = values[earlier]
    if (earlier >= first && isKnown(before)) return before
    const later = values[hour + days * dayHours]
    if (later !== undefined && isKnown(later)) return later
  }
  return values[hour - 1] ?? Number.NaN
}
