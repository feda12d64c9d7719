import type { ListEntry } from '@service/reputation-domain/lists/model/entry.ts'
import { primaryAndAliases } from '@service/reputation-testing/lists/an-entry.ts'
import { altered, excerpt } from '@service/reputation-testing/lists/excerpts.ts'
import { wholeList, wholeListsArePresent } from '@service/reputation-testing/lists/whole-lists.ts'
import { describe, expect, test } from 'vitest'
import { parseOfacCsv } from './ofac-csv.ts'

const primary = excerpt('ofac/SDN.CSV')
const list = parseOfacCsv({
  primary,
  aliases: excerpt('ofac/ALT.CSV'),
  addresses: excerpt('ofac/ADD.CSV'),
  comments: excerpt('ofac/SDN_COMMENTS.CSV'),
})
const entry = (id: number): ListEntry => list.entries.find(({ entityId }) => entityId === `OFAC:${id}`)!
const namesOf = ({ names }: ListEntry): string[] => names.map(({ name }) => name)

describe('parseOfacCsv', () => {
  test('reads every entry up to the closing Ctrl-Z; the files carry no date', () => {
    expect(list.entries).toHaveLength(14)
    expect(list).toMatchObject({ list: 'OFAC', publishedAt: null })
  })

  test('reads a person whole', () => {
    expect(entry(9332)).toEqual({
      entityId: 'OFAC:9332',
      list: 'OFAC',
      type: 'individual',
      names: primaryAndAliases(
        'AL-TIKRITI, Ibrahim Sabawi Ibrahim Hasan',
        "AL-TIKRITI, Ibrahim Sab'awi Ibrahim Hasan",
        'AL-TIKRITI, Ibrahim Sabawi Ibrahim Hassan',
        'AL-TIKRITI, Ibrahim Sabawi Ibrahim Al-Hassan',
        "SALMAN, Muhammad Da'ud",
      ),
      programs: ['IRAQ2'],
      datesOfBirth: ['1983-10-25', '1977'],
      placesOfBirth: ['Baghdad, Iraq'],
      countries: ['IQ', 'SY'],
      identifiers: [{ kind: 'passport', value: '284173', country: 'IQ' }],
      remarks:
        'DOB 25 Oct 1983; alt. DOB 1977; POB Baghdad, Iraq; nationality Iraq; Passport 284173 (Iraq) expires 21 Aug 2005.',
    })
  })

  test('`-0-` is nothing, and a type of `-0-` is an entity, whose commas stay', () => {
    expect(entry(173)).toMatchObject({ type: 'entity', countries: ['GB'], identifiers: [] })
    expect(namesOf(entry(173))).toEqual(['ANGLO-CARIBBEAN CO., LTD.', 'AVIA IMPORT'])
    expect(entry(173).remarks).toBeUndefined()
  })

  test('splits programmes at their inner brackets', () => {
    expect(entry(25366).programs).toEqual(['IRAN', 'NPWMD', 'IFSR'])
  })

  test('takes weak aliases from the remarks', () => {
    expect(entry(306).names).toContainEqual({ name: 'BNC', kind: 'alias', strength: 'weak' })
  })

  test('reads vessels and aircraft with their numbers', () => {
    expect(entry(15059)).toMatchObject({
      type: 'vessel',
      countries: ['IR'],
      identifiers: [{ kind: 'imo', value: '9362061' }],
    })
    expect(namesOf(entry(15059))).toEqual(['HAWK', 'HONAR', 'VICTORY', 'JANUS', 'DOVE', 'HORSE'])
    expect(entry(43150)).toMatchObject({
      type: 'aircraft',
      identifiers: [
        { kind: 'serial-number', value: '84A594' },
        { kind: 'tail-number', value: 'RA-85594' },
      ],
    })
  })

  test('a remark of more than 1,000 characters goes on in the comments, in the middle of a word', () => {
    expect(namesOf(entry(27307))).toContain('WHOIS HACKING TEAM')
    const without = parseOfacCsv({ primary }).entries.find(({ entityId }) => entityId === 'OFAC:27307')!
    expect(namesOf(without).filter((name) => name.startsWith('WHOIS'))).toEqual([])
  })

  test("another day's comments are read as items of their own", () => {
    expect(namesOf(entry(22985))).toEqual(['CHEIL CREDIT BANK', 'FIRST CREDIT BANK', 'KYONGYONG CREDIT BANK'])
    expect(entry(22985).identifiers).toContainEqual({ kind: 'crypto', value: 'TE3mCcPULjPUE7ykX7RArDPAhyahoy3d2j' })
  })

  test('rows of entries that the other files lack are passed over', () => {
    expect(excerpt('ofac/ALT.CSV').toString()).toMatch(/^36,/) // the aliases of an entry that is not here
    expect(list.entries.map(({ entityId }) => entityId)).not.toContain('OFAC:36')
    expect(JSON.stringify(list)).not.toContain('AERO-CARIBBEAN')
  })

  test('a damaged row costs its own entry alone', () => {
    const damaged = altered(altered(primary, '173,"ANGLO', 'x173,"ANGLO'), '"HAWK"', '""')
    expect(parseOfacCsv({ primary: damaged }).entries).toHaveLength(13) // HAWK has other names still
  })

  test('reads the non-SDN files the same way', () => {
    const nonSdn = parseOfacCsv({ primary: excerpt('ofac/CONS_PRIM.CSV') })
    expect(nonSdn.entries.map(({ entityId }) => entityId)).toEqual([
      'OFAC:9639',
      'OFAC:9640',
      'OFAC:9652',
      'OFAC:17015',
      'OFAC:20002',
    ])
  })
})

describe.runIf(wholeListsArePresent)('the whole SDN list', () => {
  const countTypes = (entries: readonly ListEntry[]) => {
    const counts = { individual: 0, entity: 0, vessel: 0, aircraft: 0 }
    for (const { type } of entries) counts[type] += 1
    return counts
  }

  test('of 11 July 2026 is read to the last entry and name', () => {
    const { entries } = parseOfacCsv({
      primary: wholeList('ofac/rebuilt-2026-07-11/SDN.CSV'),
      aliases: wholeList('ofac/rebuilt-2026-07-11/ALT.CSV'),
    })
    expect(countTypes(entries)).toEqual({ individual: 7_503, entity: 9_799, vessel: 1_497, aircraft: 344 })
    const names = entries.flatMap((entry) => entry.names)
    expect(names.filter(({ strength }) => strength === 'weak').length).toBeGreaterThanOrEqual(3_500) // of 3,522, some repeat a strong one
    expect(names.length).toBeGreaterThanOrEqual(42_900) // of 42,979 without f.k.a. in remarks, repetitions left out
    expect(names.length).toBeLessThanOrEqual(43_200)
  })

  test('of 2024 to 2026, in four files of four days', () => {
    const { entries } = parseOfacCsv({
      primary: wholeList('ofac/official/SDN.CSV'),
      aliases: wholeList('ofac/official/ALT.CSV'),
      addresses: wholeList('ofac/official/ADD.CSV'),
      comments: wholeList('ofac/official/SDN_COMMENTS.CSV'),
    })
    expect(countTypes(entries)).toEqual({ individual: 6_854, entity: 6_884, vessel: 851, aircraft: 376 })
    const count = (kind: string) =>
      entries.flatMap(({ identifiers }) => identifiers).filter((id) => id.kind === kind).length
    expect(count('imo')).toBeGreaterThan(950)
    expect(count('mmsi')).toBeGreaterThan(130)
    expect(count('passport')).toBeGreaterThan(2_000)
    expect(count('crypto')).toBeGreaterThan(500)
    expect(count('tail-number')).toBeGreaterThan(140)
    expect(entries.filter(({ countries }) => countries.length > 0).length).toBeGreaterThan(13_000)
  })

  test('non-SDN has its 443 entries', () => {
    expect(parseOfacCsv({ primary: wholeList('ofac/official/CONS_PRIM.CSV') }).entries).toHaveLength(443)
  })
})
