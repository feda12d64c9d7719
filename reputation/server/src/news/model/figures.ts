/** What a company's figures are once they are computed, as they are stored and read. Days are `2026-11-20`, UTC. */
import type { Audience } from '@service/reputation-domain/alerts/alert-events.ts'
import type { Severity } from '@service/reputation-domain/alerts/level.ts'
import type { Drop } from '@service/reputation-domain/score/drop.ts'
import type { Pillar, PillarValue } from '@service/reputation-domain/score/pillar.ts'
import type { Drivers } from './drivers.ts'
import type { SentimentDay } from './sentiment-day.ts'
import type { ComputedAlert, StoredAlert } from './stored-alert.ts'
import type { StoredStory } from './stored-story.ts'

export type { Driver, Drivers } from './drivers.ts'
export type { SentimentDay } from './sentiment-day.ts'
export type { AlertArticle, ComputedAlert, RiskDetail, StoredAlert } from './stored-alert.ts'
export type { StoredStory } from './stored-story.ts'

/** The score of a day with news about any subject; a day without has the score of the day before. */
export type ScoreDay = {
  day: string
  observed: boolean
  effectiveMentions: number
  pillars: Record<Pillar, PillarValue>
  methodologyVersion: string
}

/** All of a company's figures that may have changed. */
export type Figures = {
  /** From which on the sentiment is given. */
  sentimentFrom: string
  sentiment: SentimentDay[]
  /** From which on the scores are given. */
  scoresFrom: string
  scores: ScoreDay[]
  lastDay: string
  /** From which on the stories, and those of the alerts, begin. */
  storiesFrom: string
  /** All of them. */
  storyIds: string[]
  /** Those that may have changed. */
  stories: StoredStory[]
  alerts: ComputedAlert[]
  drivers: Drivers
  methodologyVersion: string
  sample: boolean
  announcements: AlertAnnouncement[]
  drops: Drop[]
}

/** An alert that is to be sent, or, where it is too old or of a sample, remembered as if it had been. */
export type AlertAnnouncement = {
  shouldSend: boolean
  audience: Audience
  severity: Severity
  /** When the article that set it off was published. */
  at: Date
  /** The article that set it off. */
  articleId: string
  alert: Pick<StoredAlert, 'id' | 'kind' | 'title' | 'source' | 'url' | 'sentimentScore'>
}
