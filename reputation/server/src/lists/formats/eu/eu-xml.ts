/** The EU's Financial Sanctions File, XML 1.1: everything is in attributes. */
import type { ListEntry, ParsedList } from '@service/reputation-domain/lists/model/entry.ts'
import { toInstant } from '../instant.ts'
import { listText } from '../list-text.ts'
import { parsedList } from '../parsed-list.ts'
import { childrenNamed, readXmlEntries, type XmlElement } from '../xml-records.ts'
import { euEntry } from './eu-entry.ts'

const format = { title: 'EU XML', root: 'export', records: ['sanctionEntity'] }

export function parseEuXml(file: Uint8Array): ParsedList {
  const { entries, root } = readXmlEntries(listText(file, format.title), format, toEntry)
  return parsedList('EU', toInstant(root.generationDate ?? ''), entries)
}

function toEntry(record: XmlElement): ListEntry | undefined {
  const { logicalId = '', euReferenceNumber = '', unitedNationId = '', designationDate = '' } = record.attributes
  const subjectType = childrenNamed(record, 'subjectType')[0]?.attributes
  return euEntry({
    logicalId,
    referenceNumber: euReferenceNumber,
    unitedNationId,
    designationDate,
    isPerson: subjectType?.code === 'person' || subjectType?.classificationCode === 'P',
    programmes: childrenNamed(record, 'regulation').map(({ attributes }) => attributes.programme ?? ''),
    remarks: childrenNamed(record, 'remark').map(({ text }) => text),
    aliases: childrenNamed(record, 'nameAlias').map(({ attributes }) => ({
      wholeName: attributes.wholeName ?? '',
      firstName: attributes.firstName ?? '',
      middleName: attributes.middleName ?? '',
      lastName: attributes.lastName ?? '',
      language: attributes.nameLanguage ?? '',
      strong: attributes.strong !== 'false',
    })),
    birthdates: childrenNamed(record, 'birthdate').map(({ attributes }) => ({
      year: attributes.year ?? '',
      month: attributes.monthOfYear ?? '',
      day: attributes.dayOfMonth ?? '',
      yearFrom: attributes.yearRangeFrom ?? '',
      yearTo: attributes.yearRangeTo ?? '',
      circa: attributes.circa === 'true',
      calendar: attributes.calendarType ?? '',
      city: attributes.city ?? '',
      region: attributes.region ?? '',
      place: attributes.place ?? '',
      country: attributes.countryDescription ?? '',
    })),
    citizenships: childrenNamed(record, 'citizenship').map(countryOf),
    addressCountries: childrenNamed(record, 'address').map(countryOf),
    identifications: childrenNamed(record, 'identification').map(({ attributes }) => ({
      type: attributes.identificationTypeCode ?? '',
      number: attributes.number ?? '',
      latinNumber: attributes.latinNumber ?? '',
      country: attributes.countryIso2Code ?? '',
    })),
  })
}

const countryOf = ({ attributes }: XmlElement): string => attributes.countryIso2Code ?? ''
