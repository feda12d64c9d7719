import type { Database } from '@service/foundation/database/database.ts'
import type { Severity } from '@service/reputation-domain/alerts/level.ts'
import { dayMs } from '@service/reputation-domain/series/model/day.ts'
import type { CompanyReference } from '../../events/events.ts'
import { companyReference } from '../../events/events.ts'
import type { StoredAlert } from '../model/stored-alert.ts'
import * as alerts from './alert-store.ts'

export type AskedAlerts = {
  severity?: Severity | undefined
  since?: Date | undefined
  before?: { detectedAt: Date; id: string } | undefined
}

export type ListAlerts = (
  companyId: string,
  asked: AskedAlerts,
  limit: number,
) => Promise<{ company: CompanyReference; alerts: StoredAlert[] }>

const windowMs = 7 * dayMs

/** Of the last seven days, newest first; `since` only narrows. */
export const makeListAlerts =
  ({ db, now }: { db: Database; now: () => Date }): ListAlerts =>
  async (companyId, { severity, since, before }, limit) => {
    const until = now()
    const oldest = new Date(until.getTime() - windowMs)
    const filter = { severity, before, until, since: since && since > oldest ? since : oldest }
    const [company, found] = await Promise.all([
      companyReference(db.connection, companyId),
      alerts.list(db.connection, companyId, filter, limit),
    ])
    return { company, alerts: found }
  }
