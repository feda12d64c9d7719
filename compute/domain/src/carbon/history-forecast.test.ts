import { expect, test } from 'vitest'
import { hourMs } from '../time/time.ts'
import { completeHistory, minHistoryHours } from './complete-history.ts'
import type { Hourly } from './forecast.ts'
import { forecastFromHistory, historyHours, isWeekendHour } from './history-forecast.ts'

const from = new Date('2026-10-01T00:00:00.000Z')
const after = (hours: number) => new Date(from.getTime() + hours * hourMs)
const swing = 200
/** Sun from six to eighteen. */
const solarAt = (hour: number) => 300 - swing * Math.max(0, Math.sin(((hour % 24) / 24 - 0.25) * 2 * Math.PI))
const solar = (hours: number): Hourly => ({
  from,
  values: Float64Array.from({ length: hours }, (_, hour) => solarAt(hour)),
})

test('a grid that repeats every day is forecast to repeat', () => {
  const readings = solar(40 * 24)
  const forecast = forecastFromHistory(readings, after(40 * 24 - 1), 48)!
  expect(forecast.from).toEqual(after(40 * 24 - 1))
  expect(forecast.values[0]).toBe(readings.values.at(-1))
  for (const [ahead, value] of forecast.values.entries()) {
    expect(Math.abs(value - solarAt(40 * 24 - 1 + ahead))).toBeLessThan(swing / 6)
  }
})

test('nine days of readings are enough, eight are not', () => {
  expect(forecastFromHistory(solar(9 * 24), after(9 * 24 - 1), 24)?.method).toBe('history')
  expect(forecastFromHistory(solar(minHistoryHours - 1), after(minHistoryHours - 2), 24)).toBeUndefined()
})

test('readings may be some hours late, but not a day', () => {
  const readings = solar(30 * 24)
  const late = forecastFromHistory(readings, after(30 * 24 + 3), 24)!
  expect(late.from).toEqual(after(30 * 24 + 3))
  for (const [ahead, value] of late.values.entries()) {
    expect(Math.abs(value - solarAt(30 * 24 + 3 + ahead))).toBeLessThan(swing / 6)
  }
  expect(forecastFromHistory(readings, after(31 * 24), 24)).toBeUndefined()
})

test('what was read after the first hour of the forecast is not used', () => {
  const readings = solar(50 * 24)
  const at = after(40 * 24)
  const forecast = forecastFromHistory(readings, at, 24)
  const other = { from, values: readings.values.map((value, hour) => (hour > 40 * 24 ? 1_000 : value)) }
  expect(forecastFromHistory(other, at, 24)).toEqual(forecast)
})

test('a forecast is as long as asked for and never below zero', () => {
  const values = Float64Array.from({ length: historyHours }, (_, hour) => (hour % 24 < 12 ? 0 : 5 + 400 * (hour % 5)))
  const forecast = forecastFromHistory({ from, values }, after(historyHours - 1), 168)!
  expect(forecast.values).toHaveLength(168)
  expect(forecast.values.every((value) => value >= 0 && Number.isFinite(value))).toBe(true)
})

test('gaps of hours are bridged, of days filled from the days around, and the time before repeats the first week', () => {
  const whole = solar(20 * 24).values
  const gappy = whole.slice()
  gappy.fill(Number.NaN, 0, 200)
  gappy.fill(Number.NaN, 250, 252)
  gappy.fill(Number.NaN, 300, 324)
  const complete = completeHistory(gappy)!
  expect(complete[250]).toBeCloseTo(whole[249]! + (whole[252]! - whole[249]!) / 3)
  for (const hour of [0, 100, 199, 300, 310, 323]) expect(complete[hour]).toBeCloseTo(whole[hour]!)
})

test('readings that are too sparse give no forecast', () => {
  const values = solar(20 * 24).values.map((value, hour) => (hour % 2 === 0 ? value : Number.NaN))
  expect(completeHistory(values)).toBeUndefined()
  expect(completeHistory(new Float64Array(500).fill(Number.NaN))).toBeUndefined()
})

test.each([
  ['2026-11-20T23:00Z', false], // a Friday
  ['2026-11-21T00:00Z', true],
  ['2026-11-22T23:00Z', true],
  ['2026-11-23T00:00Z', false],
])('whether %s is on a weekend: %s', (at, isWeekend) => expect(isWeekendHour(Date.parse(at) / hourMs)).toBe(isWeekend))
