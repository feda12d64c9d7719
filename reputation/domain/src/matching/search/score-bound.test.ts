import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { ListEntry } from '../../lists/model/entry.ts'
import { compileIndex } from '../index/compile-index.ts'
import { NameTable } from '../index/name-table.ts'
import { Postings } from '../index/postings.ts'
import { readSections } from '../index/sections.ts'
import { Vocabulary } from '../index/vocabulary.ts'
import { WholeNames } from '../index/whole-names.ts'
import { analyse } from '../tokens/analyse.ts'
import { kindOf } from '../tokens/name-kind.ts'
import { NameScorer } from './name-scorer.ts'
import { prepareQuery } from './prepared-query.ts'
import { Retrieval } from './retrieval.ts'

const words = [
  'omar',
  'umar',
  'abdullah',
  'bin',
  'rustam',
  'rustem',
  'gaziev',
  'gazijew',
  'karimov',
  'r',
  'zavod',
  'bank',
]
const more = [
  'norden',
  'nordenbank',
  'trading',
  'llc',
  'gmbh',
  '44',
  '45',
  'al',
  'mansuri',
  'almansuri',
  '김',
  '정수',
  'محمد',
]
/** Whether a query holds more than particles, initials, numbers and legal forms: only then is the search complete. */
const hasWord = (name: string): boolean =>
  name.split(' ').some((word) => !['bin', 'al', 'r', '44', '45', 'llc', 'gmbh'].includes(word))
const aName = fc
  .array(fc.constantFrom(...words, ...more), { minLength: 1, maxLength: 5 })
  .map((parts) => parts.join(' '))
const aType = fc.constantFrom<ListEntry['type']>('individual', 'entity', 'vessel')
const anEntry = (name: string, type: ListEntry['type'], id: number): ListEntry => ({
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

function open(names: readonly string[], type: ListEntry['type']) {
  const sections = readSections(
    compileIndex(
      names.map((name, id) => anEntry(name, type, id)),
      new Map(),
    ),
  )
  const vocabulary = new Vocabulary(sections)
  const table = new NameTable(sections)
  const scorer = new NameScorer(vocabulary, table)
  const index = {
    words: vocabulary,
    names: table,
    postings: new Postings(sections),
    wholeNames: new WholeNames(sections),
  }
  const retrieval = new Retrieval(index, scorer, Number(sections.about.names))
  const prepare = (name: string) =>
    prepareQuery(analyse(name, kindOf(type)), kindOf(type), vocabulary, (text, kind) =>
      vocabulary.neighbours(text, kind),
    )
  return { retrieval, scorer, prepare, kind: kindOf(type) }
}

describe('the bound of a name', () => {
  test('is never below its score, and every name that reaches the threshold is a candidate of a query with a word', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(aName, { minLength: 1, maxLength: 12 }),
        aName,
        aType,
        fc.double({ min: 0.5, max: 1, noNaN: true }),
        (listed, queried, type, threshold) => {
          const { retrieval, scorer, prepare, kind } = open(listed, type)
          const query = prepare(queried)
          fc.pre(query.tokens.length > 0)
          scorer.setQuery(query)
          const bounds = new Map(retrieval.retrieve(query, threshold).map(({ name, bound }) => [name, bound]))
          for (const { name } of retrieval.everyName(kind)) {
            const score = scorer.score(name)
            const bound = bounds.get(name)
            if (bound !== undefined) expect(bound).toBeGreaterThanOrEqual(Math.min(score, 1))
            if (hasWord(queried) && score >= threshold) expect(bound).toBeDefined()
          }
        },
      ),
      { numRuns: 300, seed: 20261122 }, // the same cases in every run
    )
  })
})
