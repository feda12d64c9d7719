import { anEntry, primaryAndAliases } from '@service/reputation-testing/lists/an-entry.ts'
import { expect, test } from 'vitest'
import { canonicalEntries, parseEntries, serializeEntries } from './canonical.ts'

test('the same list gives the same text whatever order it was written in', () => {
  const jane = anEntry({ entityId: 'OFAC:2', programs: ['B', 'A'], countries: ['DE', 'SE'] })
  const ship = anEntry({ entityId: 'OFAC:10', type: 'vessel', identifiers: [{ kind: 'imo', value: '1234567' }] })
  const written = serializeEntries(canonicalEntries([jane, ship]))

  const { entityId, countries, ...rest } = jane
  const reordered = { ...rest, countries: [...countries].reverse(), programs: ['A', 'B', 'A'], entityId }
  expect(serializeEntries(canonicalEntries([ship, reordered]))).toBe(written)
  expect(written.split('\n').length).toBe(3)
})

test('a written list is read back the same', () => {
  const entries = canonicalEntries([
    anEntry({ entityId: 'OFAC:1', remarks: 'line one\nline two, "quoted" \u2028 and \\ more', listedOn: '2020-02-29' }),
    anEntry({ entityId: 'OFAC:2', names: [{ name: '도우', kind: 'primary', strength: 'strong', language: 'ko' }] }),
  ])
  expect(parseEntries(serializeEntries(entries))).toEqual(entries)
  expect(parseEntries('')).toEqual([])
})

test('the primary name stays first', () => {
  const names = [
    { name: 'ZED', kind: 'primary', strength: 'strong' },
    { name: 'ALPHA', kind: 'alias', strength: 'weak' },
  ] as const
  const [entry] = canonicalEntries([anEntry({ entityId: 'OFAC:1', names: [...names] })])
  expect(entry?.names.map(({ name }) => name)).toEqual(['ZED', 'ALPHA'])
})

test('entries of one subject in two files of a list become one', () => {
  const inSdn = anEntry({ entityId: 'OFAC:7', programs: ['SDGT'], listedOn: '2010-01-02', remarks: 'first' })
  const elsewhere = anEntry({
    entityId: 'OFAC:7',
    names: primaryAndAliases('DOE, Janet', 'DOE, Jane'),
    programs: ['NS-PLC', 'SDGT'],
    listedOn: '2006-05-04',
    remarks: 'second',
  })
  expect(canonicalEntries([inSdn, elsewhere])).toEqual([
    {
      ...inSdn,
      names: primaryAndAliases('DOE, Jane', 'DOE, Janet'),
      programs: ['NS-PLC', 'SDGT'],
      listedOn: '2006-05-04',
      remarks: 'first\nsecond',
    },
  ])
})
