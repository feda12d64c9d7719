import { primaryAndAliases, weak } from '@service/reputation-testing/lists/an-entry.ts'
import { altered, excerpt } from '@service/reputation-testing/lists/excerpts.ts'
import { describe, expect, test } from 'vitest'
import { formatOf } from '../../authorities/authorities.ts'
import { parseUkCsv, parseUkXml } from './uk-list.ts'

const xml = excerpt('uk/UK-Sanctions-List.xml')
const csv = excerpt('uk/UK-Sanctions-List.csv')
const list = parseUkXml(xml)
const [person, company, ship] = list.entries

describe('the UK list', () => {
  test('has the date that its files state', () => {
    expect(list).toMatchObject({ list: 'UK', publishedAt: '2026-11-02T00:00:00.000Z' })
    expect(parseUkCsv(csv).publishedAt).toBe('2026-11-02T00:00:00.000Z')
  })

  test('reads a person whole, the primary name first', () => {
    expect(person).toEqual({
      entityId: 'UK:RUS9001',
      list: 'UK',
      type: 'individual',
      names: primaryAndAliases('Jana Testovna EXEMPLARIN', 'Yana EXAMPLARINA', weak('THE SAMPLE'), 'Яна Экземплярина'),
      programs: ['The Russia (Sanctions) (EU Exit) Regulations 2019'],
      datesOfBirth: ['1962', '1962-04-17'],
      placesOfBirth: ['Exampleville, Russia'],
      countries: ['RU', 'CY'],
      identifiers: [
        { kind: 'reference', value: 'OFSI 99001' },
        { kind: 'passport', value: 'X1234567' },
        { kind: 'passport', value: 'X7654321' },
        { kind: 'national-id', value: '778899001122' },
      ],
      listedOn: '2022-02-24',
      remarks: 'An invented person, for tests of the reader.',
    })
  })

  test('reads the UN reference of a company, and the number and flag of a ship', () => {
    expect(company).toMatchObject({
      type: 'entity',
      names: [{ name: 'EXAMPLE "STAR" TRADING, LLC' }, { name: 'EST LLC', strength: 'strong' }],
      countries: ['IR'],
    })
    expect(company?.identifiers).toContainEqual({ kind: 'reference', value: 'UN IRe.999' })
    expect(company?.identifiers).toContainEqual({ kind: 'registration', value: 'EX-4711' })
    expect(ship).toMatchObject({ entityId: 'UK:DPR9003', type: 'vessel', countries: ['KM'], listedOn: '2026-10-20' })
    expect(ship?.identifiers).toContainEqual({ kind: 'imo', value: '9999991' })
  })

  test('reads the same from CSV', () => {
    expect(parseUkCsv(csv).entries).toEqual(list.entries)
  })

  test('is recognised in either form', () => {
    expect([formatOf(xml).title, formatOf(csv).title]).toEqual(['UK XML', 'UK CSV'])
  })

  test('in CSV is refused without a needed column, or when most rows are damaged', () => {
    expect(() => parseUkCsv(altered(csv, 'Regime Name', 'Regime'))).toThrow('has no column Regime Name')
    expect(() => parseUkCsv(altered(csv, '14/10/2026,', ''))).toThrow('is damaged: only 3 of its 6 rows')
  })
})
