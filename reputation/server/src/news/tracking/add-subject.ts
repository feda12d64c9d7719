import { makeAudit } from '@service/foundation/audit/audit.ts'
import type { Database } from '@service/foundation/database/database.ts'
import type { Act } from '@service/foundation/identity/model/actor.ts'
import type { NewId } from '@service/foundation/new-id.ts'
import type { StoredSubject } from '../model/stored-subject.ts'
import { checkDefinition, type SubjectDefinition } from '../subjects/subject-definition.ts'
import * as subjects from '../subjects/subject-store.ts'

export type NewSubject = SubjectDefinition & { companyId?: string | undefined }

export type AddSubject = (by: Act, subject: NewSubject) => Promise<StoredSubject>

type Deps = { db: Database; now: () => Date; newId: NewId }

/** The articles that are stored already are searched for it in the background. */
export function makeAddSubject({ db, now, newId }: Deps): AddSubject {
  const audit = makeAudit({ now, newId })
  return async (by, { companyId, ...wanted }) => {
    const definition = checkDefinition(wanted)
    const at = now()
    const subject = { ...definition, id: newId('sub'), companyId, sample: false, createdAt: at, updatedAt: at }
    await db.transaction(async (tx) => {
      await subjects.insertAll(tx, [subject])
      await audit.record(tx, by, {
        at,
        companyId: companyId ?? null,
        action: 'subject.add',
        target: subject.id,
        after: definition,
      })
    })
    return subject
  }
}
