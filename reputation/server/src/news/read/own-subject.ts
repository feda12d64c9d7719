/** The company's own subject, of which all its figures speak: without one there is nothing to read, and it is said so. */
import type { Queryable } from '@service/foundation/database/database.ts'
import { Problem } from '@service/foundation/problem.ts'
import * as subjects from '../subjects/subject-store.ts'

export const noOwnSubject = { code: 'no-own-subject', status: 404 } as const

/** Throws a `Problem` that says what to do where none is set. */
export async function requireOwnSubject(db: Queryable, companyId: string): Promise<string> {
  const subjectId = await subjects.ownSubjectId(db, companyId)
  if (subjectId !== undefined) return subjectId
  throw new Problem(
    noOwnSubject,
    'Your company has no subject of its own, so there is no news about it yet. Set one with `POST /api/v1/subjects` ' +
      'and the role `own`, or ask the operator to.',
  )
}
