/** All lists together, as the service holds them. */
import { countryCode } from '@service/reputation-domain/lists/country-codes.ts'
import type { ListEntry } from '@service/reputation-domain/lists/model/entry.ts'
import { assignSubjects } from '@service/reputation-domain/lists/subjects.ts'
import { wholeList, wholeListsArePresent } from '@service/reputation-testing/lists/whole-lists.ts'
import { describe, expect, test } from 'vitest'
import { regimesByList } from '../authorities/authorities.ts'
import { parseEuXml } from './eu/eu-xml.ts'
import { parseOfacCsv } from './ofac/ofac-csv.ts'
import { parseOfacXml } from './ofac/ofac-xml.ts'
import { parseUnXml } from './un/un-xml.ts'

function parseAll(): ListEntry[] {
  const sdn = {
    primary: wholeList('ofac/rebuilt-2026-07-11/SDN.CSV'),
    aliases: wholeList('ofac/rebuilt-2026-07-11/ALT.CSV'),
  }
  const nonSdn = wholeList('ofac/official/consolidated.xml')
  const eu = wholeList('eu/rebuilt-2026-05-01/xmlFullSanctionsList_1_1.xml.gz')
  const un = wholeList('un/official/consolidated.xml')
  const started = performance.now()
  const lists = [parseOfacCsv(sdn), parseOfacXml(nonSdn), parseEuXml(eu), parseUnXml(un)]
  console.info(`All lists parsed in ${Math.round(performance.now() - started)} ms.`)
  return lists.flatMap(({ entries }) => entries)
}

describe.runIf(wholeListsArePresent)('all lists together', () => {
  const entries = wholeListsArePresent ? parseAll() : []

  test('hold 26,448 entries and some 78,500 names', () => {
    expect(entries).toHaveLength(26_448)
    const names = entries.reduce((sum, entry) => sum + entry.names.length, 0)
    expect(names).toBeGreaterThan(78_000) // of 78,595, repetitions within an entry left out
    expect(names).toBeLessThan(78_900)
  })

  test('write every entry in the same shape', () => {
    const wrong = entries.filter(
      (entry) =>
        !/^(OFAC|EU|UN):\d+$/.test(entry.entityId) ||
        entry.names[0]?.kind !== 'primary' ||
        entry.names.slice(1).some(({ kind }) => kind !== 'alias') ||
        entry.countries.some((country) => !/^[A-Z]{2}$/.test(country)) ||
        entry.datesOfBirth.some((date) => !/^\d{4}(-\d\d){0,2}~?(\/\d{4}(-\d\d){0,2}~?)?$/.test(date)) ||
        (entry.type !== 'individual' && entry.datesOfBirth.length + entry.placesOfBirth.length > 0),
    )
    expect(wrong).toEqual([])
  })

  test('name only known countries', () => {
    const un = wholeList('un/official/consolidated.xml').toString()
    const addresses = wholeList('ofac/official/ADD.CSV').toString()
    const sdn = wholeList('ofac/rebuilt-2026-07-11/SDN.CSV').toString()
    const written = [
      ...un.matchAll(/<(?:COUNTRY|ISSUING_COUNTRY|COUNTRY_OF_ISSUE)>([^<]+)</g),
      ...un.matchAll(/<NATIONALITY>\s*<VALUE>([^<]+)</g),
      ...addresses.matchAll(/,"([^"]*)",(?:"[^"]*"|-0- )\r\n/g),
      ...sdn.matchAll(/\b(?:nationality|citizen|Vessel Flag) ([^;."]+)/g),
    ].map((match) => match[1]!.trim())
    const unknown = [...new Set(written.filter((name) => countryCode(name) === undefined))].sort()
    console.info(`${written.length} countries written; no country: ${unknown.join('; ')}`)
    expect(unknown).toEqual([
      'Netherlands Antilles',
      'None Identified',
      'Region: Commonwealth of Independent States',
      'Region: Crimea',
      'Region: Jammu and Kashmir',
      'Region: Kafia Kingi',
      'Region: Northern Mali',
      'na',
      'possibly Palestinian',
      'undetermined',
    ])
  })

  describe('and their subjects', () => {
    const subjectOf = assignSubjects(entries, regimesByList)
    const groups = Map.groupBy(entries, ({ entityId }) => subjectOf.get(entityId)!)
    const listsOf = (group: readonly ListEntry[]): number => new Set(group.map(({ list }) => list)).size

    test('are some 2,400 on two lists or three, most of the UN list among them', () => {
      const several = [...groups.values()].filter((group) => listsOf(group) > 1)
      console.info(
        `${several.length} subjects on several lists, ${several.filter((group) => listsOf(group) === 3).length} on all three.`,
      )
      expect(several.length).toBeGreaterThan(2_300)
      const unAlone = entries.filter(
        ({ list, entityId }) => list === 'UN' && listsOf(groups.get(subjectOf.get(entityId)!)!) === 1,
      )
      expect(unAlone.length).toBeLessThan(100)
    })

    test('are never large', () => {
      expect(Math.max(...[...groups.values()].map((group) => group.length))).toBeLessThanOrEqual(6)
    })

    test.each([
      ['a general, by his passport', 'OFAC:10481', 'UN:110408', true],
      ['a militia leader, by name and day of birth', 'OFAC:11746', 'EU:5616', true],
      ['a company, by its tax number', 'OFAC:35893', 'EU:162650', true],
      ['a group, by the UN reference', 'EU:122209', 'UN:6908802', true],
      ['the general and an engineer of his name', 'OFAC:10481', 'UN:110407', false],
      ['a bank and the parent whose number OFAC gives it', 'OFAC:17015', 'OFAC:18291', false],
      ['two factories under one number', 'OFAC:35864', 'OFAC:35865', false],
      ['two companies of one tax office', 'OFAC:35890', 'OFAC:44022', false],
    ])('%s: %s and %s are joined: %s', (_, one, other, joined) => {
      expect(subjectOf.get(one)).toBeDefined()
      expect(subjectOf.get(one) === subjectOf.get(other)).toBe(joined)
    })
  })
})
