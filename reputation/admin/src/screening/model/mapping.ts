/** From the columns of a file to parties. */
import type { Csv } from './csv.ts'

export const fields = ['name', 'givenName', 'type', 'dateOfBirth', 'country', 'reference'] as const
export type Field = (typeof fields)[number]
export type Mapping = Partial<Record<Field, number>>

export const fieldWords: Record<Field, string> = {
  name: 'Name, or family name',
  givenName: 'Given name',
  type: 'Type',
  dateOfBirth: 'Date of birth',
  country: 'Country',
  reference: 'Your reference',
}

/** Heads of columns as they are often called, in a few languages. */
const known: Record<Field, RegExp> = {
  name: /^(?:(?:full|customer|company|legal|party|last|family|sur)?[ _-]?names?|nom|nombre|apellidos?|nachname|firma|cognome|query)$/i,
  givenName: /^(?:(?:first|given|fore)[ _-]?names?|pr[eé]nom|vorname|nombre de pila|nome di battesimo)$/i,
  type: /^(?:(?:party|entity|customer)?[ _-]?(?:type|kind)|typ|tipo)$/i,
  dateOfBirth:
    /^(?:dob|date[ _-]?of[ _-]?birth|dateofbirth|birth[ _-]?(?:date|day)|born|geburtsdatum|date de naissance|fecha de nacimiento)$/i,
  country: /^(?:country(?:[ _-]?(?:code|iso2?))?|nationality|citizenship|land|pays|pa[ií]s|staatsangeh[oö]rigkeit)$/i,
  reference: /^(?:(?:your|customer|client|party)?[ _-]?(?:ref(?:erence)?|id|number|no)|kundennummer)$/i,
}

export function guessMapping(head: readonly string[]): Mapping {
  const mapping: Mapping = {}
  for (const field of fields) {
    const at = head.findIndex((name) => known[field].test(name.trim()))
    if (at >= 0) mapping[field] = at
  }
  if (mapping.name === undefined && head.length > 0) mapping.name = mapping.givenName === 0 ? 1 : 0
  return mapping
}

export type DateOrder = 'day' | 'month'
export type Row = {
  line: number
  party: { name?: string; type?: string; dateOfBirth?: string; country?: string; reference?: string }
}

const typeWords: Record<string, string> = {
  person: 'individual',
  natural: 'individual',
  company: 'entity',
  organisation: 'entity',
  organization: 'entity',
  legal: 'entity',
  ship: 'vessel',
}

/** `17.04.1962` or `4/17/1962` as `1962-04-17`; what is none of these stays as it is, for the service to say so. */
export function isoDate(text: string, order: DateOrder): string {
  const [, one = '', two = '', year] = /^(\d{1,2})[./-](\d{1,2})[./-](\d{4})$/.exec(text) ?? []
  if (year !== undefined) {
    const [day, month] = order === 'day' ? [one, two] : [two, one]
    return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  }
  return text
    .replace(/^(\d{4})[./](\d{1,2})[./](\d{1,2})$/, (_, y, m, d) => `${y}-${m.padStart(2, '0')}-${d.padStart(2, '0')}`)
    .replace(/[T ]00:00.*$/, '')
}

let codes: ReadonlyMap<string, string> | undefined

/** The code of a country by its English name; what is none stays as it is. */
export function countryCode(text: string): string {
  if (text.length <= 2) return text.toUpperCase()
  codes ??= countryCodes()
  return codes.get(text.toLowerCase()) ?? text
}

function countryCodes(): ReadonlyMap<string, string> {
  const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
  const found = letters.flatMap((one) =>
    letters.flatMap((other) => {
      const name = names.of(one + other)
      // SU and DD have the names of RU and DE, which took their place.
      const isCurrent = Intl.getCanonicalLocales(`und-${one}${other}`)[0] === `und-${one}${other}`
      return name === undefined || !isCurrent ? [] : [[name.toLowerCase(), one + other] as const]
    }),
  )
  return new Map(found)
}

export function rowsOf({ rows }: Csv, mapping: Mapping, order: DateOrder): Row[] {
  return rows.map(({ line, cells }) => {
    const cell = (field: Field) => {
      const at = mapping[field]
      return at === undefined ? '' : (cells[at] ?? '')
    }
    const given = cell('givenName')
    const family = cell('name')
    const name = given === '' ? family : family === '' ? given : `${family}, ${given}`
    const type = cell('type').toLowerCase()
    const party = {
      name,
      type: typeWords[type] ?? type,
      dateOfBirth: isoDate(cell('dateOfBirth'), order),
      country: countryCode(cell('country')),
      reference: cell('reference'),
    }
    return { line, party: Object.fromEntries(Object.entries(party).filter(([, value]) => value !== '')) }
  })
}
