/**
 * Carbon intensity: how the data of providers becomes the number that placement weighs, that deployments are graded by and
 * that emissions are computed with.
 *
 * A **job** (one process at a time) asks the **providers** that the operator has configured for the zones of the hubs and
 * stores their **readings** and **forecasts**. Every process keeps the last weeks of them in memory, loads changes when
 * notified, and serves from memory alone: `zone-grid.ts` chooses between a reading, a forecast and the **annual mean** that
 * ships. Without a provider there is only the annual mean, and every response says so.
 */

import { meanOver } from '@service/compute-domain/carbon/forecast.ts'
import { historyHours } from '@service/compute-domain/carbon/history-forecast.ts'
import { countryCoded } from '@service/compute-domain/regions/countries.ts'
import { hourMs, hourOf } from '@service/compute-domain/time/time.ts'
import type { Database } from '@service/foundation/database/database.ts'
import { startScheduledJob } from '@service/foundation/jobs/jobs.ts'
import { startListeningLoop } from '@service/foundation/jobs/listening-loop.ts'
import type { Logger } from '@service/foundation/log/logger.ts'
import type { NewId } from '@service/foundation/new-id.ts'
import { makeOutbound } from '@service/foundation/outbound/make-outbound.ts'
import type { Outbound } from '@service/foundation/outbound/outbound.ts'
import { readAnnualMeans } from './annual-means.ts'
import * as store from './carbon-store.ts'
import { KnownReadings } from './known-readings.ts'
import { makeElectricityMaps } from './providers/electricity-maps.ts'
import type { Provider } from './providers/provider.ts'
import { makeUkCarbonIntensity } from './providers/uk-carbon-intensity.ts'
import { makeWattTime } from './providers/watttime.ts'
import { refreshCarbonJob } from './refresh.job.ts'
import type { CarbonSource, LiveSource } from './sources.ts'
import { type Reading, type ZoneForecast, ZoneGrids } from './zone-grid.ts'

export { type AnnualMeans, readAnnualMeans } from './annual-means.ts'
export { type CarbonRouteDeps, carbonRoutes } from './routes.ts'
export type { Reading, ZoneForecast } from './zone-grid.ts'

export interface Carbon {
  /** Whether anything is known of the zone; the other methods throw `RangeError` for an unknown one. */
  knows(zone: string): boolean
  /** The zone meant by a country's code, or a zone's key, in any case; undefined where nothing is known of it. */
  zoneNamed(text: string): string | undefined
  /** The life-cycle average of the hour. */
  intensityOf(zone: string, at: Date): Reading
  /** The mean in gCO2eq/kWh, of readings for past hours and of the forecast for coming ones. */
  meanOver(zone: string, from: Date, hours: number): number
  /** The forecast from the current hour on. */
  forecast(zone: string, hours: number): ZoneForecast
  /** Each source's own number for the current hour, or its latest, in its own scope and basis. */
  reported(zone: string): Reported[]
  close(): Promise<void>
}

export type Reported = {
  source: CarbonSource
  gco2Kwh: number
  renewablePercentage: number | null
  asOf: Date
  estimated: boolean
}

export type CarbonDeps = { db: Database; now: () => Date; newId: NewId; log: Logger }

export type CarbonOptions = {
  /** The zones of the hubs, which providers are asked for. */
  zones: readonly string[]
  electricityMapsKey?: string | undefined
  wattTimeUser?: string | undefined
  wattTimePassword?: string | undefined
  ukCarbonIntensity: boolean
  /** Address ranges of the operator's own network in which providers may be reached. */
  outboundAllow: readonly string[]
}

/** Catches up after lost notifications. */
const pollEveryMs = 60_000
/** Clocks of processes differ a little, and transactions commit after the time they write. */
const overlapMs = 60_000
const liveSources: readonly LiveSource[] = ['electricity-maps', 'uk-carbon-intensity', 'watttime']

export async function openCarbon(deps: CarbonDeps, options: CarbonOptions): Promise<Carbon> {
  const outbound = makeOutbound({ allow: options.outboundAllow, allowHttp: false })
  const carbon = await openCarbonOf(deps, { zones: options.zones, providers: configured(options, outbound) })
  return {
    ...carbon,
    async close() {
      await carbon.close()
      await outbound.close()
    },
  }
}

function configured(options: CarbonOptions, outbound: Outbound): Provider[] {
  const { electricityMapsKey: key, wattTimeUser: user, wattTimePassword: password, ukCarbonIntensity } = options
  return [
    ...(key ? [makeElectricityMaps({ outbound, key })] : []),
    ...(ukCarbonIntensity ? [makeUkCarbonIntensity({ outbound })] : []),
    ...(user && password ? [makeWattTime({ outbound, user, password })] : []),
  ]
}

/** `openCarbon` with given providers. */
export async function openCarbonOf(
  deps: CarbonDeps,
  { zones: named, providers }: { zones: readonly string[]; providers: readonly Provider[] },
): Promise<Carbon> {
  const { db, now, log } = deps
  const zones = [...new Set(named)]
  const annual = readAnnualMeans()
  const known = new KnownReadings()
  const grids = new ZoneGrids(annual, known)
  const keptForecasts = new Map<string, ZoneForecast>()
  let loadedUntil = new Date(0)

  async function load(): Promise<void> {
    const since = new Date(hourOf(now()).getTime() - historyHours * hourMs)
    const readings = await store.readingsSince(db.connection, { zones, since, fetchedSince: loadedUntil })
    known.add(readings, await store.forecastsOf(db.connection, zones))
    known.forgetBefore(since)
    for (const { fetchedAt } of readings) {
      const until = new Date(fetchedAt.getTime() - overlapMs)
      if (until > loadedUntil) loadedUntil = until
    }
    keptForecasts.clear()
  }

  /** Placement asks for many zones again and again within an hour, so the longest forecast of each is kept. */
  function forecast(zone: string, hours: number): ZoneForecast {
    const from = hourOf(now())
    const kept = keptForecasts.get(zone)
    const isKept = kept && kept.from.getTime() === from.getTime() && kept.values.length >= hours
    const longest = isKept ? kept : grids.forecastAt(zone, from, Math.max(hours, defaultForecastHours))
    if (!isKept) keptForecasts.set(zone, longest)
    return { ...longest, values: longest.values.subarray(0, hours) }
  }

  function meanFrom(zone: string, from: Date, hours: number): number {
    const first = hourOf(from)
    const pastHours = Math.max(0, (hourOf(now()).getTime() - first.getTime()) / hourMs)
    const past = Float64Array.from(
      { length: pastHours },
      (_, hour) => grids.readingAt(zone, new Date(first.getTime() + hour * hourMs)).gco2Kwh,
    )
    const ahead = Math.max(1, Math.ceil((from.getTime() - hourOf(now()).getTime()) / hourMs + hours))
    const coming = forecast(zone, ahead)
    const values = Float64Array.of(...past, ...coming.values)
    return meanOver({ from: pastHours > 0 ? first : coming.from, values }, from, hours)
  }

  const loop = await startListeningLoop(db, store.carbonChanged, {
    begin: load,
    tick: load,
    pollEveryMs,
    report: (err) => log.error({ err }, 'carbon intensities could not be loaded'),
  })
  const job =
    providers.length > 0 ? startScheduledJob(deps, refreshCarbonJob({ ...deps, providers, zones })) : undefined

  return {
    knows: (zone) => annual.of(zone) !== undefined,
    zoneNamed(text) {
      const zone = text.toUpperCase()
      if (annual.has(zone) || zones.includes(zone)) return zone
      const country = countryCoded(zone)
      return country && annual.has(country) ? country : undefined
    },
    intensityOf: (zone, at) => grids.readingAt(zone, at),
    meanOver: meanFrom,
    forecast,
    reported(zone) {
      const live = liveSources.flatMap((source) => {
        const last = known.of(source, zone)?.readingAt(now()) ?? known.of(source, zone)?.latest()
        if (!last) return []
        const { hour, ...said } = last
        return [{ source, ...said, asOf: hour }]
      })
      const { source, gco2Kwh, renewablePercentage, year } = grids.annualMean(zone)
      const asOf = new Date(Date.UTC(year, 11, 31))
      return [...live, { source, gco2Kwh, renewablePercentage, asOf, estimated: true }]
    },
    async close() {
      await job?.stop()
      await loop.stop()
    },
  }
}

/** Enough for most requests: two days of waiting, and a run. */
const defaultForecastHours = 96
