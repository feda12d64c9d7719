/**
 * The natural measure: subjects that two authorities name independently. A name of the one entry is asked against the
 * names of the other entry, unless that has it word for word; and against entries of other subjects that share a word
 * with it. Each scorer has the threshold at which it matches no more entries of other subjects than the matcher does.
 */
import { sampleOf } from '@service/foundation/seeded-random.ts'
import type { EntryType, ListEntry } from '@service/reputation-domain/lists/model/entry.ts'
import type { Section } from '../../harness/bench.ts'
import { type Sampling, sampleSize } from '../../harness/options.ts'
import { rounded } from '../../harness/report.ts'
import { count, share } from '../../harness/share.ts'
import { sortedTokens, tokenSortedJaroWinkler, transliterated, wRatio } from '../baselines.ts'
import { decisive, type Lists } from '../matcher.ts'

const sizes = { byDefault: 1_500, full: Number.POSITIVE_INFINITY }

type Question = { query: string; type: EntryType; own: string[]; stranger: string[] }
type Judge = { name: string; score(query: string, listed: string, type: EntryType): number }
type Scores = { own: number; stranger: number }

export function twoAuthorities(lists: Lists, sampling: Sampling): Section {
  const questions = sampleOf(questionsOf(lists), sampleSize(sampling, sizes), 21)
  const ours: Judge = {
    name: 'this matcher',
    score: (query, listed, type) => lists.index.compareNames(query, listed, type).similarity,
  }
  const peers = [tokenSortedJaroWinkler, wRatio]
    .map(transliterated)
    .map(({ name, score }): Judge => ({ name, score: (query, listed) => score(query, listed) ?? 0 }))
  const best = (judge: Judge, { query, type }: Question, names: readonly string[]) =>
    Math.max(0, ...names.map((listed) => judge.score(query, listed, type)))
  const scored = [ours, ...peers].map((judge) => ({
    name: judge.name,
    scores: questions.map(
      (question): Scores => ({
        own: best(judge, question, question.own),
        stranger: best(judge, question, question.stranger),
      }),
    ),
  }))
  const alerts = count((scored[0]?.scores ?? []).map(({ stranger }) => stranger >= decisive))
  const rows = scored.map(({ name, scores }, i) => {
    const threshold = i === 0 ? decisive : thresholdFor(scores, alerts)
    return {
      name,
      threshold,
      found: count(scores.map(({ own }) => own >= threshold)),
      alerts: count(scores.map(({ stranger }) => stranger >= threshold)),
    }
  })
  const [mine, ...others] = rows
  const rival = Math.max(...others.map(({ found }) => found)) / questions.length
  return {
    title: 'Two authorities',
    figures: [
      ...share('found by the name that another authority gives', 'all', mine?.found ?? 0, questions.length, rival),
      ...share('others with a word of the name taken for the subject', 'all', alerts, questions.length),
    ],
    tables: [
      {
        title: 'every scorer, at the same rate of false alerts',
        rows: [
          ['scorer', 'threshold', 'found', 'false alerts', 'of'],
          ...rows.map(({ name, threshold, found, alerts: wrong }) =>
            [name, rounded(threshold), found, wrong, questions.length].map(String),
          ),
        ],
      },
    ],
  }
}

/** The lowest threshold at which a scorer has no more false alerts than allowed. */
function thresholdFor(scores: readonly Scores[], alerts: number): number {
  const strangers = scores.map(({ stranger }) => stranger).sort((one, other) => other - one)
  const highestRefused = strangers[alerts] ?? 0
  return Math.min(...scores.map(({ own }) => own).filter((own) => own > highestRefused))
}

function questionsOf({ entries, subjectOf }: Lists): Question[] {
  const byWord = new Map<string, ListEntry[]>()
  for (const entry of entries)
    for (const word of new Set(entry.names.flatMap(({ name }) => wordsOf(name)))) {
      const holders = byWord.get(word)
      if (holders) holders.push(entry)
      else byWord.set(word, [entry])
    }
  return [...Map.groupBy(entries, ({ entityId }) => subjectOf(entityId)).values()].flatMap((same) =>
    same.flatMap((one) => {
      const other = same.find(({ list, type }) => list !== one.list && type === one.type)
      return other ? one.names.flatMap(({ name }, i) => questionOf(name, one, other, i, byWord, subjectOf)) : []
    }),
  )
}

function questionOf(
  query: string,
  one: ListEntry,
  other: ListEntry,
  ordinal: number,
  byWord: ReadonlyMap<string, ListEntry[]>,
  subjectOf: Lists['subjectOf'],
): Question[] {
  const own = other.names.map(({ name }) => name)
  if (own.some((name) => sortedTokens(name) === sortedTokens(query))) return []
  const strangers = wordsOf(query)
    .flatMap((word) => (byWord.get(word) ?? []).slice(0, 200))
    .filter(({ entityId, type }) => type === one.type && subjectOf(entityId) !== subjectOf(one.entityId))
  const stranger = strangers[(ordinal * 7) % Math.max(1, strangers.length)]
  return stranger ? [{ query, type: one.type, own, stranger: stranger.names.map(({ name }) => name) }] : []
}

const wordsOf = (name: string): string[] =>
  sortedTokens(name)
    .split(' ')
    .filter((word) => word.length > 3)
