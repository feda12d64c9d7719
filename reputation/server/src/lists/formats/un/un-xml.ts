/** The UN Security Council's consolidated list: persons in up to four name parts, entities in one. */
import { countryCode } from '@service/reputation-domain/lists/country-codes.ts'
import { edtfDate, edtfInterval } from '@service/reputation-domain/lists/dates.ts'
import type { Identifier, ListEntry, ListedName, ParsedList } from '@service/reputation-domain/lists/model/entry.ts'
import { englishDate } from '../english-date.ts'
import { toInstant } from '../instant.ts'
import { listText } from '../list-text.ts'
import { parsedList } from '../parsed-list.ts'
import { tidyEntry } from '../tidy-entry.ts'
import { childrenNamed, childText, readXmlEntries, type XmlElement } from '../xml-records.ts'
import { unNames } from './un-names.ts'

const format = { title: 'UN XML', root: 'CONSOLIDATED_LIST', records: ['INDIVIDUAL', 'ENTITY'] }

export function parseUnXml(file: Uint8Array): ParsedList {
  const { entries, root } = readXmlEntries(listText(file, format.title), format, toEntry)
  return parsedList('UN', toInstant(root.dateGenerated ?? ''), entries)
}

function toEntry(record: XmlElement): ListEntry | undefined {
  const isPerson = record.name === 'INDIVIDUAL'
  const comments = childText(record, 'COMMENTS1')
  const reference = childText(record, 'REFERENCE_NUMBER')
  return tidyEntry({
    entityId: `UN:${childText(record, 'DATAID')}`,
    list: 'UN',
    type: isPerson ? 'individual' : 'entity',
    names: namesOf(record),
    programs: [childText(record, 'UN_LIST_TYPE')],
    datesOfBirth: [
      ...childrenNamed(record, 'INDIVIDUAL_DATE_OF_BIRTH').flatMap((date) => dateOfBirth(date) ?? []),
      // Some aliases are identities of their own, with papers that give another date.
      ...childrenNamed(record, 'INDIVIDUAL_ALIAS').flatMap((alias) => isoDate(childText(alias, 'DATE_OF_BIRTH')) ?? []),
    ],
    placesOfBirth: childrenNamed(record, 'INDIVIDUAL_PLACE_OF_BIRTH').map(placeOf),
    countries: countryNames(record).flatMap((name) => countryCode(name) ?? []),
    identifiers: [
      { kind: 'reference', value: reference && `UN ${reference}` },
      ...childrenNamed(record, 'INDIVIDUAL_DOCUMENT').map(document),
      ...(isPerson ? [] : imoNumbers(comments)),
    ],
    listedOn: childText(record, 'LISTED_ON'),
    remarks: comments,
  })
}

const nameParts = ['FIRST_NAME', 'SECOND_NAME', 'THIRD_NAME', 'FOURTH_NAME']

function namesOf(record: XmlElement): Omit<ListedName, 'kind'>[] {
  const parts = nameParts.map((part) => childText(record, part)).filter((part) => part !== '' && part !== 'na')
  const aliases = [...childrenNamed(record, 'INDIVIDUAL_ALIAS'), ...childrenNamed(record, 'ENTITY_ALIAS')]
  return [
    // The whole of a company's name may be two names joined by `; `: the first of them is the primary one.
    ...unNames(parts.join(' ')).map((name) => ({ name, strength: 'strong' as const })),
    ...unNames(childText(record, 'NAME_ORIGINAL_SCRIPT')).map((name) => ({ name, strength: 'strong' as const })),
    ...aliases.flatMap((alias) => {
      const strength = childText(alias, 'QUALITY') === 'Low' ? ('weak' as const) : ('strong' as const)
      return unNames(childText(alias, 'ALIAS_NAME')).map((name) => ({ name, strength }))
    }),
  ]
}

function dateOfBirth(date: XmlElement): string | undefined {
  const type = childText(date, 'TYPE_OF_DATE')
  const year = childText(date, 'YEAR')
  const note = childText(date, 'NOTE').replace('.', '')
  if (type === 'BETWEEN')
    return edtfInterval(isoDate(childText(date, 'FROM_YEAR')), isoDate(childText(date, 'TO_YEAR')))
  // The month of a date without a day is in the note: `August 1961`, or `Sep.` beside the year.
  return (
    isoDate(childText(date, 'DATE')) ??
    englishDate(year ? `${note} ${year}` : note) ??
    isoDate(year, type === 'APPROXIMATELY')
  )
}

/** `1958-02-22` or `1958`, with what may stand behind a day (a time, a zone) left out. */
function isoDate(text: string, approximate = false): string | undefined {
  const [, year, month, day] = /^(\d{4})(?:-(\d{2})-(\d{2}).*)?$/.exec(text) ?? []
  if (year === undefined) return undefined
  const parts = { year: Number(year), month: month && Number(month), day: day && Number(day) }
  return edtfDate({ year: parts.year, month: parts.month || undefined, day: parts.day || undefined }, { approximate })
}

const placeOf = (place: XmlElement): string =>
  ['STREET', 'CITY', 'STATE_PROVINCE', 'COUNTRY']
    .map((part) => childText(place, part))
    .filter((part) => part !== '' && part !== 'na')
    .join(', ')

function countryNames(record: XmlElement): string[] {
  const nationalities = childrenNamed(record, 'NATIONALITY').flatMap((nationality) =>
    childrenNamed(nationality, 'VALUE'),
  )
  const addresses = [...childrenNamed(record, 'INDIVIDUAL_ADDRESS'), ...childrenNamed(record, 'ENTITY_ADDRESS')]
  return [...nationalities.map(({ text }) => text.trim()), ...addresses.map((address) => childText(address, 'COUNTRY'))]
}

function document(element: XmlElement): Identifier {
  const type = `${childText(element, 'TYPE_OF_DOCUMENT')} ${childText(element, 'TYPE_OF_DOCUMENT2')}`
  const country = countryCode(childText(element, 'ISSUING_COUNTRY') || childText(element, 'COUNTRY_OF_ISSUE'))
  const value = childText(element, 'NUMBER')
  return { kind: /pas+aporte|passe?port/i.test(type) ? 'passport' : 'national-id', value, ...(country && { country }) }
}

/** Shipping companies have their number in free text: `IMO number: 5571322`. */
const imoNumbers = (comments: string): Identifier[] =>
  [...comments.matchAll(/\bIMO\)?(?:\s+number)?:?\s*(\d{7})\b/gi)].map((match) => ({
    kind: 'imo',
    value: match[1] ?? '',
  }))
