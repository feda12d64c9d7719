import { makeAudit } from '../audit/audit.ts'
import type { Database } from '../database/database.ts'
import type { Act } from '../identity/model/actor.ts'
import type { NewId } from '../new-id.ts'
import type { Retention } from './model/eraser.ts'
import { type PruneReport, pastItsTime, pruneData } from './prune-data.ts'

/** Without an age of the operator's choice, each kind of data goes by its configured one. */
export type PrunePast = (by: Act, ageMs: number | undefined) => Promise<PruneReport>

type Deps = { db: Database; now: () => Date; newId: NewId; retention: Retention }

/** Prunes now what the daily job prunes, at the configured ages or at one that the operator chooses, and records it in the audit. */
export function makePrunePast({ db, now, newId, retention }: Deps): PrunePast {
  const audit = makeAudit({ now, newId })
  return async (by, ageMs) => {
    const { pruners, keptMs } = retention
    const chosen = ageMs === undefined ? undefined : new Date(Math.max(0, now().getTime() - ageMs))
    const report = await pruneData(db, pruners, chosen ? () => chosen : pastItsTime(now(), keptMs))
    await audit.record(db.connection, by, {
      companyId: null,
      action: 'data.prune',
      target: 'data',
      after: { olderThan: chosen ?? 'configured', ...report },
    })
    return report
  }
}
