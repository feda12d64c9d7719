import type { Act } from '../audit/audit-event.ts'
import * as audit from '../audit/audit-store.ts'
import type { Database } from '../database/database.ts'
import type { NewId } from '../new-id.ts'
import type { Retention } from './eraser.ts'
import { type PruneReport, pruneData } from './prune-data.ts'

export type PrunePast = (by: Act, before: Date) => Promise<PruneReport>

type Deps = { db: Database; now: () => Date; newId: NewId; retention: Retention }

/** What the daily job does, by an operator's hand and at an age of their choice; so the audit tells of it. */
export function makePrunePast({ db, now, newId, retention }: Deps): PrunePast {
  return async (by, before) => {
    const report = await pruneData(db, retention.pruners, before)
    await audit.append(db.connection, {
      ...by,
      id: newId('aud'),
      at: now(),
      companyId: null,
      action: 'data.prune',
      target: 'data',
      before: null,
      after: { olderThan: before, ...report },
    })
    return report
  }
}
