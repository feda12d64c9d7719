/** What the EU's XML and CSV both say of a subject, and how that becomes an entry. */
import { edtfDate, edtfInterval } from '@service/reputation-domain/lists/dates.ts'
import type { Identifier, ListEntry, ListedName } from '@service/reputation-domain/lists/model/entry.ts'
import { tidyEntry } from '../tidy-entry.ts'

/** Texts are as in the file; absent ones are empty. */
export type EuSubject = {
  logicalId: string
  referenceNumber: string
  unitedNationId: string
  isPerson: boolean
  designationDate: string
  programmes: string[]
  remarks: string[]
  aliases: EuAlias[]
  birthdates: EuBirthdate[]
  /** Two-letter codes. */
  citizenships: string[]
  addressCountries: string[]
  identifications: EuIdentification[]
}

export type EuAlias = {
  wholeName: string
  firstName: string
  middleName: string
  lastName: string
  language: string
  strong: boolean
}

export type EuBirthdate = {
  year: string
  month: string
  day: string
  yearFrom: string
  yearTo: string
  circa: boolean
  /** `GREGORIAN` or `ISLAMIC`. */
  calendar: string
  city: string
  region: string
  place: string
  country: string
}

export type EuIdentification = { type: string; number: string; latinNumber: string; country: string }

export function euEntry(subject: EuSubject): ListEntry | undefined {
  const remarks = subject.remarks
    .map((remark) => remark.trim())
    .filter((remark) => remark !== '')
    .join('\n')
  return tidyEntry({
    entityId: `EU:${subject.logicalId}`,
    list: 'EU',
    // The EU knows persons and enterprises only; its few ships are enterprises, and stay so: guessing a type from a
    // name would put a shipping company among the ships.
    type: subject.isPerson ? 'individual' : 'entity',
    names: primaryFirst(subject.aliases.map(toName)),
    programs: subject.programmes,
    datesOfBirth: subject.birthdates.flatMap((birthdate) => toDate(birthdate) ?? []),
    placesOfBirth: subject.birthdates.map(placeOf),
    countries: [...subject.citizenships, ...subject.addressCountries],
    identifiers: [
      { kind: 'reference', value: subject.referenceNumber && `EU ${subject.referenceNumber}` },
      { kind: 'reference', value: subject.unitedNationId && `UN ${subject.unitedNationId}` },
      ...subject.identifications.map(toIdentifier),
      ...ownImoNumbers(remarks).map((value) => ({ kind: 'imo', value })),
    ],
    listedOn: subject.designationDate || dateInRemarks(remarks),
    remarks,
  })
}

function toName({ wholeName, firstName, middleName, lastName, language, strong }: EuAlias): Omit<ListedName, 'kind'> {
  const name = wholeName.trim() || [firstName, middleName, lastName].map((part) => part.trim()).join(' ')
  const code = language.trim().toLowerCase()
  return { name, strength: strong ? 'strong' : 'weak', ...(/^[a-z]{2}$/.test(code) ? { language: code } : {}) }
}

/**
 * The EU marks no name as the main one, and orders them by age. The first strong one in Latin letters, in English or
 * of no stated language, stands first: it is the one that a reader of an answer in English will recognise.
 */
function primaryFirst(names: Omit<ListedName, 'kind'>[]): Omit<ListedName, 'kind'>[] {
  const isStrong = ({ strength }: Omit<ListedName, 'kind'>): boolean => strength === 'strong'
  const primary =
    names.find((name) => isStrong(name) && isEnglish(name) && /\p{Script=Latin}/u.test(name.name)) ??
    names.find(isStrong)
  return primary ? [primary, ...names.filter((name) => name !== primary)] : names
}

const isEnglish = ({ language }: Omit<ListedName, 'kind'>): boolean => language === undefined || language === 'en'

function toDate({ year, month, day, yearFrom, yearTo, circa, calendar }: EuBirthdate): string | undefined {
  if (calendar !== '' && calendar !== 'GREGORIAN') return undefined // a handful of Islamic ones, beside Gregorian ones
  const exact = edtfDate(
    { year: Number(year || Number.NaN), month: part(month), day: part(day) },
    { approximate: circa },
  )
  if (exact !== undefined) return exact
  const approximate = { approximate: circa }
  return edtfInterval(
    edtfDate({ year: Number(yearFrom || Number.NaN) }, approximate),
    edtfDate({ year: Number(yearTo || Number.NaN) }, approximate),
  )
}

const part = (text: string): number | undefined => (text === '' ? undefined : Number(text))

/** `Baghdad, IRAQ`, of the parts that are given. */
function placeOf({ city, place, region, country }: EuBirthdate): string {
  const parts = [city, place, region, country === 'UNKNOWN' ? '' : country].map((text) => text.trim())
  return parts.filter((text) => text !== '').join(', ')
}

const kindsByType: Record<string, string> = {
  passport: 'passport',
  travelcardid: 'passport',
  id: 'national-id',
  ssn: 'national-id',
  unssn: 'national-id',
  nationcert: 'national-id',
  electionid: 'national-id',
  fiscalcode: 'tax-id',
  taxid: 'tax-id',
  euvat: 'tax-id',
  regnumber: 'registration',
  tradelic: 'registration',
  imo: 'imo',
  swiftbic: 'swift',
}

function toIdentifier({ type, number, latinNumber, country }: EuIdentification): Identifier {
  const value = number.trim() || latinNumber.trim()
  const kind = kindsByType[type.toLowerCase()] ?? 'other'
  return { kind, value: kind === 'imo' ? value.replace(/^IMO\s*/i, '') : value, country }
}

/**
 * Numbers that a remark gives as the subject's own, as a list item does: `(a) International Maritime Organization
 * (IMO) Number: 1790183`. A number inside a sentence is that of some ship which the subject has to do with.
 */
function ownImoNumbers(remarks: string): string[] {
  const own =
    /(?:^|[;\n]\s*)(?:\([a-z]\)\s*)?(?:International Maritime Organi[sz]ation\s*)?\(?IMO\)?(?:\s+number)?:?\s*(\d{7})\b/gi
  return [...remarks.matchAll(own)].map((match) => match[1] ?? '')
}

/** `Date of listing: 21.10.2014` or `Date of UN designation: 5/08/2017`, day first. */
function dateInRemarks(remarks: string): string {
  const match = /\bdate of (?:UN )?(?:listing|designation):?\s*(\d{1,2})[./](\d{1,2})[./](\d{4})/i.exec(remarks)
  const [, day = '', month = '', year = ''] = match ?? []
  return edtfDate({ year: Number(year || Number.NaN), month: Number(month), day: Number(day) }) ?? ''
}
