/** All SQL of carbon intensities. */

import type { Hourly } from '@service/compute-domain/carbon/forecast.ts'
import type { Queryable } from '@service/foundation/database/database.ts'
import { sql } from 'kysely'
import type { LiveSource } from './sources.ts'

export const carbonChanged = 'compute_carbon'

export type StoredReading = {
  source: LiveSource
  zone: string
  /** Start of the hour. */
  hour: Date
  gco2Kwh: number
  renewablePercentage: number | null
  estimated: boolean
}

export type StoredForecast = Hourly & { source: LiveSource; zone: string; issuedAt: Date }

/** Writes new and changed readings and returns how many those were. A reading without a share keeps the stored share. */
export async function saveReadings(db: Queryable, readings: readonly StoredReading[], now: Date): Promise<number> {
  if (readings.length === 0) return 0
  const { rows } = await sql`
    insert into carbon_readings (source, zone, hour, gco2_kwh, renewable_percentage, estimated, fetched_at)
    select source, zone, hour, "gco2Kwh", "renewablePercentage", estimated, ${now}
      from jsonb_to_recordset(${JSON.stringify(readings)}::jsonb)
        as one (source text, zone text, hour timestamptz, "gco2Kwh" double precision,
                "renewablePercentage" double precision, estimated boolean)
        on conflict (source, zone, hour) do update
       set gco2_kwh = excluded.gco2_kwh,
           renewable_percentage = coalesce(excluded.renewable_percentage, carbon_readings.renewable_percentage),
           estimated = excluded.estimated,
           fetched_at = excluded.fetched_at
     where (carbon_readings.gco2_kwh, carbon_readings.estimated) is distinct from (excluded.gco2_kwh, excluded.estimated)
        or (excluded.renewable_percentage is not null
            and carbon_readings.renewable_percentage is distinct from excluded.renewable_percentage)
    returning zone`.execute(db)
  return rows.length
}

/** Keeps the newest forecast: an older one that comes late changes nothing. */
export async function saveForecast(db: Queryable, forecast: StoredForecast, now: Date): Promise<void> {
  const { source, zone, issuedAt, from, values } = forecast
  await sql`
    insert into carbon_forecasts (source, zone, issued_at, from_hour, gco2_kwh, fetched_at)
    values (${source}, ${zone}, ${issuedAt}, ${from}, ${Array.from(values)}, ${now})
        on conflict (source, zone) do update
       set issued_at = excluded.issued_at, from_hour = excluded.from_hour, gco2_kwh = excluded.gco2_kwh,
           fetched_at = excluded.fetched_at
     where carbon_forecasts.issued_at <= excluded.issued_at`.execute(db)
}

/** Notifies every process, once the transaction commits, that there is something to load. */
export async function announce(db: Queryable): Promise<void> {
  await sql`select pg_notify(${carbonChanged}, '')`.execute(db)
}

/** The zones' readings of hours from `since` on that were fetched at `fetchedSince` or later. */
export async function readingsSince(
  db: Queryable,
  { zones, since, fetchedSince }: { zones: readonly string[]; since: Date; fetchedSince: Date },
): Promise<(StoredReading & { fetchedAt: Date })[]> {
  const { rows } = await sql<StoredReading & { fetchedAt: Date }>`
    select source, zone, hour, gco2_kwh, renewable_percentage, estimated, fetched_at
      from carbon_readings
     where zone = any (${[...zones]}) and hour >= ${since} and fetched_at >= ${fetchedSince}`.execute(db)
  return rows
}

export async function forecastsOf(db: Queryable, zones: readonly string[]): Promise<StoredForecast[]> {
  const { rows } = await sql<Omit<StoredForecast, 'values'> & { values: number[] }>`
    select source, zone, issued_at, from_hour as "from", gco2_kwh as "values"
      from carbon_forecasts
     where zone = any (${[...zones]})`.execute(db)
  return rows.map((row) => ({ ...row, values: Float64Array.from(row.values) }))
}

/** Deletes readings and forecasts of before then, and returns how many those were. */
export async function prune(db: Queryable, before: Date): Promise<number> {
  const readings = await sql`delete from carbon_readings where hour < ${before} returning 1`.execute(db)
  const forecasts = await sql`delete from carbon_forecasts where issued_at < ${before} returning 1`.execute(db)
  return readings.rows.length + forecasts.rows.length
}
