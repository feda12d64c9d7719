import type { Hourly } from '@service/compute-domain/carbon/forecast.ts'
import type { LiveSource } from '../sources.ts'

/** A service that publishes over HTTP what grids emit. */
export interface Provider {
  readonly source: LiveSource
  covers(zone: string): boolean
  /** The last hours and, where it has one, a forecast. Throws `ProviderFailure`. */
  fetch(zone: string, now: Date): Promise<Fetched>
}

export type Fetched = {
  readings: HourReading[]
  /** Null where it makes none, or the key's plan has none. */
  forecast: (Hourly & { issuedAt: Date }) | null
}

export type HourReading = {
  hour: Date
  /** In the source's own scope and basis. */
  gco2Kwh: number
  renewablePercentage: number | null
  estimated: boolean
}

/** A provider failed or could not be reached. The message holds no key. */
export class ProviderFailure extends Error {
  override readonly name = 'ProviderFailure'
  /** Absent where there was no response, or none that could be read. */
  readonly status: number | undefined

  constructor(message: string, options: ErrorOptions & { status?: number } = {}) {
    super(message, options)
    this.status = options.status
  }
}
