/**
 * A mention: one subject found in one article, and everything that was judged about it. Articles are the facts; mentions
 * are what the later stages (stories, alerts, series, score) read, and all that they read.
 */
import type { RiskFinding } from '../risk/model/finding.ts'

export type Probabilities = { negative: number; neutral: number; positive: number }

/** What the company is to the news: what it is about, one of those named in it, or only who says it (analyst, publisher). */
export type MentionRole = 'subject' | 'passing' | 'source'

export type Mention = {
  articleId: string
  subjectId: string
  /** Milliseconds since 1970, UTC. */
  publishedAt: number
  host: string
  outlet: string
  title: string
  /** `title.slice(start, end)` names the subject. */
  start: number
  end: number
  /** Probability that the name stands for the company at all. */
  pCompany: number
  role: MentionRole
  /** ISO 639-1, of the article; undefined where nothing tells. */
  language?: string
  /** False where the article is in a language that is not judged: its probabilities say nothing, and it moves no figure. */
  judged?: boolean
  probabilities: Probabilities
  provider: string
  providerVersion: string
  /** The article that this one copies, where it is not the first of its text. */
  copyOf?: string
  risks: RiskFinding[]
  /** What a person said in place of the rule: whether it is an alert of its own. */
  alertSaid?: boolean
}

/** Below this the name stands for something else (a price target, Harrison Ford), and the mention counts nowhere. */
export const minPCompany = 0.5

export const concernsCompany = (mention: Pick<Mention, 'pCompany' | 'role'>): boolean =>
  mention.pCompany >= minPCompany && mention.role !== 'source'

/** Whether figures are made of it: it speaks of the company, in a language that is judged. */
export const countsInFigures = (mention: Pick<Mention, 'pCompany' | 'role' | 'judged'>): boolean =>
  concernsCompany(mention) && mention.judged !== false

/** P(positive) − P(negative), in [−1, 1]. */
export const sentimentOf = ({ probabilities }: Pick<Mention, 'probabilities'>): number =>
  probabilities.positive - probabilities.negative

export type Label = 'negative' | 'neutral' | 'positive'

/** The likeliest of the three; between equals, the neutral one, then the negative one. */
export function labelOf({ probabilities: { negative, neutral, positive } }: Pick<Mention, 'probabilities'>): Label {
  if (neutral >= negative && neutral >= positive) return 'neutral'
  return negative >= positive ? 'negative' : 'positive'
}

/** The one order in which everything is computed: whatever order articles arrive in, the result is the same. */
export function compareMentions(
  a: Pick<Mention, 'publishedAt' | 'articleId'>,
  b: Pick<Mention, 'publishedAt' | 'articleId'>,
): number {
  return a.publishedAt - b.publishedAt || (a.articleId < b.articleId ? -1 : a.articleId > b.articleId ? 1 : 0)
}

export const inOrder = (mentions: readonly Mention[]): Mention[] => [...mentions].sort(compareMentions)
