/**
 * A **region** is where a deployment may run: a hub, a country, or a group of countries. Its id is a hub's id, an ISO
 * code, or one of the groups' names; ids are the same in any case.
 */
import { countryCoded, countryCodes, countryName } from './countries.ts'

export type Region = {
  id: string
  kind: 'group' | 'country' | 'hub'
  name: string
  /** Its countries; for a hub, the one that it is in. */
  countries: ReadonlySet<string>
}

const eu = 'AT BE BG HR CY CZ DK EE FI FR DE GR HU IE IT LV LT LU MT NL PL PT RO SK SI ES SE'.split(' ')

/** Memberships as of 2026-11-20. */
export const regionGroups: readonly Region[] = [
  group('eu', 'European Union', eu),
  group('eea', 'European Economic Area', [...eu, 'IS', 'LI', 'NO']),
  group('nordics', 'Nordic countries', ['DK', 'FI', 'IS', 'NO', 'SE']),
  group('us', 'United States', ['US']),
  group('global', 'Anywhere', countryCodes),
]

const groupsById = new Map(regionGroups.map((region) => [region.id, region]))

/** The group or country of that name; hubs are in `placement/fleet.ts`. */
export function regionNamed(text: string): Region | undefined {
  const group = groupsById.get(text.toLowerCase())
  if (group) return group
  const code = countryCoded(text)
  return code === undefined ? undefined : countryRegion(code)
}

const countryRegions = new Map<string, Region>()

function countryRegion(code: string): Region {
  const known = countryRegions.get(code)
  if (known) return known
  const region: Region = { id: code, kind: 'country', name: countryName(code), countries: new Set([code]) }
  countryRegions.set(code, region)
  return region
}

/** A hub as a region. */
export function hubRegion(hub: { id: string; name: string; country: string }): Region {
  return { id: hub.id, kind: 'hub', name: hub.name, countries: new Set([hub.country]) }
}

export const isInRegion = (hub: { id: string; country: string }, region: Region): boolean =>
  region.kind === 'hub' ? hub.id === region.id : region.countries.has(hub.country)

function group(id: string, name: string, countries: Iterable<string>): Region {
  return { id, kind: 'group', name, countries: new Set(countries) }
}
