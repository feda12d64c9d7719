import type { Step } from '@service/reputation-domain/alerts/assess-story.ts'
import type { Level, Severity } from '@service/reputation-domain/alerts/level.ts'
import type { Spread } from '@service/reputation-domain/alerts/level-rule.ts'
import type { RiskCategory } from '@service/reputation-domain/risk/model/categories.ts'

/** Every level that a story has reached, and all that its level depends on by now. */
export type StoryRule = {
  steps: (Pick<Step, 'level' | 'articleId' | 'spread'> & {
    /** In ISO 8601. */
    at: string
  })[]
  spread: Spread
}

/** Of the time of a story, in which its articles are counted. */
export const paceParts = 12

/** A story as it is stored: what its articles say stands with them. */
export type StoredStory = {
  id: string
  /** On which it began. */
  storyDay: string
  beganAt: Date
  lastAt: Date
  /** The article whose title stands for it. */
  headline: string
  /** In order of publication. */
  articles: string[]
  outletCount: number
  /** Of its articles, ISO 639-1, in order; null where the release that made it did not detect them. */
  languages: string[] | null
  positive: number
  neutral: number
  negative: number
  /** In [−1, 1]. */
  averageScore: number
  /** Of the risk that it speaks of, if it does. */
  level: Level | null
  category: RiskCategory | null
  reach: number | null
  /** Of its alerts, if there are any. */
  severity: Severity | null
  alertCount: number
  /** When it became what `severity` says, by what was published; null where it has no alert, or a release before made it. */
  alertedAt: Date | null
  /** Null where it speaks of no risk, or a release before made it. */
  rule: StoryRule | null
  /** How many articles came in each part of its time; null where a release before made it. */
  pace: number[] | null
  sample: boolean
}
