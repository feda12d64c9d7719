import type { ListEntry } from '@service/reputation-domain/lists/model/entry.ts'
import { primaryAndAliases, weak } from '@service/reputation-testing/lists/an-entry.ts'
import { altered, excerpt } from '@service/reputation-testing/lists/excerpts.ts'
import { wholeList, wholeListsArePresent } from '@service/reputation-testing/lists/whole-lists.ts'
import { describe, expect, test } from 'vitest'
import { parseOfacCsv } from './ofac-csv.ts'
import { parseOfacXml } from './ofac-xml.ts'

const file = excerpt('ofac/consolidated.xml')
const list = parseOfacXml(file)
const entry = (id: number): ListEntry => list.entries.find(({ entityId }) => entityId === `OFAC:${id}`)!

/** A vessel and an aircraft as sdn.xml writes them; the non-SDN list has neither. */
const craft = `<?xml version="1.0" standalone="yes"?>
<sdnList xmlns="http://tempuri.org/sdnList.xsd">
  <publshInformation><Publish_Date>12/31/2025</Publish_Date><Record_Count>2</Record_Count></publshInformation>
  <sdnEntry><uid>1</uid><lastName>EXAMPLE STAR</lastName><sdnType>Vessel</sdnType>
    <programList><program>IRAN</program></programList>
    <idList>
      <id><uid>2</uid><idType>Vessel Registration Identification</idType><idNumber>IMO 9187629</idNumber></id>
      <id><uid>3</uid><idType>MMSI</idType><idNumber>572469210</idNumber></id>
    </idList>
    <vesselInfo><callSign>5IM316</callSign><vesselType>Crude Oil Tanker</vesselType><vesselFlag>Tanzania</vesselFlag></vesselInfo>
  </sdnEntry>
  <sdnEntry><uid>4</uid><lastName>EP-XYZ</lastName><sdnType>Aircraft</sdnType>
    <idList><id><uid>5</uid><idType>Aircraft Manufacturer's Serial Number (MSN)</idType><idNumber>164</idNumber></id></idList>
  </sdnEntry>
</sdnList>`

describe('parseOfacXml', () => {
  test('reads the day of publication, month first', () => {
    expect(list).toMatchObject({ list: 'OFAC', publishedAt: '2026-01-08T00:00:00.000Z' })
  })

  test('writes a person as the CSV does, and keeps the strength of each alias', () => {
    expect(entry(9647)).toEqual({
      entityId: 'OFAC:9647',
      list: 'OFAC',
      type: 'individual',
      names: primaryAndAliases(
        'ZAHHAR, Mahmoud Khaled',
        'AL ZAHAR, Mahmoud Khaled',
        weak('ZAHAR, Mahmoud'),
        weak('AL-ZAHAR, Mahmoud'),
      ),
      programs: ['NS-PLC', 'SDGT'],
      datesOfBirth: ['1945'],
      placesOfBirth: ['Gaza Strip'],
      countries: ['PS'],
      identifiers: [],
      remarks: '(Linked To: HAMAS)',
    })
  })

  test('an entity has its whole name in `lastName`; numbers come with their country', () => {
    expect(entry(30936)).toMatchObject({
      type: 'entity',
      countries: ['CN'],
      identifiers: [{ kind: 'registration', value: '91110000710929498G', country: 'CN' }],
    })
    expect(entry(30936).names[1]).toEqual({ name: 'CETC', kind: 'alias', strength: 'weak' })
  })

  test('leaves out identifiers that are remarks', () => {
    expect(entry(18727).identifiers).toEqual([
      { kind: 'registration', value: 'FN 117595 i' },
      { kind: 'swift', value: 'DOBAATWW' },
      { kind: 'website', value: 'www.vtb.at' },
    ])
  })

  test('reads vessels and aircraft, under the older namespace too', () => {
    const { entries, publishedAt } = parseOfacXml(Buffer.from(craft))
    expect(publishedAt).toBe('2025-12-31T00:00:00.000Z')
    expect(entries[0]).toMatchObject({
      type: 'vessel',
      countries: ['TZ'],
      identifiers: [
        { kind: 'call-sign', value: '5IM316' },
        { kind: 'imo', value: '9187629' },
        { kind: 'mmsi', value: '572469210' },
      ],
    })
    expect(entries[1]).toMatchObject({ type: 'aircraft', identifiers: [{ kind: 'serial-number', value: '164' }] })
  })

  test('reads the same through namespace prefixes', () => {
    const prefixed = file
      .toString()
      .replaceAll(/<(\/?)(?=[A-Za-z])/g, '<$1o:')
      .replace('xmlns=', 'xmlns:o=')
    expect(parseOfacXml(Buffer.from(prefixed))).toEqual(list)
  })

  test('an entry without a name or an id is passed over', () => {
    const damaged = altered(altered(file, '<uid>9641</uid>', '<uid></uid>'), 'VTB BANK (AUSTRIA) AG', ' ')
    expect(parseOfacXml(damaged).entries).toHaveLength(list.entries.length - 2)
  })
})

describe.runIf(wholeListsArePresent)('the whole non-SDN list', () => {
  const whole = wholeListsArePresent ? parseOfacXml(wholeList('ofac/official/consolidated.xml')).entries : []

  test('has its 442 entries and 1,586 names', () => {
    expect(whole.filter(({ type }) => type === 'individual')).toHaveLength(79)
    expect(whole.filter(({ type }) => type === 'entity')).toHaveLength(363)
    expect(whole.flatMap(({ names }) => names)).toHaveLength(1_585) // one repeats
  })

  test('says the same in XML as in CSV, where the two were not edited in between', () => {
    const csv = new Map(
      parseOfacCsv({ primary: wholeList('ofac/official/CONS_PRIM.CSV') }).entries.map((entry) => [
        entry.entityId,
        entry,
      ]),
    )
    const both = whole.flatMap((xml) => {
      const same = csv.get(xml.entityId)
      return same ? [{ xml, csv: same }] : []
    })
    const agree = (of: (entry: ListEntry) => unknown): number =>
      both.filter((pair) => JSON.stringify(of(pair.xml)) === JSON.stringify(of(pair.csv))).length / both.length
    expect(both.length).toBeGreaterThan(430)
    expect(agree(({ names }) => names[0])).toBeGreaterThan(0.98)
    expect(agree(({ datesOfBirth }) => datesOfBirth)).toBeGreaterThan(0.98)
    expect(agree(({ placesOfBirth }) => placesOfBirth)).toBeGreaterThan(0.98)
    expect(
      agree(({ names }) =>
        names
          .filter(({ strength }) => strength === 'weak')
          .map(({ name }) => name)
          .sort(),
      ),
    ).toBeGreaterThan(0.98)
    expect(agree(({ identifiers }) => identifiers.map(({ kind, value }) => `${kind} ${value}`).sort())).toBeGreaterThan(
      0.9,
    )
  })
})
