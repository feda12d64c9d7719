import type { Database } from '@service/foundation/database/database.ts'
import type { Severity } from '@service/reputation-domain/alerts/level.ts'
import { alertSettings } from '@service/reputation-domain/alerts/settings.ts'
import { dayMs } from '@service/reputation-domain/series/model/day.ts'
import type { CompanyReference } from '../../events/events.ts'
import { companyReference } from '../../events/events.ts'
import type { StoredAlert } from '../model/stored-alert.ts'
import * as alerts from './alert-store.ts'
import { type OwnSubject, requireOwnSubject } from './own-subject.ts'

export type AskedAlerts = {
  severity?: Severity | undefined
  since?: Date | undefined
  story?: string | undefined
  /** One alert of each story. */
  byStory?: boolean
  /** Also those published more than seven days ago. */
  ofAnyAge?: boolean
  before?: alerts.AlertPosition | undefined
}

export type ListAlerts = (
  companyId: string,
  asked: AskedAlerts,
  limit: number,
) => Promise<{ company: CompanyReference; subject: OwnSubject; alerts: (StoredAlert & { alertCount?: number })[] }>

const windowMs = alertSettings.listDays * dayMs

/** Published in the last seven days unless of any age, those detected last first; `since` only narrows. */
export const makeListAlerts =
  ({ db, now }: { db: Database; now: () => Date }): ListAlerts =>
  async (companyId, { severity, since, story, byStory = false, ofAnyAge = false, before }, limit) => {
    const until = now()
    const publishedSince = new Date(ofAnyAge ? 0 : until.getTime() - windowMs)
    const detectedSince = since && since > publishedSince ? since : publishedSince
    const filter = { severity, story, before, until, publishedSince, detectedSince }
    const [company, found, subject] = await Promise.all([
      companyReference(db.connection, companyId),
      (byStory ? alerts.listByStory : alerts.list)(db.connection, companyId, filter, limit),
      requireOwnSubject(db.connection, companyId),
    ])
    return { company, subject, alerts: found }
  }
