/** The index against brute force: whatever the comparison of every name finds, `screen` must find with the same score. */
import type { ScreeningMatch } from '@service/reputation-domain/matching/matching.ts'
import type { Figure, Misjudged, Section } from '../../harness/bench.ts'
import { type Sampling, sampleSize } from '../../harness/options.ts'
import type { DataFolder } from '../data-folder.ts'
import { decisive, describeMatch, explained, type Lists } from '../matcher.ts'
import { type MixedQuery, mixedQueries } from '../mixed-queries.ts'

/** Brute force takes a second or two for a query. */
const sizes = { byDefault: 80, full: 800 }
/** Far below the decisive threshold the index may cut corners; how many is for the record. */
const informative = 0.7

type Loss = {
  query: MixedQuery
  missing: ScreeningMatch[]
  different: ScreeningMatch[]
  unexpected: number
  expected: number
}

export function lostCandidates(data: DataFolder, lists: Lists, sampling: Sampling): Section {
  const queries = mixedQueries(data, lists, sampleSize(sampling, sizes))
  const all = queries.map((query) => ({
    query,
    exhaustive: lists.index.screenExhaustively({ name: query.name, threshold: informative }),
  }))
  const lossesAt = (threshold: number): Loss[] =>
    all.map(({ query, exhaustive }) => compare(query, exhaustive, threshold, lists))
  const decisiveLosses = lossesAt(decisive)
  return {
    title: 'Candidates lost against brute force',
    figures: [...figuresOf('0.86', decisiveLosses), ...figuresOf('0.7', lossesAt(informative))],
    notes: [`${queries.length} queries; n counts the matches that brute force finds.`],
    misjudged: decisiveLosses.flatMap(misjudgedOf),
  }
}

function compare(query: MixedQuery, exhaustive: ScreeningMatch[], threshold: number, lists: Lists): Loss {
  const expected = exhaustive.filter(({ similarity }) => similarity >= threshold)
  const found = new Map(
    lists.index.screen({ name: query.name, threshold }).map((match) => [match.entry.entityId, match]),
  )
  const wanted = new Set(expected.map(({ entry }) => entry.entityId))
  return {
    query,
    expected: expected.length,
    missing: expected.filter(({ entry }) => !found.has(entry.entityId)),
    different: expected.filter(({ entry, similarity }) => {
      const match = found.get(entry.entityId)
      return match !== undefined && match.similarity !== similarity
    }),
    unexpected: [...found.keys()].filter((id) => !wanted.has(id)).length,
  }
}

function figuresOf(threshold: string, losses: readonly Loss[]): Figure[] {
  const figure = (name: string, of: (loss: Loss) => number): Figure => ({
    name,
    group: `at ${threshold}`,
    value: losses.reduce((sum, loss) => sum + of(loss), 0),
    unit: 'count',
    n: losses.reduce((sum, { expected }) => sum + expected, 0),
  })
  return [
    figure('candidates lost', ({ missing }) => missing.length),
    figure('candidates with another score', ({ different }) => different.length),
    figure('candidates that brute force does not find', ({ unexpected }) => unexpected),
  ]
}

const misjudgedOf = ({ query, missing, different }: Loss): Misjudged[] =>
  [
    ...missing.map((match) => ({ match, expected: 'lost' })),
    ...different.map((match) => ({ match, expected: 'another score' })),
  ].map(({ match, expected }) => ({
    group: `lost / ${query.kind}`,
    query: query.name,
    listed: describeMatch(match),
    score: match.similarity,
    expected,
    explanation: explained(match.explanation),
  }))
