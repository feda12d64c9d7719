import { makeAudit } from '@service/foundation/audit/audit.ts'
import type { Fields } from '@service/foundation/audit/model/audit-event.ts'
import { changedFields } from '@service/foundation/audit/model/changed-fields.ts'
import type { Database } from '@service/foundation/database/database.ts'
import { lockCompany } from '@service/foundation/database/lock-company.ts'
import type { Act } from '@service/foundation/identity/model/actor.ts'
import type { NewId } from '@service/foundation/new-id.ts'
import { Problem } from '@service/foundation/problem.ts'
import type { SubjectRole } from '../model/stored-subject.ts'
import { checkDefinition, type SubjectDefinition } from '../subjects/subject-definition.ts'
import * as subjects from '../subjects/subject-store.ts'
import { isCalled, nameTaken } from './add-subject.ts'
import { requirePace } from './change-pace.ts'
import { setFollowing } from './follow-subject.ts'

/** A role of null: the company follows it no more. */
export type CompanySubjectChanges = Partial<SubjectDefinition> & { role?: SubjectRole | null }

export type ChangeCompanySubject = (
  by: Act,
  companyId: string,
  subjectId: string,
  changes: CompanySubjectChanges,
) => Promise<subjects.CompanySubject>

type Deps = { db: Database; now: () => Date; newId: NewId }

export const subjectNotFound = (): Problem => new Problem('not-found', 'Subject not found.')

/**
 * Changes what a company may of a subject: everything of one that is its own, of a shared one only its role. Both
 * together or not at all.
 */
export function makeChangeCompanySubject({ db, now, newId }: Deps): ChangeCompanySubject {
  const audit = makeAudit({ now, newId })
  return (by, companyId, subjectId, { role, ...wanted }) =>
    db.transaction(async (tx) => {
      await lockCompany(tx, companyId)
      const subject = await subjects.lock(tx, subjectId, companyId)
      if (subject?.id !== subjectId) throw subjectNotFound()
      const at = now()
      const record = (action: string, change: { before: Fields; after: Fields }) =>
        audit.record(tx, by, { ...change, at, companyId, action, target: subjectId })
      if (Object.keys(wanted).length > 0) {
        if (subject.companyId === undefined) {
          throw new Problem('conflict', 'This subject is shared by all companies: only its role can be changed.')
        }
        const { name, sector, aliases, blockers } = subject
        const before = { name, sector, aliases, ...(blockers && { blockers }) }
        const definition = checkDefinition({ ...before, ...wanted })
        const same = (await subjects.listOwned(tx, companyId)).find(isCalled(definition.name))
        if (same && same.id !== subjectId) throw nameTaken(same)
        const changed = changedFields(before, definition)
        if (changed) {
          await requirePace(tx, by, companyId, at)
          await subjects.update(tx, { ...subject, ...definition, updatedAt: at })
          await record('subject.change', changed)
        }
      }
      if (role !== undefined) {
        const changed = await setFollowing(tx, { companyId, subjectId, role: role ?? undefined }, at)
        if (changed) await record('company.subject', changed)
      }
      return (await subjects.findForCompany(tx, companyId, subjectId))!
    })
}
