import type { Pillar } from '@service/reputation-domain/score/pillar.ts'

export type Drivers = Partial<Record<Pillar, Driver[]>>

/** An article that has moved a pillar most. */
export type Driver = {
  /** Absent where a release before wrote it. */
  articleId?: string
  title: string
  source: string
  url: string
  publishedAt: string
  sentimentScore: number
  /** Of a sample: when it was really published. */
  originalPublishedAt?: string
}
