/**
 * The UK Sanctions List of the Foreign, Commonwealth and Development Office, XML and CSV. Both say the same in other
 * shapes: XML has an element for each designation; CSV has a row for each name and each further detail, and rows belong
 * together by `Unique ID`. The first line of the CSV is the date of the report, the second the header.
 */
import { countryCode } from '@service/reputation-domain/lists/country-codes.ts'
import { edtfDate } from '@service/reputation-domain/lists/dates.ts'
import type { EntryType, ListEntry, ListedName, ParsedList } from '@service/reputation-domain/lists/model/entry.ts'
import { csvRows } from '../csv-rows.ts'
import { englishDate } from '../english-date.ts'
import { toInstant } from '../instant.ts'
import { ListFormatError } from '../list-format-error.ts'
import { listText } from '../list-text.ts'
import { parsedList } from '../parsed-list.ts'
import { tidyEntry } from '../tidy-entry.ts'
import { readXmlRecords, type XmlElement } from '../xml-records.ts'

/** The fields that are read, with the column of the CSV and the element of the XML that hold them. */
const fields = {
  id: ['Unique ID', 'UniqueID'],
  type: ['Designation Type', 'IndividualEntityShip'],
  regime: ['Regime Name', 'RegimeName'],
  unReference: ['UN Reference Number', 'UNReferenceNumber'],
  groupId: ['OFSI Group ID', 'OFSIGroupID'],
  designated: ['Date Designated', 'DateDesignated'],
  nonLatinName: ['Name non-latin script', 'NameNonLatinScript'],
  dateOfBirth: ['D.O.B', 'DOB'],
  townOfBirth: ['Town of birth', 'TownOfBirth'],
  countryOfBirth: ['Country of birth', 'CountryOfBirth'],
  nationality: ['Nationality(/ies)', 'Nationality'],
  addressCountry: ['Address Country', 'AddressCountry'],
  flag: ['Current believed flag of ship', 'CurrentBelievedFlagOfShip'],
  passport: ['Passport number', 'PassportNumber'],
  nationalId: ['National Identifier number', 'NationalIdentifierNumber'],
  registration: ['Business registration number (s)', 'BusinessRegistrationNumber'],
  imo: ['IMO number', 'IMONumber'],
  remarks: ['Other Information', 'OtherInformation'],
} as const
type Field = keyof typeof fields

/** One designation, whichever file it came from. */
type Designation = {
  /** Everything that was given under a field. */
  all(field: Field): readonly string[]
  /** The primary name first. */
  names: readonly Omit<ListedName, 'kind'>[]
  placesOfBirth: readonly string[]
}

const typesByWord: Record<string, EntryType> = { individual: 'individual', ship: 'vessel' }

function toEntry({ all, names, placesOfBirth }: Designation): ListEntry | undefined {
  const first = (field: Field): string => all(field)[0] ?? ''
  const identifiers = (field: Field, kind: string) =>
    all(field)
      .flatMap(numbered)
      .map((value) => ({ kind, value }))
  const references = [...all('unReference').map((id) => `UN ${id}`), ...all('groupId').map((id) => `OFSI ${id}`)]
  return tidyEntry({
    entityId: `UK:${first('id')}`,
    list: 'UK',
    type: typesByWord[first('type').toLowerCase()] ?? 'entity',
    names: [...names, ...all('nonLatinName').map((name) => ({ name, strength: 'strong' as const }))],
    programs: [...all('regime')],
    datesOfBirth: all('dateOfBirth').flatMap((text) => dayFirst(text) ?? []),
    placesOfBirth: [...placesOfBirth],
    countries: [...all('nationality'), ...all('addressCountry'), ...all('flag')]
      .flatMap(numbered)
      .flatMap((name) => countryCode(name) ?? []),
    identifiers: [
      ...references.map((value) => ({ kind: 'reference', value })),
      ...identifiers('passport', 'passport'),
      ...identifiers('nationalId', 'national-id'),
      ...identifiers('registration', 'registration'),
      ...identifiers('imo', 'imo'),
    ],
    listedOn: dayFirst(first('designated')) ?? '',
    remarks: all('remarks').join('\n'),
  })
}

/** `24/02/2022`, `dd/02/1962` and `dd/mm/1962`; a time may stand behind the day. */
function dayFirst(text: string): string | undefined {
  const [, day = '', month = '', year = ''] = /^(\d{1,2}|dd)\/(\d{1,2}|mm)\/(\d{4})\b/i.exec(text) ?? []
  const number = (part: string) => (/^\d/.test(part) ? Number(part) : undefined)
  const isWhole = number(month) !== undefined
  return edtfDate({ year: Number(year || Number.NaN), month: number(month), day: isWhole ? number(day) : undefined })
}

/** `(1) Russia (2) Cyprus` holds two. */
const numbered = (text: string): string[] => text.split(/\(\d+\)/).map((part) => part.trim())

type NameParts = { given: readonly string[]; family: string; type: string; strength: string }

/** Given names stand in Name 1 to 5; Name 6 is the family name of a person, and the whole name of anything else. */
function namesOf(parts: readonly NameParts[]): Omit<ListedName, 'kind'>[] {
  const isPrimary = ({ type }: NameParts): boolean => type.toLowerCase() === 'primary name'
  return [...parts.filter(isPrimary), ...parts.filter((one) => !isPrimary(one))].map(({ given, family, strength }) => ({
    name: [...given, family].filter((part) => part !== '').join(' '),
    strength: /low|weak/i.test(strength) ? 'weak' : 'strong',
  }))
}

const givenNames = [1, 2, 3, 4, 5]
const place = (town: string, country: string): string => [town, country].filter((part) => part !== '').join(', ')

const xml = { title: 'UK XML', root: 'Designations', records: ['DateGenerated', 'Designation'] }

export function parseUkXml(file: Uint8Array): ParsedList {
  const entries: ListEntry[] = []
  let publishedAt: string | null = null
  readXmlRecords(listText(file, xml.title), xml, (record) => {
    if (record.name === 'DateGenerated') publishedAt = toInstant(dayFirst(record.text.trim()) ?? '')
    else {
      const entry = toEntry(fromElement(record))
      if (entry) entries.push(entry)
    }
  })
  return parsedList('UK', publishedAt, entries)
}

function fromElement(record: XmlElement): Designation {
  const texts = (element: XmlElement, name: string): string[] =>
    descendants(element, name).flatMap(({ text }) => text.trim() || [])
  const text = (element: XmlElement, name: string): string => texts(element, name)[0] ?? ''
  const names = descendants(record, 'Names').flatMap((list) => descendants(list, 'Name'))
  return {
    all: (field) => texts(record, fields[field][1]),
    names: namesOf(
      names.map((name) => ({
        given: givenNames.map((number) => text(name, `Name${number}`)),
        family: text(name, 'Name6'),
        type: text(name, 'NameType'),
        strength: text(name, 'AliasStrength'),
      })),
    ),
    placesOfBirth: descendants(record, 'Location').map((location) =>
      place(text(location, 'TownOfBirth'), text(location, 'CountryOfBirth')),
    ),
  }
}

/** Elements of that name at any depth: lists of details are wrapped in one or two elements. */
const descendants = (element: XmlElement, name: string): XmlElement[] =>
  element.children.flatMap((child) => (child.name === name ? [child] : descendants(child, name)))

const csvTitle = 'UK CSV'
const neededColumns = ['Unique ID', 'Name 6', 'Name type', 'Designation Type', 'Regime Name']

export const isUkCsv = (text: string): boolean => /^"?Report Date: /.test(text)

export function parseUkCsv(file: Uint8Array): ParsedList {
  const text = listText(file, csvTitle)
  const [report, header] = csvRows(text, { delimiter: ',' }) // no more than these two are read here
  const columns = new Map(header?.fields.map((name, index) => [name.trim(), index]))
  const missing = neededColumns.filter((column) => !columns.has(column))
  if (missing.length > 0) {
    throw new ListFormatError(`The ${csvTitle} file has no column ${missing.join(', ')}. Check its address.`)
  }
  const [, , ...data] = csvRows(text, { delimiter: ',', columns: columns.size })
  if (data.at(-1)?.unterminated) {
    throw new ListFormatError(`The ${csvTitle} file ends inside a row: it was cut off. Download it again.`)
  }
  const cell = (row: readonly string[], column: string): string => row[columns.get(column) ?? -1]?.trim() ?? ''
  const sound = data
    .map((row) => row.fields)
    .filter((row) => row.length === columns.size && /^[A-Z]+\d+$/.test(cell(row, fields.id[0])))
  if (sound.length < data.length * minShareOfSoundRows) {
    throw new ListFormatError(
      `The ${csvTitle} file is damaged: only ${sound.length} of its ${data.length} rows have an id and ${columns.size} columns. Download it again.`,
    )
  }
  const byId = Map.groupBy(sound, (row) => cell(row, fields.id[0]))
  const entries = [...byId.values()].flatMap((own) => toEntry(fromRows(own, cell)) ?? [])
  return parsedList('UK', reportDate(report?.fields[0] ?? ''), entries)
}

/** Below this share of rows that have every column, the file is something else. */
const minShareOfSoundRows = 0.9

/** `Report Date: 11-Sep-2026`. */
const reportDate = (text: string): string | null =>
  toInstant(englishDate(text.replace(/^Report Date:\s*/, '').replaceAll('-', ' ')) ?? '')

function fromRows(
  rows: readonly (readonly string[])[],
  cell: (row: readonly string[], column: string) => string,
): Designation {
  return {
    all: (field) => [...new Set(rows.map((row) => cell(row, fields[field][0])))].filter((text) => text !== ''),
    names: namesOf(
      rows.map((row) => ({
        given: givenNames.map((number) => cell(row, `Name ${number}`)),
        family: cell(row, 'Name 6'),
        type: cell(row, 'Name type'),
        strength: cell(row, 'Alias strength'),
      })),
    ),
    placesOfBirth: rows.map((row) => place(cell(row, fields.townOfBirth[0]), cell(row, fields.countryOfBirth[0]))),
  }
}
