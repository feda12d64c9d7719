/**
 * The EU's Financial Sanctions File, CSV 1.1: UTF-8 with a byte order mark, `;` between 118 columns, a header row.
 * Each row holds one name, address, date of birth, identification or citizenship; the columns of the subject repeat,
 * and rows belong together by `Entity_LogicalId`.
 */
import type { ParsedList } from '@service/reputation-domain/lists/model/entry.ts'
import { csvRows } from '../csv-rows.ts'
import { toInstantOfDay } from '../instant.ts'
import { ListFormatError } from '../list-format-error.ts'
import { listText } from '../list-text.ts'
import { parsedList } from '../parsed-list.ts'
import { type EuSubject, euEntry } from './eu-entry.ts'

const title = 'EU CSV'

/** The columns we read; the others may come and go. Columns that only the live file has are looked up when there. */
const neededColumns = [
  'Entity_LogicalId',
  'Entity_SubjectType',
  'NameAlias_WholeName',
  'BirthDate_Year',
  'Identification_Number',
  'Citizenship_CountryIso2Code',
]

/** Below this share of rows that have every column, the file is something else. */
const minShareOfSoundRows = 0.9

/** Reads one cell of a row by the name of its column; empty where the file has no such column. */
type Cells = (column: string) => string

export function parseEuCsv(file: Uint8Array): ParsedList {
  const subjects = new Map<string, EuSubject>()
  let publishedAt: string | null = null
  for (const cells of rowsOf(listText(file, title))) {
    publishedAt ??= fileDate(cells('fileGenerationDate'))
    const id = cells('Entity_LogicalId')
    const subject = subjects.get(id) ?? newSubject(cells)
    subjects.set(id, subject)
    addRow(subject, cells)
  }
  const entries = [...subjects.values()].flatMap((subject) => euEntry(subject) ?? [])
  return parsedList('EU', publishedAt, entries)
}

function* rowsOf(text: string): Generator<Cells> {
  const header = csvRows(text.slice(0, text.indexOf('\n') + 1), { delimiter: ';' }).next()
  const names = header.done ? [] : header.value.fields.map((name) => name.trim())
  const missing = neededColumns.filter((column) => !names.includes(column))
  if (missing.length > 0) {
    throw new ListFormatError(`The ${title} file has no column ${missing.join(', ')}. Check its address.`)
  }
  const indexes = new Map(names.map((name, index) => [name, index]))

  let total = 0
  let sound = 0
  let cutOff = false
  let fields: string[] = []
  const cells: Cells = (column) => fields[indexes.get(column) ?? -1] ?? ''
  for (const row of csvRows(text, { delimiter: ';', columns: names.length })) {
    cutOff = row.unterminated
    total += 1
    if (total === 1 || row.fields.length !== names.length) continue // the header, or a damaged row
    sound += 1
    fields = row.fields
    yield cells
  }
  if (cutOff) throw new ListFormatError(`The ${title} file ends inside a row: it was cut off. Download it again.`)
  if (sound < (total - 1) * minShareOfSoundRows) {
    throw new ListFormatError(
      `The ${title} file is damaged: only ${sound} of its ${total - 1} rows have ${names.length} columns. Download it again.`,
    )
  }
}

/** `01/05/2026` is the first of May. */
function fileDate(text: string): string | null {
  const [day = '', month = '', year = ''] = text.split('/')
  return toInstantOfDay(year, month, day)
}

function newSubject(cells: Cells): EuSubject {
  // `Entity_SubjectType` holds `P` or `E` here, and the classification `person`, the reverse of the XML; both are asked.
  const types = [cells('Entity_SubjectType'), cells('Entity_SubjectType_ClassificationCode')]
  const remark = cells('Entity_Remark').trim()
  return {
    logicalId: cells('Entity_LogicalId').trim(),
    referenceNumber: cells('Entity_EU_ReferenceNumber'),
    unitedNationId: cells('Entity_UnitedNationId'),
    designationDate: cells('Entity_DesignationDate'),
    isPerson: types.includes('P') || types.includes('person'),
    programmes: [],
    remarks: [remark.startsWith('(') && remark.endsWith(')') ? remark.slice(1, -1) : remark],
    aliases: [],
    birthdates: [],
    citizenships: [],
    addressCountries: [],
    identifications: [],
  }
}

function addRow(subject: EuSubject, cells: Cells): void {
  subject.programmes.push(cells('Entity_Regulation_Programme'))
  if (cells('NameAlias_LogicalId') !== '') {
    subject.aliases.push({
      wholeName: cells('NameAlias_WholeName'),
      firstName: cells('NameAlias_FirstName'),
      middleName: cells('NameAlias_MiddleName'),
      lastName: cells('NameAlias_LastName'),
      language: cells('NameAlias_NameLanguage'),
      strong: cells('NameAlias_Strong') !== 'false', // 1.1 has no such column yet; the XML has
    })
  }
  if (cells('BirthDate_LogicalId') !== '') {
    subject.birthdates.push({
      year: cells('BirthDate_Year'),
      month: cells('BirthDate_Month'),
      day: cells('BirthDate_Day'),
      yearFrom: cells('BirthDate_YearRangeFrom'),
      yearTo: cells('BirthDate_YearRangeTo'),
      circa: cells('BirthDate_Circa') === 'true',
      calendar: cells('BirthDate_CalendarType'),
      city: cells('BirthDate_City'),
      region: cells('BirthDate_Region'),
      place: cells('BirthDate_Place'),
      country: cells('BirthDate_CountryDescription'),
    })
  }
  if (cells('Identification_LogicalId') !== '') {
    subject.identifications.push({
      type: cells('Identification_TypeCode'),
      number: cells('Identification_Number'),
      latinNumber: cells('Identification_LatinNumber'),
      country: cells('Identification_CountryIso2Code'),
    })
  }
  subject.citizenships.push(cells('Citizenship_CountryIso2Code'))
  subject.addressCountries.push(cells('Address_CountryIso2Code'))
}
