import type { Level, Severity } from '@service/reputation-domain/alerts/level.ts'
import type { RiskCategory } from '@service/reputation-domain/risk/model/categories.ts'

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
  sample: boolean
}
