/**
 * Alerts: what a company should look at now. Negative articles about it are alerts of their own; a story that alarms is one
 * more, its risk assessment, which speaks for all of its articles.
 */
import { hashText } from '../hashing/hashing.ts'
import { concernsCompany, type Mention, sentimentOf } from '../mentions/mentions.ts'
import type { RiskCategory } from '../risk/model/categories.ts'
import { dayMs } from '../series/model/day.ts'
import type { Story } from '../stories/stories.ts'
import type { Assessment, Rise } from './assess-story.ts'
import { isAlarming, type Level, type Severity } from './level.ts'
import type { AlertSettings } from './settings.ts'

type Base = {
  /** The alert's id: the same for the same article, or the same story, of the same subject. */
  id: string
  subjectId: string
  storyId: string
  severity: Severity
  title: string
  /** The publishing outlet. */
  source: string
  /** The article behind `title` and `source`, whose address the alert carries. */
  articleId: string
  detectedAt: number
  /** In [−1, 1]. */
  sentimentScore: number
}

export type ArticleAlert = Base & { kind: 'article' }
export type RiskAlert = Base & {
  kind: 'risk'
  category: RiskCategory
  level: Level
  reach: number
  /** Everything that speaks of the risk, in order of time. */
  articles: string[]
}
export type Alert = ArticleAlert | RiskAlert

/** A story with what was found of it; `assessment` is absent where it speaks of no risk. */
export type AssessedStory = { story: Story; assessment: Assessment | undefined }

/** An article is negative when the company is its subject, and P(negative) reaches the company's threshold. */
export const isNegative = (mention: Mention, threshold: number): boolean =>
  concernsCompany(mention) && mention.role === 'subject' && mention.probabilities.negative >= threshold

/** All alerts of a story, in no order. */
export function alertsOf({ story, assessment }: AssessedStory, threshold: number): Alert[] {
  const severity = assessment?.level === 'critical' ? 'critical' : 'high'
  const articles = story.mentions
    .filter((mention) => isNegative(mention, threshold))
    .map((mention) => articleAlert(mention, story.id, severity))
  const rise = assessment?.rises.at(-1)
  return assessment && rise ? [...articles, riskAlert(assessment, rise)] : articles
}

export const articleAlert = (mention: Mention, storyId: string, severity: Severity): ArticleAlert => ({
  id: alertId(mention.subjectId, 'article', mention.articleId),
  kind: 'article',
  subjectId: mention.subjectId,
  storyId,
  severity,
  title: mention.title,
  source: mention.outlet,
  articleId: mention.articleId,
  detectedAt: mention.publishedAt,
  sentimentScore: sentimentOf(mention),
})

export const riskAlert = (assessment: Assessment, rise: Rise): RiskAlert => ({
  id: alertId(assessment.subjectId, 'risk', assessment.storyId),
  kind: 'risk',
  subjectId: assessment.subjectId,
  storyId: assessment.storyId,
  severity: rise.level,
  title: assessment.headline.title,
  source: assessment.headline.outlet,
  articleId: assessment.headline.articleId,
  detectedAt: rise.at,
  sentimentScore: assessment.sentiment,
  category: assessment.category,
  level: rise.level,
  reach: rise.reach,
  articles: assessment.evidence,
})

/** What stands in the list at `now`: the last seven days, newest first; ties by id. */
export function alertList(alerts: readonly Alert[], now: number, settings: AlertSettings): Alert[] {
  return alerts
    .filter(
      ({ detectedAt, severity }) =>
        isAlarming(severity) && detectedAt <= now && detectedAt > now - settings.listDays * dayMs,
    )
    .sort((a, b) => b.detectedAt - a.detectedAt || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0))
}

/** 96 bits are plenty for the alerts of a company's life, and say nothing of what they were made of. */
function alertId(...parts: string[]): string {
  const text = parts.join('\n')
  const hex = [0, 1, 2].map((salt) => hashText(`${salt}\n${text}`).toString(16).padStart(8, '0'))
  return `alr_${hex.join('')}`
}
