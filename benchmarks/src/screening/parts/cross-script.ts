/**
 * Names in another script against the Latin names of the same subject.
 *
 * The matcher learns translated organisation words from the lists themselves, so each subject is judged by an index
 * that learnt nothing from it: the subjects are dealt into folds, and each fold is compiled once without its subjects'
 * contribution and without their names in other scripts. In the same run every query is also put to somebody else's
 * names, which must not match.
 */

import { randomFrom } from '@service/foundation/seeded-random.ts'
import type { ListEntry } from '@service/reputation-domain/lists/model/entry.ts'
import type { ScreeningIndex } from '@service/reputation-domain/matching/matching.ts'
import type { Figure, Misjudged, Section } from '../../harness/bench.ts'
import { count, share } from '../../harness/share.ts'
import { type Scorer, tokenSortedJaroWinkler, transliterated, wRatio } from '../baselines.ts'
import type { DataFolder } from '../data-folder.ts'
import { type CrossScriptPair, readCrossScriptPairs } from '../labelled-files.ts'
import { decisive, explained, identities, type Lists } from '../matcher.ts'
import { scriptOf } from '../scripts.ts'

const foldCount = 10
const baselines = [tokenSortedJaroWinkler, wRatio].map(transliterated)

type Outcome = {
  pair: CrossScriptPair
  /** Best similarity to the subject's own Latin names, learnt without it. */
  own: number
  ownAsShipped: number
  stranger: number
  foundInLists: boolean
  /** The same two similarities by each baseline. */
  baselines: { own: number; stranger: number }[]
}

export function crossScript(data: DataFolder, lists: Lists): Section {
  const pairs = readCrossScriptPairs(data)
  const strangers = strangersOf(pairs)
  const misjudged: Misjudged[] = []
  const outcomes = folds(pairs, lists).flatMap(({ index, members }) =>
    members.map((pair) => judge(pair, strangers.get(pair) ?? [], index, lists, misjudged)),
  )
  const groups = [
    ...Map.groupBy(outcomes, ({ pair }) => `${pair.script} ${pair.type}`),
    ...Map.groupBy(outcomes, ({ pair }) => `all ${pair.type}`),
  ].sort(([a], [b]) => a.localeCompare(b))
  return {
    title: 'Across scripts',
    figures: groups.flatMap(([group, members]) => groupFigures(group, members)),
    misjudged,
  }
}

const at = (similarity: number) => similarity >= decisive

function groupFigures(group: string, members: readonly Outcome[]): Figure[] {
  const portion = (holds: (outcome: Outcome) => boolean) => count(members.map(holds))
  const figure = (name: string, holds: (outcome: Outcome) => boolean, baseline?: number) =>
    share(name, group, portion(holds), members.length, baseline)
  // One baseline for both figures: the one that finds most, with the false alerts that this costs it.
  const [rival] = baselines
    .map((_, position) => ({
      found: portion((outcome) => at(outcome.baselines[position]?.own ?? 0)) / members.length,
      alerted: portion((outcome) => at(outcome.baselines[position]?.stranger ?? 0)) / members.length,
    }))
    .sort((a, b) => b.found - a.found)
  return [
    ...figure('found across scripts at 0.86', ({ own }) => at(own), rival?.found),
    ...figure('false alerts across scripts', ({ stranger }) => at(stranger), rival?.alerted),
    ...figure('found across scripts among all lists', ({ foundInLists }) => foundInLists),
    ...figure('found across scripts, as shipped', ({ ownAsShipped }) => at(ownAsShipped)),
  ]
}

/** Another subject's Latin names for each query, of the same type and script. */
function strangersOf(pairs: readonly CrossScriptPair[]): Map<CrossScriptPair, string[]> {
  const random = randomFrom(33)
  const strangers = new Map<CrossScriptPair, string[]>()
  for (const peers of Map.groupBy(pairs, ({ script, type }) => `${script} ${type}`).values()) {
    for (const pair of peers) {
      const others = peers.filter(({ latinNames }) => !latinNames.some((name) => pair.latinNames.includes(name)))
      strangers.set(pair, others[Math.floor(random() * others.length)]?.latinNames ?? [])
    }
  }
  return strangers
}

type Fold = { index: ScreeningIndex; members: CrossScriptPair[] }

function folds(pairs: readonly CrossScriptPair[], lists: Lists): Fold[] {
  const identityOf = identities(lists)
  const subjects = [...new Set(pairs.map(({ entityId }) => lists.subjectOf(entityId)))].sort()
  const foldOf = new Map(subjects.map((subject, position) => [subject, position % foldCount]))
  const byFold = Map.groupBy(pairs, ({ entityId }) => foldOf.get(lists.subjectOf(entityId)) ?? 0)
  return [...byFold.values()].map((members) => {
    const leftOut = new Set(members.flatMap(({ entityId }) => [...(identityOf(entityId) ?? [entityId])]))
    const entries = lists.entries.map((entry) => (leftOut.has(entry.entityId) ? withLatinNamesAlone(entry) : entry))
    return { index: lists.recompile(entries, { excludeFromLearning: leftOut }), members }
  })
}

function withLatinNamesAlone(entry: ListEntry): ListEntry {
  const names = entry.names.filter(({ name }) => scriptOf(name) === 'Latin')
  return names.length > 0 ? { ...entry, names } : entry
}

function judge(
  pair: CrossScriptPair,
  strangers: readonly string[],
  index: ScreeningIndex,
  lists: Lists,
  misjudged: Misjudged[],
): Outcome {
  const own = best(index, pair, pair.latinNames)
  const stranger = best(index, pair, strangers)
  const group = `xscript / ${pair.script} ${pair.type}`
  if (own.similarity < decisive) {
    misjudged.push({
      group,
      query: pair.query,
      listed: own.listed,
      score: own.similarity,
      expected: 'missed',
      explanation: own.why,
    })
  }
  if (stranger.similarity >= decisive) {
    misjudged.push({
      group: `${group} / stranger`,
      query: pair.query,
      listed: stranger.listed,
      score: stranger.similarity,
      expected: 'false match',
      explanation: stranger.why,
    })
  }
  const subject = lists.subjectOf(pair.entityId)
  return {
    pair,
    own: own.similarity,
    ownAsShipped: best(lists.index, pair, pair.latinNames).similarity,
    stranger: stranger.similarity,
    foundInLists: index
      .screen({ name: pair.query, threshold: decisive })
      .some(({ entry }) => lists.subjectOf(entry.entityId) === subject),
    baselines: baselines.map((scorer) => ({
      own: bestScore(scorer, pair, pair.latinNames),
      stranger: bestScore(scorer, pair, strangers),
    })),
  }
}

function best(index: ScreeningIndex, pair: CrossScriptPair, names: readonly string[]) {
  let top = { similarity: 0, listed: names[0] ?? '', why: '' }
  for (const listed of names) {
    const { similarity, explanation } = index.compareNames(pair.query, listed, pair.type)
    if (similarity > top.similarity) top = { similarity, listed, why: explained(explanation) }
  }
  return top
}

const bestScore = ({ score }: Scorer, pair: CrossScriptPair, names: readonly string[]): number =>
  Math.max(0, ...names.map((name) => score(pair.query, name) ?? 0))
