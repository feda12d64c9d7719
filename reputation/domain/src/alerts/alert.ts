/**
 * Alerts: what a company should look at now. An article about it that is negative or reports a grave fact is an alert of
 * its own, `high`; a story that alarms is one more, its risk assessment, which speaks for all of its articles and alone
 * can be critical.
 */
import { hashText } from '../hashing/hashing.ts'
import { type Mention, sentimentOf } from '../mentions/mentions.ts'
import type { RiskCategory } from '../risk/model/categories.ts'
import type { Story } from '../stories/stories.ts'
import { isAlert } from './article-verdict.ts'
import type { Assessment, Rise } from './assess-story.ts'
import type { Level, Severity } from './level.ts'

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
  /** Of the article, or of the one that raised the story to where it is. */
  publishedAt: number
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

/** All alerts of a story, in no order. */
export function alertsOf({ story, assessment }: AssessedStory, threshold: number): Alert[] {
  const articles = story.mentions
    .filter((mention) => isAlert(mention, threshold))
    .map((mention) => articleAlert(mention, story.id))
  const rise = assessment?.rises.at(-1)
  return assessment && rise ? [...articles, riskAlert(assessment, rise)] : articles
}

/** Never critical: for that, two outlets of different owners are needed. */
export const articleAlert = (mention: Mention, storyId: string): ArticleAlert => ({
  id: alertId(mention.subjectId, 'article', mention.articleId),
  kind: 'article',
  subjectId: mention.subjectId,
  storyId,
  severity: 'high',
  title: mention.title,
  source: mention.outlet,
  articleId: mention.articleId,
  publishedAt: mention.publishedAt,
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
  publishedAt: rise.at,
  sentimentScore: assessment.sentiment,
  category: assessment.category,
  level: rise.level,
  reach: rise.reach,
  articles: assessment.evidence,
})

/** 96 bits are plenty for the alerts of a company's life, and say nothing of what they were made of. */
function alertId(...parts: string[]): string {
  const text = parts.join('\n')
  const hex = [0, 1, 2].map((salt) => hashText(`${salt}\n${text}`).toString(16).padStart(8, '0'))
  return `alr_${hex.join('')}`
}
