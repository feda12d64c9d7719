import type { Database } from '@service/foundation/database/database.ts'
import type { SentimentDay } from '@service/reputation-domain/series/daily-sentiment.ts'
import { type Day, isoDay } from '@service/reputation-domain/series/model/day.ts'
import type { CompanyReference } from '../../events/events.ts'
import { companyReference } from '../../events/events.ts'
import { rounded } from '../model/rounded.ts'
import { articlesPath } from './article-path.ts'
import { type OwnSubject, requireOwnSubject } from './own-subject.ts'
import { figuresOf } from './score-store.ts'
import * as sentiment from './sentiment-store.ts'

export type SentimentSeries = {
  company: CompanyReference
  subject: OwnSubject
  days: (SentimentDay & { articlesPath: string; unjudgedPath: string })[]
  sample?: true
}

/** One entry for each day from the first to the last, both included, oldest first. */
export type ReadSentiment = (companyId: string, days: { from: Day; to: Day }) => Promise<SentimentSeries>

export const makeReadSentiment =
  ({ db }: { db: Database }): ReadSentiment =>
  async (companyId, { from, to }) => {
    const [company, figures, known, subject] = await Promise.all([
      companyReference(db.connection, companyId),
      figuresOf(db.connection, companyId),
      sentiment.readDays(db.connection, companyId, { from: isoDay(from), to: isoDay(to) }),
      requireOwnSubject(db.connection, companyId),
    ])
    const days = Array.from({ length: to - from + 1 }, (_, index) => {
      const date = isoDay(from + index)
      const { day: _day, averageScore, ...counts } = known.get(date) ?? { day: date, ...withoutNews }
      const average = averageScore === null ? null : rounded(averageScore)
      return {
        date,
        averageScore: average,
        ...counts,
        articlesPath: articlesPath({ counted: true, day: date }),
        unjudgedPath: articlesPath({ unjudged: true, day: date }),
      }
    })
    return { company, subject, days, ...(figures?.sample && { sample: true as const }) }
  }

/** A day without news is not a neutral one. */
const withoutNews = { averageScore: null, articleCount: 0, positive: 0, neutral: 0, negative: 0, unjudged: 0 }
