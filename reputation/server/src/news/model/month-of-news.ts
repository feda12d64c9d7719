/** What a month of news comes to for a company. Dates are those of its time zone, and so is the month. */
import type { Level, Severity } from '@service/reputation-domain/alerts/level.ts'
import type { RiskCategory } from '@service/reputation-domain/risk/model/categories.ts'
import type { PillarValue } from '@service/reputation-domain/score/pillar.ts'
import type { Confidence } from '@service/reputation-domain/score/reputation.ts'

export type MonthOfNews = {
  subject: { id: string; name: string }
  sample: boolean
  methodologyVersion: string | null
  /** Null where there has been no news about the company. */
  score: MonthScore | null
  articles: MonthArticles
  /** Every day of the month, up to the last that is covered. */
  days: MonthDay[]
  risks: MonthRisk[]
  stories: MonthStory[]
  storyCount: number
  /** What the score would be without the first two stories. */
  withoutTopTwo: number | null
  alerts: MonthAlerts
  peers: MonthPeer[]
  sources: MonthSources
  /** The articles that can be read, those of the stories first. */
  cited: CitedArticle[]
}

export type MonthScore = {
  /** On the last day before the month; null where there is none that compares. */
  before: number | null
  after: number
  change: number | null
  confidence: Confidence
  effectiveMentions: number
  pillars: MonthPillar[]
  /** From the last day before the month on. */
  history: { date: string; value: number | null; observed: boolean }[]
}

export type MonthPillar = Pick<PillarValue, 'pillar' | 'score' | 'status' | 'sampleSize'> & {
  reason: string | null
  /** In points of the score: what it contributes, what it could at most, and what it has gained. */
  got: number
  could: number
  change: number | null
}

export type Tones = { positive: number; neutral: number; negative: number }

export type MonthArticles = Tones & {
  count: number
  unjudged: number
  sites: number
  outlets: number
  /** In [−1, 1]; null where there is nothing to take it of. */
  mean: number | null
  /** Each with how many of the articles above, most first. */
  languages: { language: string; count: number; judged: boolean }[]
}

export type MonthDay = Tones & { date: string; count: number; unjudged: number; mean: number | null }

export type MonthRisk = {
  category: RiskCategory
  articles: number
  /** By the gravity of the gravest thing that each article says of it. */
  grave: number
  serious: number
  mild: number
}

export type MonthStory = Tones & {
  id: string
  title: string
  source: string
  url: string
  beganAt: number
  lastAt: number
  articleCount: number
  outletCount: number
  level: Level | null
  category: RiskCategory | null
  reach: number | null
  severity: Severity | null
  /** When its first alert was detected. */
  alertedAt: number | null
  /** How much higher or lower the score is with it than without; null where that cannot be computed. */
  effect: number | null
}

export type MonthAlerts = { critical: number; high: number }

export type MonthPeer = {
  name: string
  isOwn: boolean
  articles: number
  mean: number | null
  /** Share of the articles about all of these. */
  share: number | null
  /** On the pillars that can be computed for all of these. */
  score: number | null
}

export type MonthSources = {
  feeds: number
  sharedFeeds: number
  failingFeeds: number
  imports: number
  /** Dates without any article, about whomever. */
  silentDates: string[]
}

export type CitedArticle = { title: string; source: string; url: string; publishedAt: number; tone: keyof Tones | null }

/** The story's articles are known to it by id. */
export type CountedStory = Omit<MonthStory, 'effect'> & { articles: readonly string[] }
