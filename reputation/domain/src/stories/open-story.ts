/** A story while it is being told: what its headlines have in common so far. */
import type { Mention } from '../mentions/mentions.ts'
import type { RiskCategory } from '../risk/model/categories.ts'
import type { StorySettings } from './settings.ts'

export type Telling = {
  mentions: Mention[]
  wordCounts: Map<string, number>
  riskCounts: Map<RiskCategory, number>
  beganAt: number
  lastAt: number
  /** The older story that this one turned out to be part of. */
  partOf?: Telling
}

export type WordWeight = (word: string) => number

export const beginTelling = (now: number): Telling => ({
  mentions: [],
  wordCounts: new Map(),
  riskCounts: new Map(),
  beganAt: now,
  lastAt: now,
})

export const isOver = (telling: Telling, now: number, settings: StorySettings): boolean =>
  now - telling.lastAt > settings.silenceMs || now - telling.beganAt > settings.longestMs

/** The story that a telling has become part of, or itself. */
export const wholeOf = (telling: Telling): Telling => (telling.partOf ? wholeOf(telling.partOf) : telling)

/** Share of a headline's weight that the telling explains, and a little more where both speak of one kind of risk. */
export function likeness(
  mention: Mention,
  words: readonly string[],
  weightOf: WordWeight,
  telling: Telling,
  settings: StorySettings,
): number {
  let [whole, explained] = [0, 0]
  for (const word of words) {
    const weight = weightOf(word)
    whole += weight
    explained += weight * fullness(word, telling, settings)
  }
  const isSameRisk = mention.risks.some(
    ({ category }) => (telling.riskCounts.get(category) ?? 0) * 3 >= telling.mentions.length,
  )
  return (whole === 0 ? 0 : explained / whole) + (isSameRisk ? settings.sameRisk : 0)
}

/** The lesser share of what either is about that the other is about too. */
export const kinship = (one: Telling, other: Telling, weightOf: WordWeight, settings: StorySettings): number =>
  Math.min(explainedBy(one, other, weightOf, settings), explainedBy(other, one, weightOf, settings))

function explainedBy(one: Telling, other: Telling, weightOf: WordWeight, settings: StorySettings): number {
  let [whole, explained] = [0, 0]
  for (const [word, count] of one.wordCounts) {
    const share = count / one.mentions.length
    if (count < 2 || share < settings.leastShare) continue
    const weight = weightOf(word) * share
    whole += weight
    explained += weight * fullness(word, other, settings)
  }
  return whole === 0 ? 0 : explained / whole
}

/** How much a word belongs to a telling: fully, where enough of its headlines use it. */
const fullness = (word: string, { wordCounts, mentions }: Telling, { fullShare }: StorySettings): number =>
  Math.min(1, (wordCounts.get(word) ?? 0) / mentions.length / fullShare)

export function addMention(telling: Telling, mention: Mention, words: readonly string[]): void {
  telling.mentions.push(mention)
  telling.lastAt = mention.publishedAt
  for (const word of words) count(telling.wordCounts, word, 1)
  for (const { category } of mention.risks) count(telling.riskCounts, category, 1)
}

export function absorb(older: Telling, younger: Telling): void {
  older.mentions.push(...younger.mentions)
  older.lastAt = Math.max(older.lastAt, younger.lastAt)
  for (const [word, by] of younger.wordCounts) count(older.wordCounts, word, by)
  for (const [category, by] of younger.riskCounts) count(older.riskCounts, category, by)
  younger.partOf = older
}

function count<T>(counts: Map<T, number>, key: T, by: number): void {
  counts.set(key, (counts.get(key) ?? 0) + by)
}
