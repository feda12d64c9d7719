import type { Database } from '@service/foundation/database/database.ts'
import { Problem } from '@service/foundation/problem.ts'
import type { ScoredDay } from '@service/reputation-domain/score/drop.ts'
import { type Reputation, reputationOn } from '@service/reputation-domain/score/reputation.ts'
import { scoreSettings } from '@service/reputation-domain/score/settings.ts'
import { dayOf, isoDay } from '@service/reputation-domain/series/model/day.ts'
import type { CompanyReference } from '../../events/events.ts'
import { companyReference } from '../../events/events.ts'
import { everyDayOf } from '../model/every-day.ts'
import { type OwnSubject, requireOwnSubject } from './own-subject.ts'
import * as scores from './score-store.ts'
import * as sentiment from './sentiment-store.ts'

export type ReadReputation = (companyId: string) => Promise<{
  company: CompanyReference
  subject: OwnSubject
  figures: scores.CompanyFigures
  reputation: Reputation
  /** The days of the history, for those who show their pillars. */
  days: ReadonlyMap<number, ScoredDay>
  /** Articles of these days in languages that are not judged: the score is made without them. */
  unjudged: number
  /** The first day whose news the score looks back on. */
  windowFrom: string
}>

/** Throws a `Problem` where there is no score yet. */
export const makeReadReputation =
  ({ db, now }: { db: Database; now: () => Date }): ReadReputation =>
  async (companyId) => {
    const today = dayOf(now().getTime())
    const [company, figures, stored, subject] = await Promise.all([
      companyReference(db.connection, companyId),
      scores.figuresOf(db.connection, companyId),
      scores.readDays(db.connection, companyId, { from: isoDay(today - scoreSettings.windowDays), to: isoDay(today) }),
      requireOwnSubject(db.connection, companyId),
    ])
    // Scores of another methodology are not the same thing, and are not shown beside these.
    const comparable = [...stored].filter(([, day]) => day.methodologyVersion === figures?.methodologyVersion)
    const days = everyDayOf(new Map(comparable), today - scoreSettings.windowDays, today)
    const reputation = reputationOn(today, days, scoreSettings)
    if (!figures || !reputation) {
      throw new Problem('not-found', 'There is no score yet: there has been no news about the company.')
    }
    const window = { from: isoDay(today - scoreSettings.windowDays + 1), to: isoDay(today) }
    const unjudged = await sentiment.countUnjudged(db.connection, companyId, window)
    return { company, subject, figures, reputation, days, unjudged, windowFrom: window.from }
  }
