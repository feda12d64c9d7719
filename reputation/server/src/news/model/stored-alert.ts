import type { Severity } from '@service/reputation-domain/alerts/level.ts'

/** An alert as it is stored and read. */
export type StoredAlert = {
  id: string
  kind: 'article' | 'risk'
  story: string
  /** On which the story began. */
  storyDay: string
  severity: Severity
  /** When the service detected the alert, or that it had become critical. */
  detectedAt: Date
  /** Of the article, or of the one that raised the story. */
  publishedAt: Date
  title: string
  source: string
  url: string
  sentimentScore: number
  /** Of that article, ISO 639-1; null where it is not known. */
  language: string | null
  sample: boolean
  /** Of a sample: when the article was really published. */
  originalPublishedAt: Date | null
  /** Null for an article. */
  risk: RiskDetail | null
}

/** An alert as it is computed: when it is detected is known once it is written. */
export type ComputedAlert = Omit<StoredAlert, 'detectedAt'>

export type RiskDetail = {
  category: string
  level: Severity
  reach: number
  articleCount: number
  /** The first of them. */
  articles: AlertArticle[]
}

export type AlertArticle = { title: string; source: string; url: string; publishedAt: string }
