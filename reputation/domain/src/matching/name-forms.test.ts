import { expect, test } from 'vitest'
import type { ListEntry } from '../lists/model/entry.ts'
import { compileIndex, openIndex } from './matching.ts'

/** People and companies are invented. */
const anEntry = (name: string, id: number, type: ListEntry['type'] = 'individual'): ListEntry => ({
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
const people = ['ZHANG, Weiming', 'ADAMEK, Sebastian', 'LAVRIN, Sergei', 'XU, Bin', 'PAPADAKIS, Nikolaos']
const index = openIndex(
  compileIndex(
    people.map((name, id) => anEntry(name, id)),
    new Map(),
  ),
)
const found = (name: string) =>
  index.screen({ name, threshold: 0.86, type: 'individual' }).map(({ matched }) => matched.name)

test.each([
  ['a Cantonese surname', 'Cheung Weiming', 'ZHANG, Weiming'],
  ['Wade-Giles in two words', 'Zhang Wei-ming', 'ZHANG, Weiming'],
  ['a given name that is a particle elsewhere', 'Hsu Bin', 'XU, Bin'],
  ['a familiar given name', 'Seb Adamek', 'ADAMEK, Sebastian'],
  ['a Czech ending', 'Sebastian Adamkova', 'ADAMEK, Sebastian'],
  ['a Lithuanian ending', 'Sergejus Lavrin', 'LAVRIN, Sergei'],
  ['a word in three pieces', 'Nikolaos Pap ada kis', 'PAPADAKIS, Nikolaos'],
  ['a Greek ending', 'Nikolaos Papadaki', 'PAPADAKIS, Nikolaos'],
])('%s is found: %s', (_what, name, listed) => {
  expect(found(name)).toEqual([listed])
})

const bodies = openIndex(
  compileIndex(
    ['NORDEN TRADING AND MANUFACTURING LLC', 'KARELIAN GOVERNMENT TECHNOLOGY INSTITUTE'].map((name, id) =>
      anEntry(name, id, 'entity'),
    ),
    new Map(),
  ),
)

const foreign = openIndex(
  compileIndex(
    ['Norden Bank of Trade', 'Karelian Missile Industry Organization', 'Pobeda Machine Plant'].map((name, id) =>
      anEntry(name, id, 'entity'),
    ),
    new Map(),
  ),
)

test.each([
  ['Норден Банк торговли', 'Norden Bank of Trade'],
  ['Победа машиностроительный завод', 'Pobeda Machine Plant'],
  ['Τράπεζα Εμπορίου Norden', 'Norden Bank of Trade'],
  ['بنك Norden للتجارة', 'Norden Bank of Trade'],
  ['Norden 무역 은행', 'Norden Bank of Trade'],
])('%s means %s', (name, listed) => {
  expect(foreign.screen({ name, threshold: 0.86, type: 'entity' }).map(({ matched }) => matched.name)).toEqual([listed])
})

test.each([
  ['Norden Trdg. & Mfg. LLC', 'NORDEN TRADING AND MANUFACTURING LLC'],
  ["Karelian Gov't Tech Inst.", 'KARELIAN GOVERNMENT TECHNOLOGY INSTITUTE'],
])('%s is short for %s', (name, listed) => {
  expect(bodies.screen({ name, threshold: 0.86 }).map(({ matched }) => matched.name)).toEqual([listed])
})

test.each([
  ['a woman of nearly the same name', 'Sebastiana Adamek'],
  ['another Chinese surname', 'Wong Weiming'],
])('%s is not found: %s', (_what, name) => {
  expect(found(name)).toEqual([])
})
