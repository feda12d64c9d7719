/** What a report is made of: facts alone, kept with it, of which the document follows. */
import type { Period } from '@service/reputation-domain/series/model/month.ts'
import type { MonthOfNews } from '../../news/model/month-of-news.ts'

export const reportTypes = ['monthly_insight'] as const
export type ReportType = (typeof reportTypes)[number]

export type ReportFacts = {
  company: { name: string; timeZone: string }
  period: Period
  /** Of the month as far as it is covered, in the company's time zone. */
  firstDate: string
  lastDate: string
  isWholeMonth: boolean
  news: MonthOfNews
  sent: SentCounts
  screened: ScreenedCounts
  /** A person's. */
  comment: string | null
}

/** Of events to webhooks: how many deliveries of each kind, by what has become of them. */
export type SentCounts = {
  webhooks: number
  deliveries: { kind: string; succeeded: number; failed: number; pending: number }[]
}

export type ScreenedCounts = {
  screenings: number
  withMatches: number
  trueMatches: number
  falseMatches: number
}

/** What sets one report of a month apart from another. */
export type Stamp = { revision: number; madeAt: number }
