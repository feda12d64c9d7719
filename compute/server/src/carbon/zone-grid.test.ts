import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { hourMs } from '@service/compute-domain/time/time.ts'
import { expect, test } from 'vitest'
import { readAnnualMeans } from './annual-means.ts'
import type { StoredForecast, StoredReading } from './carbon-store.ts'
import { KnownReadings } from './known-readings.ts'
import { ZoneGrids } from './zone-grid.ts'

const now = new Date('2026-11-20T10:20:00.000Z')
const thisHour = new Date('2026-11-20T10:00:00.000Z')
const annual = readAnnualMeans()
const after = (hours: number) => new Date(thisHour.getTime() + hours * hourMs)

const aReading = (hours: number, fields: Partial<StoredReading> = {}): StoredReading => ({
  source: 'electricity-maps',
  zone: 'DE',
  hour: after(hours),
  gco2Kwh: 400,
  renewablePercentage: 55,
  estimated: false,
  ...fields,
})
const aForecast = (fields: Partial<StoredForecast> = {}): StoredForecast => ({
  source: 'electricity-maps',
  zone: 'DE',
  issuedAt: after(-1),
  from: after(-1),
  values: Float64Array.from({ length: 72 }, (_, hour) => 100 + hour),
  ...fields,
})
function gridsOf(readings: StoredReading[], forecasts: StoredForecast[] = []): ZoneGrids {
  const known = new KnownReadings()
  known.add(readings, forecasts)
  return new ZoneGrids(annual, known)
}
/** So many days up to this hour, with the sun in them. */
const days = (count: number, fields: Partial<StoredReading> = {}) =>
  Array.from({ length: count * 24 }, (_, hour) =>
    aReading(hour + 1 - count * 24, { gco2Kwh: 300 + 100 * Math.cos(((hour + 11) / 24) * 2 * Math.PI), ...fields }),
  )

test('without a provider the intensity is the shipped annual mean, marked as such', () => {
  const grids = gridsOf([])
  expect(grids.readingAt('DE', now)).toEqual({
    gco2Kwh: 342,
    renewablePercentage: 60,
    source: 'electricity-maps-annual',
    method: 'annual-mean',
    asOf: new Date('2025-12-31T00:00:00.000Z'),
    estimated: true,
  })
  expect(grids.forecastAt('DE', now, 3)).toMatchObject({
    method: 'annual-mean',
    values: Float64Array.of(342, 342, 342),
  })
})

test('a zone that the first table lacks takes its country’s mean, from the second table if needed', () => {
  const grids = gridsOf([])
  expect(grids.readingAt('DE-XY', now)).toMatchObject({ gco2Kwh: 342, source: 'electricity-maps-annual' })
  expect(grids.readingAt('CL', now)).toMatchObject({ source: 'our-world-in-data-annual' })
  expect(() => grids.readingAt('ZZ', now)).toThrow(RangeError)
})

test('either table may be deleted', () => {
  const folder = mkdtempSync(join(tmpdir(), 'carbon-'))
  cpSync(fileURLToPath(new URL('../../data/owid', import.meta.url)), join(folder, 'owid'), { recursive: true })
  const countriesAlone = readAnnualMeans(folder)
  expect(countriesAlone.of('US-CAL-CISO')).toMatchObject({ source: 'our-world-in-data-annual', zone: 'US' })
  rmSync(folder, { recursive: true })
  expect(readAnnualMeans(folder).of('DE')).toBeUndefined()
})

test('the reading of the hour comes first, marked as estimated if the source says so', () => {
  const grids = gridsOf([aReading(0), aReading(-1, { estimated: true })], [aForecast()])
  expect(grids.readingAt('DE', now)).toEqual({
    gco2Kwh: 400,
    renewablePercentage: 55,
    source: 'electricity-maps',
    method: 'reading',
    asOf: thisHour,
    estimated: false,
  })
  expect(grids.readingAt('DE', after(-0.5))).toMatchObject({ estimated: true, method: 'reading' })
})

test('an hour without a reading takes the provider’s forecast', () => {
  const grids = gridsOf([aReading(-2)], [aForecast()])
  expect(grids.readingAt('DE', now)).toMatchObject({
    gco2Kwh: 101,
    method: 'provider-forecast',
    asOf: after(-1),
    estimated: true,
  })
})

test('a forecast begins with the reading, and goes on past the provider’s end with its last day', () => {
  const { values, method, source } = gridsOf([aReading(0)], [aForecast()]).forecastAt('DE', now, 96)
  expect({ method, source, first: values[0], second: values[1] }).toEqual({
    method: 'provider',
    source: 'electricity-maps',
    first: 400,
    second: 102,
  })
  expect(values[71]).toBe(values[71 - 24])
})

test('an old or very short forecast is not used', () => {
  const old = aForecast({ issuedAt: after(-30), from: after(-30) })
  const short = aForecast({ values: Float64Array.of(1, 2, 3, 4) })
  for (const forecast of [old, short]) {
    expect(gridsOf([aReading(0)], [forecast]).forecastAt('DE', now, 48).method).toBe('annual-mean')
  }
})

test('some weeks of readings make our own forecast', () => {
  const forecast = gridsOf(days(30)).forecastAt('DE', now, 24)
  expect(forecast).toMatchObject({ method: 'history', source: 'electricity-maps', issuedAt: thisHour })
  const [morning, evening] = [forecast.values[2] as number, forecast.values[14] as number]
  expect(evening).toBeGreaterThan(morning + 100)
})

test('while the last reading is some hours old, our forecast stands in for it', () => {
  const grids = gridsOf(days(30).slice(0, -3))
  expect(grids.readingAt('DE', now)).toMatchObject({ method: 'history-forecast', asOf: after(-3), estimated: true })
  expect(gridsOf(days(30)).readingAt('DE', after(20))).toMatchObject({ method: 'annual-mean' })
})

test('a source of another scope gives the shape, scaled to the annual mean and marked as estimated', () => {
  const uk = { source: 'uk-carbon-intensity' as const, zone: 'GB' }
  const grids = gridsOf(days(14, uk))
  const mean = annual.of('GB')!.gco2Kwh
  const readings = Array.from({ length: 24 }, (_, hour) => grids.readingAt('GB', after(-hour)))
  expect(readings.every(({ estimated, method }) => estimated && method === 'reading')).toBe(true)
  expect(readings.reduce((sum, { gco2Kwh }) => sum + gco2Kwh, 0) / 24).toBeCloseTo(mean, 0)
  expect(gridsOf(days(3, uk)).readingAt('GB', now)).toMatchObject({ method: 'annual-mean' })
})

test('a marginal source never becomes the intensity of a zone', () => {
  const grids = gridsOf(days(30, { source: 'watttime', zone: 'US-CAL-CISO' }))
  expect(grids.readingAt('US-CAL-CISO', now).source).toBe('electricity-maps-annual')
})
