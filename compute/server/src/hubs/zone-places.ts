/** Where grid zones are, near enough for a map: of the table that ships (`data/geonames`). */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parse } from 'csv-parse/sync'

/** In degrees, north and east of zero. */
export type Place = { latitude: number; longitude: number }

/** The place of a zone, else of the one that it is a part of; undefined where the table has neither. */
export type PlaceOfZone = (zone: string) => Place | undefined

const file = fileURLToPath(new URL('../../data/geonames/zone_places.csv', import.meta.url))

export function readZonePlaces(): PlaceOfZone {
  const rows = parse(readFileSync(file), { columns: true }) as Record<string, string>[]
  const places = new Map(
    rows.map(({ zone = '', latitude, longitude }): [string, Place] => [
      zone,
      { latitude: Number(latitude), longitude: Number(longitude) },
    ]),
  )
  const placeOf: PlaceOfZone = (zone) => {
    const end = zone.lastIndexOf('-')
    return places.get(zone) ?? (end < 0 ? undefined : placeOf(zone.slice(0, end)))
  }
  return placeOf
}
