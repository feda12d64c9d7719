/** What is shown beside the matches. People are invented. */
import { describe, expect, test } from 'vitest'
import type { ListEntry } from '../lists/model/entry.ts'
import { compileIndex, openIndex } from './matching.ts'

const anEntry = (number: number, names: string[], rest: Partial<ListEntry> = {}): ListEntry => ({
  entityId: `OFAC:${number}`,
  list: 'OFAC',
  type: 'individual',
  names: names.map((name, i) => ({ name, kind: i === 0 ? 'primary' : 'alias', strength: 'strong' })),
  programs: [],
  datesOfBirth: [],
  placesOfBirth: [],
  countries: [],
  identifiers: [],
  ...rest,
})

const lavrin = anEntry(1, ['LAVRIN, Sergei Viktorovich', 'Сергей ЛАВРИН'], {
  datesOfBirth: ['1962-04-17'],
  countries: ['RU'],
})
const gaziev = anEntry(2, ['GAZIEV, Rustam Magomedovich'])
const brother = anEntry(3, ['GAZIEV, Timur Magomedovich'])
const again = anEntry(4, ['Rustam GAZIEV'], { list: 'EU', entityId: 'EU:4' })
const bank = anEntry(5, ['OPEN JOINT STOCK COMPANY NORDEN BANK'], { type: 'entity' })
const common = Array.from({ length: 50 }, (_, i) => anEntry(100 + i, [`MORZAN, ${'abcdefghij'[i % 10]}oru${i % 7}lek`]))
const index = openIndex(
  compileIndex([lavrin, gaziev, brother, again, bank, ...common], new Map([['EU:4', gaziev.entityId]])),
)
const near = (name: string, more = {}) => index.screenWithNear({ name, threshold: 0.86, ...more }).near
const shown = (name: string, more = {}) => near(name, more).map(({ entry, reason }) => [entry.entityId, reason])

test('a short word is no slip of another organisation’s only word', () => {
  const pluton = anEntry(6, ['AKTSIONERNOE OBSHCHESTVO PLUTON'], { type: 'entity' })
  const refinery = anEntry(8, ['ROSNEFTA'], { type: 'entity' })
  const putin = anEntry(7, ['PUTIN, Vladimir'])
  const few = openIndex(compileIndex([pluton, putin, refinery], new Map()))
  const names = (name: string, threshold: number) => few.screen({ name, threshold }).map(({ matched }) => matched.name)
  expect(names('Putin', 0.7)[0]).toBe('PUTIN, Vladimir')
  expect(names('Rosnfta', 0.86)).toEqual(['ROSNEFTA'])
})

describe('a name that matches nobody is near', () => {
  test.each(['Lavrin', 'President Lavrin', 'Лаврин', 'al-Lavrin'])('a person with the rare surname: %s', (name) => {
    expect(index.screen({ name, threshold: 0.86 })).toEqual([])
    expect(shown(name)).toEqual([[lavrin.entityId, 'one-word']])
  })

  test.each(['S. Lavrin', 'Lavrin, S', 'С. Лаврин'])('a person with the initial and the surname: %s', (name) => {
    expect(shown(name)).toEqual([[lavrin.entityId, 'initial']])
  })

  test('no one with a surname that many bear', () => {
    expect(near('Morzan')).toEqual([])
  })

  test('no one when two words agree in one alone', () => {
    expect(near('Jane Lavrin')).toEqual([])
  })

  test('each person who bears it, before other entries of the same person', () => {
    const entries = near('Gaziev').map(({ entry }) => entry.entityId)
    expect(entries.toSorted()).toEqual(['EU:4', 'OFAC:2', 'OFAC:3'])
    const similarities = near('Gaziev').map(({ similarity }) => similarity)
    expect(similarities).toEqual(similarities.toSorted((one, other) => other - one))
  })

  test('only of the type and the lists that are asked for', () => {
    expect(near('Lavrin', { type: 'entity' })).toEqual([])
    expect(shown('Gaziev', { lists: ['EU'] })).toEqual([['EU:4', 'one-word']])
  })
})

test('a match that its date of birth or its country holds down is near, with the reason', () => {
  const born = { name: 'Sergei Viktorovich Lavrin', threshold: 0.86, dateOfBirth: '1980-01-01' }
  const screened = index.screenWithNear(born)
  expect(screened.matches).toEqual([])
  expect(screened.near).toMatchObject([{ entry: lavrin, similarity: 0.8, reason: 'date-of-birth' }])
  expect(screened.near[0]?.explanation.at(-1)).toEqual({
    rule: 'date-of-birth',
    query: '1980-01-01',
    listed: '1962-04-17',
    factor: 0.8,
  })
  expect(shown('Sergei Lavrin', { threshold: 0.97, country: 'FR' })).toEqual([[lavrin.entityId, 'country']])
})

test('a score a little below the threshold is near, whatever the limit', () => {
  const [{ similarity } = { similarity: 0 }] = index.screen({ name: 'Sergei Lavryn', threshold: 0.5 })
  expect(similarity).toBeGreaterThan(0.82)
  const above = { threshold: similarity + 0.001, limit: 1 }
  expect(shown('Sergei Lavryn', above)).toEqual([[lavrin.entityId, 'similar']])
})

test('nothing near is lost to the limit', () => {
  for (const name of ['R. Gaziev', 'T. Gaziev', 'Gaziev', 'S. Lavrin', 'Rustam Gaziev'])
    expect(shown(name, { limit: 1 })).toEqual(shown(name))
})

test('a match is never near as well', () => {
  const { matches, near } = index.screenWithNear({ name: 'Rustam Gaziev', threshold: 0.86 })
  const matching = new Set(matches.map(({ entry }) => entry.entityId))
  expect(matching.size).toBe(2)
  expect(near.filter(({ entry }) => matching.has(entry.entityId))).toEqual([])
})

test('matches of the default threshold are complete whatever the limit, others are cut', () => {
  const asked = { name: 'Rustam Gaziev', limit: 1 }
  expect(index.screenWithNear({ ...asked, threshold: 0.86 }).matches).toHaveLength(2)
  expect(index.screenWithNear({ ...asked, threshold: 0.1 }).matches).toHaveLength(2)
  expect(index.screen({ ...asked, threshold: 0.1 })).toHaveLength(1)
})
