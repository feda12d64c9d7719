/** Labelled pairs of names: is the second the first? No list is involved, beyond the word counts the matcher brings. */

import { wilsonInterval } from '@service/reputation-domain/score/wilson.ts'
import type { Figure, Misjudged, Section } from '../../harness/bench.ts'
import { bootstrap } from '../../harness/intervals.ts'
import { rounded } from '../../harness/report.ts'
import { tokenSortedJaroWinkler, wRatio } from '../baselines.ts'
import { averagePrecision, bestF1, confusionAt, f1, type Judged, precision, recall } from '../classification.ts'
import type { DataFolder } from '../data-folder.ts'
import { type NamePair, pairKey, readFrozenScores, readNamePairs } from '../labelled-files.ts'
import { decisive, explained, type NameComparer } from '../matcher.ts'

/** The groups whose labels people made; the others were proposed by a language model and are noisy. */
const cleanGroups = ['nk_checks', 'nk_unit_tests', 'cust_cases', 'cluster_align']

export const isClean = ({ caseGroup }: NamePair): boolean => cleanGroups.includes(caseGroup)

/** Categories of fewer pairs are taken together. */
const smallestGroup = 4

type ScoredPair = Judged & { pair: NamePair }
type Candidate = { name: string; judge(pair: NamePair): number | undefined }

export function namePairs(data: DataFolder, index: NameComparer): Section {
  const pairs = readNamePairs(data)
  const frozen = readFrozenScores(data)
  const ours: Candidate = {
    name: 'this matcher',
    judge: ({ query, listed, type }) => index.compareNames(query, listed, type).similarity,
  }
  const baselines: Candidate[] = [
    ...[tokenSortedJaroWinkler, wRatio].map(({ name, score }) => ({
      name,
      judge: ({ query, listed }: NamePair) => score(query, listed),
    })),
    {
      name: 'logic-v2 (frozen)',
      judge: ({ schema, query, listed }) => frozen.get(pairKey(schema, query, listed)),
    },
  ]
  const scored = new Map([ours, ...baselines].map((candidate) => [candidate.name, scorePairs(candidate, pairs)]))
  const of = (name: string, group: Group) => (scored.get(name) ?? []).filter(({ pair }) => group.holds(pair))
  const names = [...scored.keys()].filter((name) => (scored.get(name) ?? []).length > 0)

  return {
    title: 'Name pairs',
    figures: [
      ...mainGroups.flatMap((group) => mainFigures(group, (name) => of(name, group), ours.name, baselines)),
      ...subgroupsOf(pairs).flatMap((group) => subgroupFigures(group, of(ours.name, group))),
    ],
    tables: mainGroups.map((group) => ({
      title: `${group.name}, every scorer`,
      rows: [
        ['scorer', 'n', 'precision', 'recall', 'F1', 'best F1', 'at', 'average precision'],
        ...names.map((name) => scorerRow(name, of(name, group))),
      ],
    })),
    misjudged: misjudgedPairs(of(ours.name, { name: 'all', holds: () => true }), index),
  }
}

const scorePairs = (candidate: Candidate, pairs: readonly NamePair[]): ScoredPair[] =>
  pairs.flatMap((pair) => {
    const score = candidate.judge(pair)
    return score === undefined ? [] : [{ pair, score, isMatch: pair.isMatch }]
  })

type Group = { name: string; holds(pair: NamePair): boolean }

const mainGroups: Group[] = [
  { name: 'clean', holds: isClean },
  { name: 'all', holds: () => true },
]

function subgroupsOf(pairs: readonly NamePair[]): Group[] {
  const by = (label: string, field: (pair: NamePair) => string): Group[] => {
    const counts = Map.groupBy(pairs, field)
    const isSmall = (value: string) => (counts.get(value)?.length ?? 0) < smallestGroup
    const values = [...counts.keys()].sort()
    const named = values.filter((value) => !isSmall(value))
    return [
      ...named.map((value) => ({ name: `${label} ${value}`, holds: (pair: NamePair) => field(pair) === value })),
      { name: `${label}, each below ${smallestGroup}`, holds: (pair) => isSmall(field(pair)) },
    ]
  }
  return [
    ...by('case_group', (pair) => pair.caseGroup),
    ...by('quality', (pair) => pair.quality),
    ...by('schema', (pair) => pair.schema),
    ...by('category', (pair) => pair.category),
  ]
}

type Measure = { name: string; of(judged: readonly Judged[]): number }

const measures: Measure[] = [
  { name: 'precision at 0.86', of: (judged) => precision(confusionAt(decisive, judged)) },
  { name: 'recall at 0.86', of: (judged) => recall(confusionAt(decisive, judged)) },
  { name: 'F1 at 0.86', of: (judged) => f1(confusionAt(decisive, judged)) },
  { name: 'best F1', of: (judged) => bestF1(judged).f1 },
  { name: 'average precision', of: averagePrecision },
]

function mainFigures(
  group: Group,
  judgedBy: (name: string) => ScoredPair[],
  ours: string,
  baselines: Candidate[],
): Figure[] {
  const judged = judgedBy(ours)
  if (judged.length === 0) return []
  const figures = measures.map((measure): Figure => {
    const others = baselines.map(({ name }) => judgedBy(name)).filter((other) => other.length > 0)
    return {
      name: `name pairs, ${measure.name}`,
      group: group.name,
      value: measure.of(judged),
      n: judged.length,
      ...bootstrap(judged, (sample) => measure.of(sample)),
      baseline: Math.max(...others.map((other) => measure.of(other)).filter((value) => !Number.isNaN(value))),
    }
  })
  const { threshold } = bestF1(judged)
  return [
    ...figures,
    { name: 'name pairs, threshold of best F1', group: group.name, value: threshold, n: judged.length },
  ]
}

/** Small groups, often of matches alone or of none: the share judged rightly says more there than F1. */
function subgroupFigures(group: Group, judged: readonly ScoredPair[]): Figure[] {
  if (judged.length === 0) return []
  const counts = confusionAt(decisive, judged)
  const right = counts.truePositives + counts.trueNegatives
  const interval = wilsonInterval(right, judged.length)
  const share: Figure = {
    name: 'name pairs, judged rightly at 0.86',
    group: group.name,
    value: (100 * right) / judged.length,
    unit: '%',
    n: judged.length,
    low: 100 * interval.low,
    high: 100 * interval.high,
  }
  const score = f1(counts)
  const isMixed = judged.some(({ isMatch }) => isMatch) && judged.some(({ isMatch }) => !isMatch)
  if (!isMixed || judged.length < 10) return [share]
  return [share, { name: 'name pairs, F1 at 0.86', group: group.name, value: score, n: judged.length }]
}

function scorerRow(name: string, judged: readonly ScoredPair[]): string[] {
  const best = bestF1(judged)
  const values = [...measures.slice(0, 3).map((measure) => measure.of(judged)), best.f1, best.threshold]
  return [name, String(judged.length), ...[...values, averagePrecision(judged)].map((value) => String(rounded(value)))]
}

/** The clearest labels first, then by how far off the score is. */
function misjudgedPairs(judged: readonly ScoredPair[], index: NameComparer): Misjudged[] {
  const rank = ({ quality }: NamePair) => ['STRONG', 'MEDIUM', 'WEAK'].indexOf(quality)
  return judged
    .filter(({ score, isMatch }) => score >= decisive !== isMatch)
    .sort((a, b) => rank(a.pair) - rank(b.pair) || Math.abs(b.score - decisive) - Math.abs(a.score - decisive))
    .map(({ pair, score }) => ({
      group: [
        mainGroups[0]?.holds(pair) ? 'clean' : 'noisy',
        pair.quality,
        pair.caseGroup,
        pair.schema,
        pair.category,
        pair.notes,
      ]
        .filter(Boolean)
        .join(' / '),
      query: pair.query,
      listed: pair.listed,
      score,
      expected: pair.isMatch ? 'missed' : 'false match',
      explanation: explained(index.compareNames(pair.query, pair.listed, pair.type).explanation),
    }))
}
