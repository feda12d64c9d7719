/**
 * What the matcher's numbers are worth on pairs that they were not chosen by. Labelled pairs are split by listed name;
 * on four parts of five every number of the score is chosen again, from values that favour nothing, and the fifth is
 * judged. The rules themselves stay: they were written by people who had seen all of these pairs. Numbers chosen by pairs
 * alone are not those that the matcher ships, which also keep innocent names from alerts.
 */
import { randomFrom, shuffled } from '@service/foundation/seeded-random.ts'
import { roleWeight, settings } from '@service/reputation-domain/matching/compare/score-settings.ts'
import { role } from '@service/reputation-domain/matching/tokens/token.ts'
import type { Section } from '../../harness/bench.ts'
import { bootstrap } from '../../harness/intervals.ts'
import { confusionAt, f1, type Judged } from '../classification.ts'
import type { DataFolder } from '../data-folder.ts'
import { type NamePair, readNamePairs } from '../labelled-files.ts'
import { decisive, type NameComparer } from '../matcher.ts'
import { isClean } from './name-pairs.ts'

const folds = 5
const rounds = 3
/** How steeply the loss of a pair grows around the threshold: a score that is off by 0.04 counts as one. */
const steepness = 25
/** What a change has to gain, as a share of the loss, so that no single pair moves a number. */
const smallestGain = 0.002

type Tunable = { values: readonly number[]; neutral: number; get(): number; set(value: number): void }

const tunable = <K extends string>(
  holder: Partial<Record<K, unknown>>,
  key: K,
  values: readonly number[],
  neutral: number,
): Tunable => {
  const numbers = holder as Record<K, number>
  return { values, neutral, get: () => numbers[key], set: (value) => Object.assign(numbers, { [key]: value }) }
}

const factors = [0.6, 0.7, 0.8, 0.85, 0.9, 0.95, 0.97, 0.985, 1]
const weights = [0.05, 0.1, 0.15, 0.25, 0.35, 0.5, 0.75, 1]
const powers = [1, 1.3, 1.6, 2, 2.4, 3]

function tunables(): Tunable[] {
  const kinds = ['0', '1', '2'] as const
  const initial = tunable(settings, 'initialWeight', weights, 0.5)
  const roles: [keyof typeof settings, number][] = [
    ['particleWeight', role.particle],
    ['titleWeight', role.title],
    ['legalWeight', role.legal],
    ['numberWeight', role.number],
  ]
  return [
    ...kinds.flatMap((kind) => [
      tunable(settings.similarityPower, kind, powers, 1),
      tunable(settings.contradiction, kind, [1, 1.1, 1.2, 1.3, 1.5], 1),
      tunable(settings.reordered, kind, factors, 1),
      ...[settings.extra[kind], settings.omitted[kind]].flatMap((leftover) => [
        tunable(leftover, 'min', [0.1, 0.15, 0.2, 0.3, 0.5, 0.7, 1], 0.5),
        tunable(leftover, 'slope', [0, 0.1, 0.2, 0.3, 0.5], 0),
        tunable(leftover, 'enough', [1, 2, 3], 1),
      ]),
    ]),
    ...(
      [
        'fatherReordered',
        'dividedName',
        'conflictingNumbers',
        'conflictingInitials',
        'missingNumber',
        'oneOfSeveral',
        'onlyInitials',
      ] as const
    ).map((key) => tunable(settings, key, factors, 1)),
    tunable(settings.syllabic, 'reordered', factors, 1),
    tunable(settings.syllabic, 'leftover', [0.3, 0.5, 0.7, 1], 0.5),
    tunable(settings, 'onlyWordPower', powers, 1),
    tunable(settings.shortOnlyWord, 'power', powers, 1),
    tunable(settings, 'nothingSame', [0, 0.3, 0.6, 0.9], 0),
    tunable(settings, 'fatherShare', [0.2, 0.35, 0.5, 0.75, 1], 1),
    ...roles.map(([, of]) => tunable(roleWeight as Record<string, number>, String(of), [...weights, 1.25], 0.5)),
    {
      ...initial,
      set(value) {
        initial.set(value)
        ;(roleWeight as Record<number, number>)[role.initial] = value
      },
    },
  ]
}

export function crossFit(data: DataFolder, index: NameComparer): Section {
  const pairs = readNamePairs(data)
  const all = tunables()
  const shipped = all.map(({ get }) => get())
  try {
    const parts = partsOf(pairs)
    const judged = parts.map((leftOut) => {
      for (const one of all) one.set(one.neutral)
      const rest = parts.filter((part) => part !== leftOut).flat()
      choose(all, () => lossOf(index, rest))
      return { fitted: judge(index, rest), unseen: judge(index, leftOut) }
    })
    const fitted = judged.flatMap((fold) => fold.fitted)
    const unseen = judged.flatMap((fold) => fold.unseen)
    return {
      title: 'Name pairs, cross-fitted',
      figures: [
        ...[
          { group: 'all', holds: () => true },
          { group: 'clean', holds: ({ pair }: Scored) => isClean(pair) },
        ].flatMap(({ group, holds }) => [
          { name: 'name pairs, F1 at 0.86, numbers chosen by others', group, ...measured(unseen.filter(holds)) },
          { name: 'name pairs, F1 at 0.86, numbers chosen by these', group, ...measured(fitted.filter(holds)) },
        ]),
      ],
      notes: [`${all.length} numbers, ${folds} parts split by listed name; the rules and tables are as shipped.`],
    }
  } finally {
    for (const [i, one] of all.entries()) one.set(shipped[i] ?? one.neutral)
  }
}

type Scored = Judged & { pair: NamePair }

const measured = (scored: readonly Scored[]) => {
  const value = (some: readonly Judged[]) => f1(confusionAt(decisive, some))
  return { value: value(scored), n: scored.length, ...bootstrap(scored, value) }
}

/** Pairs of one listed name stay together, so that no name is in two parts. */
function partsOf(pairs: readonly NamePair[]): NamePair[][] {
  const groups = [...Map.groupBy(pairs, ({ listed }) => listed.toLowerCase()).values()]
  const parts: NamePair[][] = Array.from({ length: folds }, () => [])
  for (const [i, group] of shuffled(groups, randomFrom(7)).entries()) parts[i % folds]?.push(...group)
  return parts
}

const judge = (index: NameComparer, pairs: readonly NamePair[]): Scored[] =>
  pairs.map((pair) => ({
    pair,
    isMatch: pair.isMatch,
    score: index.compareNames(pair.query, pair.listed, pair.type).similarity,
  }))

function lossOf(index: NameComparer, pairs: readonly NamePair[]): number {
  let sum = 0
  for (const { score, isMatch } of judge(index, pairs)) {
    const margin = steepness * (score - decisive) * (isMatch ? 1 : -1)
    sum += Math.log1p(Math.exp(-margin))
  }
  return sum / pairs.length
}

/** One number after the other takes the value that lowers the loss most. */
function choose(all: readonly Tunable[], loss: () => number): void {
  let best = loss()
  for (let round = 0; round < rounds; round++) {
    for (const one of all) {
      let chosen = one.get()
      for (const value of one.values) {
        one.set(value)
        const after = loss()
        if (after < best * (1 - smallestGain)) [best, chosen] = [after, value]
      }
      one.set(chosen)
    }
  }
}
