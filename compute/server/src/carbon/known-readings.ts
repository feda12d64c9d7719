/** The providers' data in memory: the readings of the last weeks and the last forecast, by source and zone. */

import type { Hourly } from '@service/compute-domain/carbon/forecast.ts'
import { historyHours } from '@service/compute-domain/carbon/history-forecast.ts'
import { hourMs, hourOf } from '@service/compute-domain/time/time.ts'
import type { StoredForecast, StoredReading } from './carbon-store.ts'
import type { LiveSource } from './sources.ts'

export type KnownReading = Pick<StoredReading, 'hour' | 'gco2Kwh' | 'renewablePercentage' | 'estimated'>

export interface KnownZone {
  readingAt(at: Date): KnownReading | undefined
  latest(): KnownReading | undefined
  /** Readings of the hours that a forecast made at that moment uses; NaN where there is none. */
  historyUntil(at: Date): Hourly
  readonly forecast: StoredForecast | undefined
}

export class KnownReadings {
  readonly #zones = new Map<string, Zone>()

  of(source: LiveSource, zone: string): KnownZone | undefined {
    return this.#zones.get(`${source} ${zone}`)
  }

  add(readings: readonly StoredReading[], forecasts: readonly StoredForecast[]): void {
    for (const reading of readings) this.#zone(reading).byHour.set(reading.hour.getTime(), reading)
    for (const forecast of forecasts) this.#zone(forecast).forecast = forecast
  }

  /** Forgets readings of earlier hours. */
  forgetBefore(hour: Date): void {
    for (const { byHour } of this.#zones.values()) {
      for (const ms of byHour.keys()) if (ms < hour.getTime()) byHour.delete(ms)
    }
  }

  #zone({ source, zone }: { source: LiveSource; zone: string }): Zone {
    const key = `${source} ${zone}`
    const known = this.#zones.get(key) ?? new Zone()
    this.#zones.set(key, known)
    return known
  }
}

class Zone implements KnownZone {
  readonly byHour = new Map<number, KnownReading>()
  forecast: StoredForecast | undefined

  readingAt(at: Date): KnownReading | undefined {
    return this.byHour.get(hourOf(at).getTime())
  }

  latest(): KnownReading | undefined {
    let latest: KnownReading | undefined
    for (const reading of this.byHour.values()) if (!latest || reading.hour > latest.hour) latest = reading
    return latest
  }

  historyUntil(at: Date): Hourly {
    const from = new Date(hourOf(at).getTime() - (historyHours - 1) * hourMs)
    const values = Float64Array.from(
      { length: historyHours },
      (_, hour) => this.byHour.get(from.getTime() + hour * hourMs)?.gco2Kwh ?? Number.NaN,
    )
    return { from, values }
  }
}
