/**
 * The mean intensity of a year, as shipped: by grid zone from Electricity Maps, by country from Our World in Data. The two
 * tables stay apart, each with its licence in a folder of its own, and either folder may be deleted. The first takes
 * precedence: it is newer, knows zones within countries, and traces imports, as the live readings do.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parse } from 'csv-parse/sync'
import type { AnnualSource } from './sources.ts'

export type AnnualMean = {
  source: AnnualSource
  /** The zone or country of the row, which may be larger than the zone asked for. */
  zone: string
  year: number
  gco2Kwh: number
  renewablePercentage: number | null
}

export interface AnnualMeans {
  /** Whether either table has a row of exactly this zone or country. */
  has(zone: string): boolean
  /** The mean of the zone, else of its country; undefined where neither is known. */
  of(zone: string): AnnualMean | undefined
}

const shippedFolder = fileURLToPath(new URL('../../data/', import.meta.url))

export function readAnnualMeans(folder = shippedFolder): AnnualMeans {
  const zones = readTable(join(folder, 'electricity-maps'), 'electricity-maps-annual', 'zone')
  const countries = readTable(join(folder, 'owid'), 'our-world-in-data-annual', 'country_iso2')
  return {
    has: (zone) => zones.has(zone) || countries.has(zone),
    of(zone) {
      const country = zone.slice(0, 2)
      return zones.get(zone) ?? zones.get(country) ?? countries.get(country)
    },
  }
}

function readTable(folder: string, source: AnnualSource, key: string): Map<string, AnnualMean> {
  if (!existsSync(folder)) return new Map()
  const files = readdirSync(folder).filter((file) => file.endsWith('.csv'))
  return new Map(
    files
      .flatMap((file) => parse(readFileSync(join(folder, file)), { columns: true }) as Record<string, string>[])
      .map((row) => {
        const zone = row[key] as string
        const { carbon_intensity_gco2eq_kwh: gco2Kwh, renewable_pct: renewables, year } = row
        return [
          zone,
          {
            source,
            zone,
            year: Number(year),
            gco2Kwh: Number(gco2Kwh),
            renewablePercentage: renewables ? Number(renewables) : null,
          },
        ]
      }),
  )
}
