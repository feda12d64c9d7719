import { makeAudit } from '@service/foundation/audit/audit.ts'
import type { Database } from '@service/foundation/database/database.ts'
import type { Act } from '@service/foundation/identity/model/actor.ts'
import type { NewId } from '@service/foundation/new-id.ts'
import { Problem } from '@service/foundation/problem.ts'
import * as reports from './report-store.ts'

export type DeleteReport = (by: Act, companyId: string, reportId: string) => Promise<void>

export function makeDeleteReport({ db, now, newId }: { db: Database; now: () => Date; newId: NewId }): DeleteReport {
  const audit = makeAudit({ now, newId })
  return (by, companyId, reportId) =>
    db.transaction(async (tx) => {
      const removed = await reports.remove(tx, companyId, reportId, now())
      if (!removed) throw new Problem('not-found', 'Report not found.')
      const { type, period, revision } = removed
      await audit.record(tx, by, {
        companyId,
        action: 'report.delete',
        target: reportId,
        before: { type, period, revision },
      })
    })
}
