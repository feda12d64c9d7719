/**
 * Which alerts are announced. A story is announced once, with its first alert, and once more when it becomes critical;
 * its later articles change the list and announce nothing.
 *
 * Who asked for risk assessments alone does not hear of single articles, so the story's first risk assessment is its first
 * alert for them. Everything here is computed from the articles each time; what has been announced before is
 * recognised by the article that set it off, whatever story that article is counted to by now.
 */
import type { Mention } from '../mentions/mentions.ts'
import { type Alert, type AssessedStory, articleAlert, riskAlert } from './alert.ts'
import { isAlert } from './article-verdict.ts'
import { isHigher, type Severity } from './level.ts'
import type { AlertSettings } from './settings.ts'

/** What a registration asked for. */
export type Audience = 'all' | 'risks'

export type AlertEvent = {
  audience: Audience
  severity: Severity
  at: number
  /** The article that set it off. */
  articleId: string
  alert: Alert
}

/** What a story announces in its life, in order of time, for each audience. */
export function alertEventsOf(assessed: AssessedStory, threshold: number): AlertEvent[] {
  return [...eventsFor('all', assessed, threshold), ...eventsFor('risks', assessed, threshold)]
}

function eventsFor(audience: Audience, { story, assessment }: AssessedStory, threshold: number): AlertEvent[] {
  const rises: AlertEvent[] = (assessment?.rises ?? []).map((rise) => ({
    audience,
    severity: rise.level,
    at: rise.at,
    articleId: rise.articleId,
    alert: riskAlert(assessment!, rise),
  }))
  const article = audience === 'all' ? story.mentions.find((mention) => isAlert(mention, threshold)) : undefined
  const first = rises[0]
  if (!article || (first && first.at <= article.publishedAt)) return rises
  // The article was the first alert; after it only a rise above its severity is news.
  return [articleEvent(article, story.id), ...rises.filter(({ severity }) => severity === 'critical')]
}

const articleEvent = (mention: Mention, storyId: string): AlertEvent => ({
  audience: 'all',
  severity: 'high',
  at: mention.publishedAt,
  articleId: mention.articleId,
  alert: articleAlert(mention, storyId),
})

/** What has been announced, or was too old to be, when it was first computed. */
export type Announced = { audience: Audience; severity: Severity; articleId: string }

export type Announcements = {
  /** To be sent now. */
  fire: AlertEvent[]
  /** To be remembered as if sent: they are too old. */
  silence: AlertEvent[]
}

/** What of a story is still to be announced at `now`. */
export function announcementsOf(
  assessed: AssessedStory,
  announced: readonly Announced[],
  now: number,
  threshold: number,
  settings: AlertSettings,
): Announcements {
  const articles = new Set(assessed.story.mentions.map(({ articleId }) => articleId))
  const known = announced.filter(({ articleId }) => articles.has(articleId))
  const isKnown = (event: AlertEvent) =>
    known.some(({ audience, severity }) => audience === event.audience && !isHigher(event.severity, severity))
  const open = alertEventsOf(assessed, threshold).filter((event) => event.at <= now && !isKnown(event))
  return {
    fire: open.filter(({ at }) => now - at <= settings.maxAgeMs),
    silence: open.filter(({ at }) => now - at > settings.maxAgeMs),
  }
}
