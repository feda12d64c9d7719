/** Names as customers write them first: short ones, initials, other scripts. People and companies are invented. */
import { expect, test } from 'vitest'
import type { ListEntry } from '../lists/model/entry.ts'
import { compileIndex, openIndex } from './matching.ts'

const anEntry = (name: string, id: number, type: ListEntry['type']): ListEntry => ({
  entityId: `OFAC:${id}`,
  list: 'OFAC',
  type,
  names: [{ name, kind: 'primary', strength: 'strong' }],
  programs: [],
  datesOfBirth: [],
  placesOfBirth: [],
  countries: [],
  identifiers: [],
})
const entities = [
  'NRB BANK PUBLIC JOINT STOCK COMPANY',
  'NRB CAPITAL LLC',
  'STATE CORPORATION KARELTECH',
  'AAB',
  'NVOSA',
  'Norden National Oil Company',
  'Norden Islamic Shipping Lines of Karelia',
  'Norden Islamic Shipping Lines of Karelia Bunkering LLC',
  'WEI TA LEE COMPANY',
]
const index = openIndex(
  compileIndex(
    [
      ...entities.map((name, i) => anEntry(name, i, 'entity')),
      anEntry('KIM, Jong Su', 20, 'individual'),
      anEntry('LEE, Kang Chol', 21, 'individual'),
      anEntry('WEI FENG', 22, 'vessel'),
    ],
    new Map(),
  ),
)
const screened = (name: string) => index.screenWithNear({ name, threshold: 0.86 })
const found = (name: string) => screened(name).matches.map(({ matched }) => matched.name)
const near = (name: string) => screened(name).near.map(({ matched }) => matched.name)

test.each([
  ['NRB', 'NRB BANK PUBLIC JOINT STOCK COMPANY'],
  ['Kareltech', 'STATE CORPORATION KARELTECH'],
  ['N.V.O.S.A.', 'NVOSA'],
  ['NISLK', 'Norden Islamic Shipping Lines of Karelia'],
  ['N.I.S.L.O.K. Ltd.', 'Norden Islamic Shipping Lines of Karelia'],
  ['N.I.S.L.K. Bunkering', 'Norden Islamic Shipping Lines of Karelia Bunkering LLC'],
  ['金正洙', 'KIM, Jong Su'],
  ['金 正洙', 'KIM, Jong Su'],
  ['李强哲', 'LEE, Kang Chol'],
])('%s is %s', (name, listed) => {
  expect(found(name)).toEqual([listed])
})

test.each(['NNOC', 'N.N.O.C.', 'NNOC LLC'])(
  'four letters are near the name that they may be the initials of: %s',
  (name) => {
    expect(found(name)).toEqual([])
    expect(near(name)).toEqual(['Norden National Oil Company'])
  },
)

test.each([
  ['other initials that sound alike', 'ABB'],
  ['a bank of one name and a capital company of that name', 'NRB Insurance'],
  ['initials of three words', 'NNO'],
  ['initials of which one is another', 'NISLP'],
  ['a person whose name sounds like the words of a ship in another order', 'Wang Wei'],
  ['a person whose syllables an organisation has in another order', 'Li Wei'],
  ['characters that begin with no Korean family name', '習正洙'],
  ['characters that Korean names do not have', '金们洙'],
])('nothing is found for %s: %s', (_what, name) => {
  expect(found(name)).toEqual([])
})

test('characters of a Korean name are explained by their sound', () => {
  const explained = screened('金正洙').matches[0]!.explanation
  expect(explained).toContainEqual(expect.objectContaining({ rule: 'spelling', query: 'gim', listed: 'kim' }))
})
