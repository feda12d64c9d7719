/** OFAC's sdn.xml and consolidated.xml, which share a schema. Entities write their whole name as `lastName`. */
import { countryCode } from '@service/reputation-domain/lists/country-codes.ts'
import type { EntryType, ListEntry, ListedName, ParsedList } from '@service/reputation-domain/lists/model/entry.ts'
import { englishDate } from '../english-date.ts'
import { toInstantOfDay } from '../instant.ts'
import { listText } from '../list-text.ts'
import { parsedList } from '../parsed-list.ts'
import { tidyEntry } from '../tidy-entry.ts'
import { childText, items, readXmlRecords, type XmlElement } from '../xml-records.ts'
import { ofacXmlIdentifier } from './ofac-identifiers.ts'

// "publsh" is no slip of ours: the schema spells it so.
const format = { title: 'OFAC XML', root: 'sdnList', records: ['publshInformation', 'sdnEntry'] }

export function parseOfacXml(file: Uint8Array): ParsedList {
  const entries: ListEntry[] = []
  let publishedAt: string | null = null
  readXmlRecords(listText(file, format.title), format, (record) => {
    if (record.name === 'publshInformation') publishedAt = publishDate(childText(record, 'Publish_Date'))
    else {
      const entry = toEntry(record)
      if (entry) entries.push(entry)
    }
  })
  return parsedList('OFAC', publishedAt, entries)
}

/** `01/08/2026` is the eighth of January. */
function publishDate(text: string): string | null {
  const [month = '', day = '', year = ''] = text.split('/')
  return toInstantOfDay(year, month, day)
}

const typesByWord: Record<string, EntryType> = { Individual: 'individual', Vessel: 'vessel', Aircraft: 'aircraft' }

function toEntry(record: XmlElement): ListEntry | undefined {
  const vessel = record.children.find((child) => child.name === 'vesselInfo')
  const callSign = vessel ? childText(vessel, 'callSign') : ''
  const identifiers = items(record, 'idList').flatMap(
    (id) => ofacXmlIdentifier(childText(id, 'idType'), childText(id, 'idNumber'), childText(id, 'idCountry')) ?? [],
  )
  return tidyEntry({
    entityId: `OFAC:${childText(record, 'uid')}`,
    list: 'OFAC',
    type: typesByWord[childText(record, 'sdnType')] ?? 'entity',
    names: [{ name: fullName(record), strength: 'strong' }, ...items(record, 'akaList').map(alias)],
    programs: items(record, 'programList').map((program) => program.text),
    datesOfBirth: items(record, 'dateOfBirthList').flatMap((item) => englishDate(childText(item, 'dateOfBirth')) ?? []),
    placesOfBirth: items(record, 'placeOfBirthList').map((item) => childText(item, 'placeOfBirth')),
    countries: countryNames(record, vessel).flatMap((name) => countryCode(name) ?? []),
    identifiers: [...(callSign ? [{ kind: 'call-sign', value: callSign }] : []), ...identifiers],
    remarks: childText(record, 'remarks'),
  })
}

/** As the CSV writes it: `FAMILY NAME, Given Names`. */
function fullName(element: XmlElement): string {
  const family = childText(element, 'lastName')
  const given = childText(element, 'firstName')
  return family && given ? `${family}, ${given}` : family || given
}

const alias = (aka: XmlElement): Omit<ListedName, 'kind'> => ({
  name: fullName(aka),
  strength: childText(aka, 'category') === 'weak' ? 'weak' : 'strong',
})

function countryNames(record: XmlElement, vessel: XmlElement | undefined): string[] {
  const listed = ['nationalityList', 'citizenshipList', 'addressList'].flatMap((list) =>
    items(record, list).map((item) => childText(item, 'country')),
  )
  const flags = items(record, 'idList')
    .filter((id) => /^(?:Nationality of Registration|(?:Former |Other )?Vessel Flag)$/.test(childText(id, 'idType')))
    .map((id) => childText(id, 'idCountry') || childText(id, 'idNumber'))
  return [...listed, ...(vessel ? [childText(vessel, 'vesselFlag')] : []), ...flags]
}
