import { makeAudit } from '@service/foundation/audit/audit.ts'
import type { Database, Queryable } from '@service/foundation/database/database.ts'
import { lockCompany } from '@service/foundation/database/lock-company.ts'
import type { Act } from '@service/foundation/identity/model/actor.ts'
import type { NewId } from '@service/foundation/new-id.ts'
import { Problem } from '@service/foundation/problem.ts'
import { platform } from '@service/reputation-domain/articles/owner.ts'
import { hasArticles } from '../articles/article-store.ts'
import type { SubjectRole } from '../model/stored-subject.ts'
import { everyDay } from '../queue/days-due-store.ts'
import { markFiguresDue } from '../queue/figures-due-store.ts'
import { markSubjectDaysDue } from '../queue/subject-days-due-store.ts'
import * as subjects from '../subjects/subject-store.ts'

export type FollowedAs = { subjectId: string; name: string; role: SubjectRole | null }

/** Without a role the company follows the subject no more. Its figures are made again, in the background. */
export type FollowSubject = (
  by: Act,
  companyId: string,
  subject: string,
  role: SubjectRole | undefined,
) => Promise<FollowedAs>

type Deps = { db: Database; now: () => Date; newId: NewId }

/** The share of voice of a company is measured against each of them. */
export const maxFollowed = 200

export function makeFollowSubject({ db, now, newId }: Deps): FollowSubject {
  const audit = makeAudit({ now, newId })
  return (by, companyId, idOrName, role) =>
    db.transaction(async (tx) => {
      await lockCompany(tx, companyId)
      const subject = await subjects.lock(tx, idOrName, companyId)
      if (!subject) throw new Problem('not-found', `Subject ${idOrName} not found, or its name is not unique.`)
      const followed = { subjectId: subject.id, name: subject.name, role: role ?? null }
      const changed = await setFollowing(tx, { companyId, subjectId: subject.id, role }, now())
      if (changed) {
        await audit.record(tx, by, { ...changed, companyId, action: 'company.subject', target: subject.id })
      }
      return followed
    })
}

type Following = { companyId: string; subjectId: string; role: SubjectRole | undefined }

/**
 * Writes the role, and that the figures are to be made again. The company is locked by the caller. Returns what changed,
 * undefined where nothing did.
 */
export async function setFollowing(tx: Queryable, { companyId, subjectId, role }: Following, at: Date) {
  const before = await subjects.roleOf(tx, companyId, subjectId)
  if (before === role) return undefined
  if (role === 'own' && (await subjects.ownSubjectId(tx, companyId)) !== undefined) {
    throw new Problem(
      'conflict',
      'The company already has a subject of its own. Make that one a peer or remove it first.',
    )
  }
  if (before === undefined && (await subjects.countFollowed(tx, companyId)) >= maxFollowed) {
    throw new Problem('conflict', `A company may follow ${maxFollowed} subjects.`)
  }
  await subjects.setRole(tx, companyId, subjectId, role)
  // Nobody may have followed it so far, and then nothing has been made of its articles.
  const viewers = (await hasArticles(tx, companyId)) ? [platform, companyId] : [platform]
  for (const viewer of viewers) await markSubjectDaysDue(tx, viewer, [subjectId], everyDay, at)
  await markFiguresDue(tx, [companyId], everyDay, at)
  return { before: { role: before ?? null }, after: { role: role ?? null } }
}
