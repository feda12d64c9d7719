import { makeAudit } from '@service/foundation/audit/audit.ts'
import type { Database } from '@service/foundation/database/database.ts'
import type { NewId } from '@service/foundation/new-id.ts'
import { Problem } from '@service/foundation/problem.ts'
import type { Caller } from './model/screening-record.ts'
import * as screenings from './store.ts'

/** Puts a record under legal hold or ends it: held, it outlives an erasure and its age. */
export type HoldScreening = (caller: Caller, screeningId: string, held: boolean) => Promise<void>

type Deps = { db: Database; now: () => Date; newId: NewId }

export function makeHoldScreening({ db, now, newId }: Deps): HoldScreening {
  const audit = makeAudit({ now, newId })
  return (by, screeningId, held) =>
    db.transaction(async (tx) => {
      const { companyId } = by
      const screening = await screenings.find(tx, companyId, screeningId)
      if (!screening) throw new Problem('not-found', 'Screening not found.')
      if (screening.legalHold === held) return
      await screenings.setLegalHold(tx, companyId, screeningId, held)
      await audit.record(tx, by, {
        companyId,
        action: 'screening.legal-hold',
        target: screeningId,
        before: { legalHold: screening.legalHold },
        after: { legalHold: held },
      })
    })
}
