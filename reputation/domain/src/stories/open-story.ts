/** A story that may still grow: what its headlines have in common so far. */
import type { Mention } from '../mentions/mentions.ts'
import type { RiskCategory } from '../risk/model/categories.ts'
import type { StorySettings } from './settings.ts'

export type OpenStory = {
  mentions: Mention[]
  wordCounts: Map<string, number>
  /** Words that enough of its headlines use, and some that once were: all others say nothing of what it is about. */
  mainWords: Set<string>
  riskCounts: Map<RiskCategory, number>
  beganAt: number
  lastAt: number
  /** The older story that this one turned out to be part of. */
  partOf?: OpenStory
}

export type WordWeight = (word: string) => number

export const beginStory = (now: number): OpenStory => ({
  mentions: [],
  wordCounts: new Map(),
  mainWords: new Set(),
  riskCounts: new Map(),
  beganAt: now,
  lastAt: now,
})

export const isOver = (story: OpenStory, now: number, settings: StorySettings): boolean =>
  now - story.lastAt > settings.silenceMs || now - story.beganAt > settings.maxDurationMs

/** The story that a story has become part of, or itself. */
export const wholeOf = (story: OpenStory): OpenStory => (story.partOf ? wholeOf(story.partOf) : story)

/** Share of a headline's weight that the story explains, and a little more where both speak of one kind of risk. */
export function likeness(
  mention: Mention,
  words: readonly string[],
  weightOf: WordWeight,
  story: OpenStory,
  settings: StorySettings,
): number {
  let [whole, explained] = [0, 0]
  for (const word of words) {
    const weight = weightOf(word)
    whole += weight
    explained += weight * fullness(word, story, settings)
  }
  const isSameRisk = mention.risks.some(
    ({ category }) => (story.riskCounts.get(category) ?? 0) * 3 >= story.mentions.length,
  )
  return (whole === 0 ? 0 : explained / whole) + (isSameRisk ? settings.sameRisk : 0)
}

/** The lesser share of what either is about that the other is about too. */
export const kinship = (one: OpenStory, other: OpenStory, weightOf: WordWeight, settings: StorySettings): number =>
  Math.min(explainedBy(one, other, weightOf, settings), explainedBy(other, one, weightOf, settings))

function explainedBy(one: OpenStory, other: OpenStory, weightOf: WordWeight, settings: StorySettings): number {
  let [whole, explained] = [0, 0]
  for (const word of mainWordsOf(one, settings)) {
    const weight = weightOf(word) * shareOf(word, one)
    whole += weight
    explained += weight * fullness(word, other, settings)
  }
  return whole === 0 ? 0 : explained / whole
}

/** A few dozen at most, however many headlines there are. */
export function mainWordsOf(story: OpenStory, settings: StorySettings): Set<string> {
  for (const word of story.mainWords) if (!isMain(word, story, settings)) story.mainWords.delete(word)
  return story.mainWords
}

const isMain = (word: string, story: OpenStory, { minShare }: StorySettings): boolean =>
  (story.wordCounts.get(word) ?? 0) >= 2 && shareOf(word, story) >= minShare

const shareOf = (word: string, { wordCounts, mentions }: OpenStory): number =>
  (wordCounts.get(word) ?? 0) / mentions.length

/** How much a word belongs to a story: fully, where enough of its headlines use it. */
const fullness = (word: string, { wordCounts, mentions }: OpenStory, { fullShare }: StorySettings): number =>
  Math.min(1, (wordCounts.get(word) ?? 0) / mentions.length / fullShare)

export function addMention(
  story: OpenStory,
  mention: Mention,
  words: readonly string[],
  settings: StorySettings,
): void {
  story.mentions.push(mention)
  story.lastAt = mention.publishedAt
  for (const word of words) {
    count(story.wordCounts, word, 1)
    // With every headline the shares of all others decrease, so a word becomes one only when it is used.
    if (isMain(word, story, settings)) story.mainWords.add(word)
  }
  for (const { category } of mention.risks) count(story.riskCounts, category, 1)
}

export function absorb(older: OpenStory, younger: OpenStory, settings: StorySettings): void {
  for (const mention of younger.mentions) older.mentions.push(mention)
  older.lastAt = Math.max(older.lastAt, younger.lastAt)
  for (const [word, by] of younger.wordCounts) {
    count(older.wordCounts, word, by)
    if (isMain(word, older, settings)) older.mainWords.add(word)
  }
  for (const [category, by] of younger.riskCounts) count(older.riskCounts, category, by)
  younger.partOf = older
}

function count<T>(counts: Map<T, number>, key: T, by: number): void {
  counts.set(key, (counts.get(key) ?? 0) + by)
}
