import { makeAudit } from '@service/foundation/audit/audit.ts'
import { changedFields } from '@service/foundation/audit/model/changed-fields.ts'
import type { Database } from '@service/foundation/database/database.ts'
import type { Act } from '@service/foundation/identity/model/actor.ts'
import type { NewId } from '@service/foundation/new-id.ts'
import { Problem } from '@service/foundation/problem.ts'
import type { StoredSubject } from '../model/stored-subject.ts'
import { checkDefinition, type SubjectDefinition } from '../subjects/subject-definition.ts'
import * as subjects from '../subjects/subject-store.ts'

export type ChangeSubject = (by: Act, idOrName: string, changes: Partial<SubjectDefinition>) => Promise<StoredSubject>

type Deps = { db: Database; now: () => Date; newId: NewId }

/** The stored articles are searched again, in the background, where the names have changed. */
export function makeChangeSubject({ db, now, newId }: Deps): ChangeSubject {
  const audit = makeAudit({ now, newId })
  return (by, idOrName, changes) =>
    db.transaction(async (tx) => {
      const subject = await subjects.lock(tx, idOrName)
      if (!subject) throw new Problem('not-found', `Subject ${idOrName} not found, or its name is not unique.`)
      const { name, sector, aliases, blockers } = subject
      const before = { name, sector, aliases, ...(blockers && { blockers }) }
      const wanted = checkDefinition({ ...before, ...changes })
      const changed = changedFields(before, wanted)
      if (!changed) return subject
      const at = now()
      const after = { ...subject, ...wanted, updatedAt: at }
      await subjects.update(tx, after)
      await audit.record(tx, by, {
        ...changed,
        at,
        companyId: subject.companyId ?? null,
        action: 'subject.change',
        target: subject.id,
      })
      return after
    })
}
