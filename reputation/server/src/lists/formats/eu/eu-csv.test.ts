import { altered, excerpt } from '@service/reputation-testing/lists/excerpts.ts'
import { wholeList, wholeListsArePresent } from '@service/reputation-testing/lists/whole-lists.ts'
import { describe, expect, test } from 'vitest'
import { parseEuCsv } from './eu-csv.ts'
import { parseEuXml } from './eu-xml.ts'

const file = excerpt('eu/csvFullSanctionsList_1_1.csv')
const list = parseEuCsv(file)

describe('parseEuCsv', () => {
  test('says the same as the XML, byte order mark, quoted line ends and all', () => {
    expect([...file.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
    expect(list.entries).toEqual(parseEuXml(excerpt('eu/xmlFullSanctionsList_1_1.xml')).entries)
  })

  test('reads the day of generation, day first', () => {
    expect(list).toMatchObject({ list: 'EU', publishedAt: '2026-05-01T00:00:00.000Z' })
  })

  test('knows persons by either of the two type columns', () => {
    const swapped = altered(altered(file, ';P;person;', ';person;P;'), ';E;enterprise;', ';enterprise;E;')
    expect(parseEuCsv(swapped).entries).toEqual(list.entries)
  })

  test('bare quotes inside and at the start of a field are letters', () => {
    const quoted = altered(altered(file, ';KOTI CORP;', ';KOTI "STAR" CORP;'), ';OMM;', ';"OMM;')
    const names = parseEuCsv(quoted).entries.flatMap((entry) => entry.names.map(({ name }) => name))
    expect(names).toContain('KOTI "STAR" CORP')
    expect(names).toContain('"OMM')
    expect(names).toHaveLength(list.entries.flatMap((entry) => entry.names).length)
  })

  test('rows belong together by subject, wherever they stand', () => {
    const [header, ...rows] = file.toString().split(/(?<=\r\n)(?=\d\d\/\d\d\/\d{4};)/)
    const shuffled = parseEuCsv(Buffer.from(header + rows.reverse().join(''))).entries
    expect(shuffled).toHaveLength(list.entries.length)
    expect(new Set(shuffled.map(({ entityId }) => entityId))).toEqual(
      new Set(list.entries.map(({ entityId }) => entityId)),
    )
  })
})

describe.runIf(wholeListsArePresent)('the whole EU list in CSV', () => {
  test('says the same as in XML', () => {
    const csv = parseEuCsv(wholeList('eu/rebuilt-2026-05-01/csvFullSanctionsList_1_1.csv.gz'))
    const xml = parseEuXml(wholeList('eu/rebuilt-2026-05-01/xmlFullSanctionsList_1_1.xml.gz'))
    expect(csv.entries).toHaveLength(5_860)
    // Not toEqual: the difference of two lists of 20 MB is nothing to print.
    const differing = csv.entries.filter((entry, index) => JSON.stringify(entry) !== JSON.stringify(xml.entries[index]))
    expect(differing.map(({ entityId }) => entityId)).toEqual([])
  })
})
