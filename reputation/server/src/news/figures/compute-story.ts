/**
 * A story with what was found of it, as it is stored. Pure.
 *
 * Index bounds: a part of the time is one of `paceParts`, and the row of parts has so many.
 */
import type { AssessedStory } from '@service/reputation-domain/alerts/alert.ts'
import { isAlert } from '@service/reputation-domain/alerts/article-verdict.ts'
import type { Assessment } from '@service/reputation-domain/alerts/assess-story.ts'
import { itemAt } from '@service/reputation-domain/item-at/item-at.ts'
import { labelOf, sentimentOf } from '@service/reputation-domain/mentions/mentions.ts'
import { dayOf, isoDay } from '@service/reputation-domain/series/model/day.ts'
import { rounded } from '../model/rounded.ts'
import type { StoredMention } from '../model/stored-mention.ts'
import { paceParts, type StoredStory, type StoryRule } from '../model/stored-story.ts'

export function storedStory(
  { story, assessment }: AssessedStory,
  threshold: number,
  byArticle: ReadonlyMap<string, StoredMention>,
): StoredStory {
  const { mentions } = story
  const times = mentions.map(({ publishedAt }) => publishedAt)
  const [beganAt, lastAt] = [Math.min(...times), Math.max(...times)]
  const articles = mentions.map(({ articleId }) => articleId)
  const counts = { positive: 0, neutral: 0, negative: 0 }
  for (const mention of mentions) counts[labelOf(mention)]++
  const rise = assessment?.rises.at(-1)
  const alerting = mentions.filter((mention) => isAlert(mention, threshold))
  const alertCount = alerting.length + (rise ? 1 : 0)
  const alertedAt = rise?.at ?? alerting[0]?.publishedAt
  const sum = mentions.reduce((sum, mention) => sum + sentimentOf(mention), 0)
  return {
    id: story.id,
    storyDay: isoDay(dayOf(beganAt)),
    beganAt: new Date(beganAt),
    lastAt: new Date(lastAt),
    headline: assessment?.headline.articleId ?? itemAt(articles, 0),
    articles,
    outletCount: new Set(mentions.map(({ outlet }) => outlet)).size,
    languages: [...new Set(mentions.flatMap(({ language }) => language ?? []))].sort(),
    ...counts,
    averageScore: rounded(sum / mentions.length),
    level: assessment?.level ?? null,
    category: assessment?.category ?? null,
    reach: assessment ? rounded(assessment.reach) : null,
    severity: alertCount === 0 ? null : (rise?.level ?? 'high'),
    alertCount,
    alertedAt: alertedAt === undefined ? null : new Date(alertedAt),
    rule: assessment ? ruleOf(assessment) : null,
    pace: paceOf(times, beganAt, lastAt),
    sample: articles.some((id) => byArticle.get(id)!.sample),
  }
}

const ruleOf = ({ steps, spread }: Assessment): StoryRule => ({
  steps: steps.map(({ at, ...step }) => ({ ...step, at: new Date(at).toISOString() })),
  spread,
})

function paceOf(times: readonly number[], beganAt: number, lastAt: number): number[] {
  const pace = new Array<number>(paceParts).fill(0)
  for (const at of times) {
    const part = lastAt === beganAt ? 0 : Math.floor(((at - beganAt) / (lastAt - beganAt)) * paceParts)
    pace[Math.min(part, paceParts - 1)]! += 1
  }
  return pace
}
