import { makeAudit } from '@service/foundation/audit/audit.ts'
import type { Database, Queryable } from '@service/foundation/database/database.ts'
import { lockCompany } from '@service/foundation/database/lock-company.ts'
import type { Act } from '@service/foundation/identity/model/actor.ts'
import type { NewId } from '@service/foundation/new-id.ts'
import { Problem } from '@service/foundation/problem.ts'
import type { StoredSubject, SubjectRole } from '../model/stored-subject.ts'
import { checkDefinition, type SubjectDefinition } from '../subjects/subject-definition.ts'
import * as subjects from '../subjects/subject-store.ts'
import { requirePace } from './change-pace.ts'
import { setFollowing } from './follow-subject.ts'

export type NewSubject = SubjectDefinition & {
  companyId?: string | undefined
  /** As what its company follows it, from the same moment on. */
  role?: SubjectRole | undefined
}

export type AddSubject = (by: Act, subject: NewSubject) => Promise<StoredSubject>

type Deps = { db: Database; now: () => Date; newId: NewId }

/** Each is searched for in all articles that the company can see. */
export const maxSubjects = 100

/** The articles that are stored already are searched for it in the background. */
export function makeAddSubject({ db, now, newId }: Deps): AddSubject {
  const audit = makeAudit({ now, newId })
  return async (by, { companyId, role, ...wanted }) => {
    const definition = checkDefinition(wanted)
    const at = now()
    const subject = { ...definition, id: newId('sub'), companyId, sample: false, createdAt: at, updatedAt: at }
    await db.transaction(async (tx) => {
      if (companyId !== undefined) {
        await requireRoom(tx, companyId, definition.name)
        await requirePace(tx, by, companyId, at)
      }
      await subjects.insertAll(tx, [subject])
      if (companyId !== undefined && role) await setFollowing(tx, { companyId, subjectId: subject.id, role }, at)
      await audit.record(tx, by, {
        at,
        companyId: companyId ?? null,
        action: 'subject.add',
        target: subject.id,
        after: { ...definition, ...(role && { role }) },
      })
    })
    return subject
  }
}

/** A company's request that is sent again, for its response was lost, adds no second subject. */
async function requireRoom(tx: Queryable, companyId: string, name: string): Promise<void> {
  await lockCompany(tx, companyId)
  const own = await subjects.listOwned(tx, companyId)
  const same = own.find(isCalled(name))
  if (same) throw nameTaken(same)
  if (own.length >= maxSubjects) {
    throw new Problem('conflict', `A company may have ${maxSubjects} subjects. Remove one first.`)
  }
}

export const isCalled =
  (name: string) =>
  (subject: Pick<StoredSubject, 'name'>): boolean =>
    subject.name.toLowerCase() === name.toLowerCase()

export const nameTaken = ({ id }: Pick<StoredSubject, 'id'>): Problem =>
  new Problem('conflict', `The company already has a subject of this name: ${id}.`)
