import { makeAudit } from '@service/foundation/audit/audit.ts'
import type { Database } from '@service/foundation/database/database.ts'
import { lockCompany } from '@service/foundation/database/lock-company.ts'
import { retriedOnDeadlock } from '@service/foundation/database/retried-on-deadlock.ts'
import type { Act } from '@service/foundation/identity/model/actor.ts'
import type { NewId } from '@service/foundation/new-id.ts'
import { Problem } from '@service/foundation/problem.ts'
import * as subjects from '../subjects/subject-store.ts'
import { subjectNotFound } from './change-company-subject.ts'
import { deleteSubject } from './remove-subject.ts'

export type RemoveCompanySubject = (by: Act, companyId: string, subjectId: string) => Promise<void>

type Deps = { db: Database; now: () => Date; newId: NewId }

/** Removes a subject of the company's own, but not the one that its figures speak of. */
export function makeRemoveCompanySubject({ db, now, newId }: Deps): RemoveCompanySubject {
  const audit = makeAudit({ now, newId })
  return (by, companyId, subjectId) =>
    retriedOnDeadlock(() =>
      db.transaction(async (tx) => {
        await lockCompany(tx, companyId)
        const subject = await subjects.lock(tx, subjectId, companyId)
        if (subject?.id !== subjectId) throw subjectNotFound()
        if (subject.companyId === undefined) {
          throw new Problem('conflict', 'This subject is shared by all companies: set its role to null instead.')
        }
        if ((await subjects.roleOf(tx, companyId, subjectId)) === 'own') {
          throw new Problem(
            'conflict',
            'All figures of the company speak of this subject. Set its role to null or `peer` first.',
          )
        }
        await deleteSubject(tx, { subject, audit, now }, by)
      }),
    )
}
