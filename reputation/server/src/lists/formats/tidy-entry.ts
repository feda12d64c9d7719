import { isCountryCode } from '@service/reputation-domain/lists/country-codes.ts'
import type { Identifier, ListEntry, ListedName } from '@service/reputation-domain/lists/model/entry.ts'
import { tidyNames } from './listed-names.ts'

/** An entry as a parser gathered it, with repetitions and gaps. The first name is the primary one. */
export type RawEntry = Omit<ListEntry, 'names' | 'listedOn' | 'remarks'> & {
  names: readonly Omit<ListedName, 'kind'>[]
  /** `YYYY-MM-DD`, with or without more behind it; anything else counts as not given. */
  listedOn?: string
  remarks?: string
}

/** Identifiers by which a state registers a company or a ship: they say where it belongs, as an address does. */
const kindsOfRegistration = new Set(['registration', 'tax-id'])

/** The entry in the shape that all lists share; `undefined` for one without an id or a name, which nobody can match. */
export function tidyEntry(raw: RawEntry): ListEntry | undefined {
  const names = tidyNames(raw.names)
  if (names.length === 0 || !/^\w+:[\w.-]+$/.test(raw.entityId)) return undefined
  const isPerson = raw.type === 'individual'
  const identifiers = distinctIdentifiers(raw.identifiers)
  const registered = identifiers.flatMap(({ kind, country }) =>
    !isPerson && country !== undefined && kindsOfRegistration.has(kind) ? [country] : [],
  )
  const listedOn = /^\d{4}-\d{2}-\d{2}/.exec(raw.listedOn ?? '')?.[0]
  const remarks = raw.remarks?.trim()
  return {
    entityId: raw.entityId,
    list: raw.list,
    type: raw.type,
    names,
    programs: distinctTexts(raw.programs),
    datesOfBirth: isPerson ? distinctTexts(raw.datesOfBirth) : [],
    placesOfBirth: isPerson ? distinctTexts(raw.placesOfBirth) : [],
    countries: distinctTexts([...raw.countries, ...registered]).filter(isCountryCode),
    identifiers,
    ...(listedOn === undefined ? {} : { listedOn }),
    ...(remarks ? { remarks } : {}),
  }
}

const distinctTexts = (texts: readonly string[]): string[] => [
  ...new Set(texts.map((text) => text.replace(/\s+/g, ' ').trim()).filter((text) => text !== '')),
]

function distinctIdentifiers(identifiers: readonly Identifier[]): Identifier[] {
  const byKindAndValue = new Map<string, Identifier>()
  for (const { kind, value, country } of identifiers) {
    const tidy = value.replace(/\s+/g, ' ').trim()
    if (!/[\p{L}\p{N}]/u.test(tidy)) continue // some lists fill the gap with a dash
    const key = `${kind} ${tidy}`
    if (byKindAndValue.get(key)?.country !== undefined) continue
    const known = country !== undefined && isCountryCode(country)
    byKindAndValue.set(key, known ? { kind, value: tidy, country } : { kind, value: tidy })
  }
  return [...byKindAndValue.values()]
}
