import { makeAudit } from '@service/foundation/audit/audit.ts'
import type { Database } from '@service/foundation/database/database.ts'
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

export function makeFollowSubject({ db, now, newId }: Deps): FollowSubject {
  const audit = makeAudit({ now, newId })
  return (by, companyId, idOrName, role) =>
    db.transaction(async (tx) => {
      const subject = await subjects.lock(tx, idOrName, companyId)
      if (!subject) throw new Problem('not-found', `Subject ${idOrName} not found, or its name is not unique.`)
      const followed = { subjectId: subject.id, name: subject.name, role: role ?? null }
      const before = await subjects.roleOf(tx, companyId, subject.id)
      if (before === role) return followed
      if (role === 'own' && (await subjects.ownSubjectId(tx, companyId)) !== undefined) {
        throw new Problem(
          'conflict',
          'The company already has a subject of its own. Make that one a peer or remove it first.',
        )
      }
      await subjects.setRole(tx, companyId, subject.id, role)
      // Nobody may have followed it so far, and then nothing has been made of its articles.
      const viewers = (await hasArticles(tx, companyId)) ? [platform, companyId] : [platform]
      for (const viewer of viewers) await markSubjectDaysDue(tx, viewer, [subject.id], everyDay, now())
      await markFiguresDue(tx, [companyId], everyDay, now())
      await audit.record(tx, by, {
        companyId,
        action: 'company.subject',
        target: subject.id,
        before: { role: before ?? null },
        after: { role: role ?? null },
      })
      return followed
    })
}
