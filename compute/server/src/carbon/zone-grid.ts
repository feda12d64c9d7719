/**
 * What the grid of a zone emits at a moment, and what it is expected to emit, from the best source that has data:
 *
 * 1. the **reading** of the hour, by the first source that has the zone (`averageSources`);
 * 2. that source's own **forecast** of the hour;
 * 3. **our forecast** from that source's last weeks, while its last reading is not older than half a day;
 * 4. the **annual mean** of the zone, or of its country.
 *
 * All numbers are life-cycle ones. Of a source with another scope only the shape is used: its hours are scaled so that
 * their mean over the last weeks is the annual mean, and are marked as estimated.
 */

import { type Forecast, hoursInto } from '@service/compute-domain/carbon/forecast.ts'
import { forecastFromHistory } from '@service/compute-domain/carbon/history-forecast.ts'
import { dayHours, hourMs, hourOf } from '@service/compute-domain/time/time.ts'
import type { AnnualMean, AnnualMeans } from './annual-means.ts'
import type { StoredForecast } from './carbon-store.ts'
import type { KnownReading, KnownReadings, KnownZone } from './known-readings.ts'
import { averageSources, type CarbonSource, type LiveSource, sourceFacts } from './sources.ts'

export const methods = ['reading', 'provider-forecast', 'history-forecast', 'annual-mean'] as const

export type Reading = {
  gco2Kwh: number
  renewablePercentage: number | null
  source: CarbonSource
  method: (typeof methods)[number]
  /** The hour that was read, when the forecast was made, or the last day of the year. */
  asOf: Date
  estimated: boolean
}

export type ZoneForecast = Forecast & { source: CarbonSource; issuedAt: Date }

/** An older forecast is not used. */
const maxForecastAgeMs = 24 * hourMs
/** Hours that a provider's forecast must have for the forecast to count as the provider's. */
const minProviderHours = 24
/** Readings needed to scale a source of another scope. */
const minScaleHours = 7 * 24

/** A source with data of the zone. `scale` makes its numbers life-cycle ones. */
type Live = { source: LiveSource; zone: KnownZone; scale: number }

export class ZoneGrids {
  readonly #annual: AnnualMeans
  readonly #known: KnownReadings

  constructor(annual: AnnualMeans, known: KnownReadings) {
    this.#annual = annual
    this.#known = known
  }

  /** Throws `RangeError` for an unknown zone. */
  annualMean(zone: string): AnnualMean {
    const mean = this.#annual.of(zone)
    if (!mean) throw new RangeError(`no carbon intensity is known for ${zone}`)
    return mean
  }

  readingAt(zone: string, at: Date): Reading {
    const annual = this.annualMean(zone)
    for (const live of this.#live(zone, at, annual)) {
      const found = readingOf(live, at) ?? forecastReading(live, at)
      if (found) return { ...found, renewablePercentage: found.renewablePercentage ?? annual.renewablePercentage }
    }
    const { gco2Kwh, renewablePercentage, source } = annual
    return { gco2Kwh, renewablePercentage, source, method: 'annual-mean', asOf: endOf(annual), estimated: true }
  }

  forecastAt(zone: string, at: Date, hours: number): ZoneForecast {
    const annual = this.annualMean(zone)
    for (const live of this.#live(zone, at, annual)) {
      const found = forecastOf(live, at, hours)
      if (found) return found
    }
    const values = new Float64Array(hours).fill(annual.gco2Kwh)
    return { from: hourOf(at), values, method: 'annual-mean', source: annual.source, issuedAt: endOf(annual) }
  }

  #live(zone: string, at: Date, annual: AnnualMean): Live[] {
    return averageSources.flatMap((source) => {
      const known = this.#known.of(source, zone)
      const scale = known && scaleOf(source, known, at, annual)
      return known && scale !== undefined ? [{ source, zone: known, scale }] : []
    })
  }
}

/** The factor to life-cycle numbers; undefined while too few readings are known. */
function scaleOf(source: LiveSource, zone: KnownZone, at: Date, annual: AnnualMean): number | undefined {
  if (sourceFacts[source].scope === 'lifecycle') return 1
  const known = zone.historyUntil(at).values.filter((value) => !Number.isNaN(value))
  const sum = known.reduce((sum, value) => sum + value, 0)
  return known.length >= minScaleHours && sum > 0 ? (annual.gco2Kwh * known.length) / sum : undefined
}

function readingOf({ source, zone, scale }: Live, at: Date): Reading | undefined {
  const found = zone.readingAt(at)
  return found && asReading(found, source, scale)
}

const asReading = (
  { gco2Kwh, renewablePercentage, hour, estimated }: KnownReading,
  source: LiveSource,
  scale: number,
): Reading => ({
  gco2Kwh: gco2Kwh * scale,
  renewablePercentage,
  source,
  method: 'reading',
  asOf: hour,
  estimated: estimated || scale !== 1,
})

function forecastReading(live: Live, at: Date): Reading | undefined {
  const found = forecastOf(live, at, 1)
  const [gco2Kwh] = found?.values ?? []
  if (!found || gco2Kwh === undefined) return undefined
  return {
    gco2Kwh,
    renewablePercentage: null,
    source: found.source,
    method: found.method === 'provider' ? 'provider-forecast' : 'history-forecast',
    asOf: found.issuedAt,
    estimated: true,
  }
}

/** The forecast from the hour of `at` on; undefined where the source has no recent data. */
function forecastOf({ source, zone, scale }: Live, at: Date, hours: number): ZoneForecast | undefined {
  const own = forecastFromHistory(zone.historyUntil(at), at, hours)
  const theirs = zone.forecast && providersHours(zone.forecast, at).subarray(0, hours)
  const isTheirs = theirs !== undefined && theirs.length >= Math.min(hours, minProviderHours)
  const first = zone.readingAt(at)?.gco2Kwh
  if (isTheirs) {
    const values = continued(theirs, own?.values, hours)
    if (first !== undefined) values[0] = first
    const issuedAt = (zone.forecast as StoredForecast).issuedAt
    return { from: hourOf(at), values: scaled(values, scale), method: 'provider', source, issuedAt }
  }
  const latest = zone.latest()
  if (!own || !latest) return undefined
  return { ...own, values: scaled(own.values, scale), source, issuedAt: latest.hour }
}

/** A provider's forecast from the hour of `at` on; empty where it is too old. */
function providersHours(forecast: StoredForecast, at: Date): Float64Array {
  const begin = hoursInto(forecast, hourOf(at))
  const isOld = at.getTime() - forecast.issuedAt.getTime() > maxForecastAgeMs
  return begin < 0 || isOld ? new Float64Array(0) : forecast.values.subarray(begin)
}

/** Continues a provider's forecast by our own, or else by repeating its last day. */
function continued(theirs: Float64Array, own: Float64Array | undefined, hours: number): Float64Array {
  const values = new Float64Array(hours)
  values.set(theirs)
  for (let hour = theirs.length; hour < hours; hour++) {
    values[hour] = own?.[hour] ?? values[hour - dayHours] ?? values[hour - 1] ?? Number.NaN
  }
  return values
}

const scaled = (values: Float64Array, scale: number) => (scale === 1 ? values : values.map((value) => value * scale))

const endOf = ({ year }: AnnualMean) => new Date(Date.UTC(year, 11, 31))
