/**
 * The remarks of OFAC's CSV. All that the XML keeps in elements of its own is here in one text, split by `; `: weak
 * aliases (which are in no other file), dates and places of birth, nationalities, flags and every kind of number.
 */
import { countryCode } from '@service/reputation-domain/lists/country-codes.ts'
import type { Identifier } from '@service/reputation-domain/lists/model/entry.ts'
import { englishDate } from '../english-date.ts'
import { ofacRemarkIdentifier } from './ofac-identifiers.ts'

export type OfacRemarks = {
  weakAliases: string[]
  datesOfBirth: string[]
  placesOfBirth: string[]
  countries: string[]
  identifiers: Identifier[]
}

// An alias without its closing quote was cut off where the column ends, and is nobody's name.
const alias = /^(?:a|f|n)\.k\.a\. '(.+)'\.?$/
const country = /^(?:nationality|citizen|Nationality of Registration|(?:Former |Other )?Vessel Flag) (.+)$/

export function readOfacRemarks(remarks: string): OfacRemarks {
  const found: OfacRemarks = { weakAliases: [], datesOfBirth: [], placesOfBirth: [], countries: [], identifiers: [] }
  const trimmed = remarks.trim()
  // The full stop ends the remark; only after a last abbreviation does it belong to the text, where it does no harm.
  const whole = trimmed.endsWith('.') ? trimmed.slice(0, -1) : trimmed
  for (const raw of whole.split('; ')) {
    const item = raw.startsWith('alt. ') ? raw.slice(5) : raw.trim()
    if (item !== '') readItem(item, found)
  }
  return found
}

function readItem(item: string, found: OfacRemarks): void {
  if (item.startsWith('DOB ')) {
    const date = englishDate(item.slice(4))
    if (date !== undefined) found.datesOfBirth.push(date)
    return
  }
  if (item.startsWith('POB ')) {
    found.placesOfBirth.push(item.slice(4))
    return
  }
  const name = alias.exec(item)?.[1]
  if (name !== undefined) {
    found.weakAliases.push(name)
    return
  }
  const place = country.exec(item)?.[1]
  if (place !== undefined) {
    const code = countryCode(place)
    if (code !== undefined) found.countries.push(code)
    return
  }
  const identifier = ofacRemarkIdentifier(item)
  if (identifier) found.identifiers.push(identifier)
}
