/** The company's own subject, of which all its figures speak: without one there is nothing to read, and it is said so. */
import type { Queryable } from '@service/foundation/database/database.ts'
import { Problem } from '@service/foundation/problem.ts'
import Type from 'typebox'
import * as subjects from '../subjects/subject-store.ts'

export const noOwnSubject = { code: 'no-own-subject', status: 404 } as const

export const OwnSubject = Type.Object(
  {
    id: Type.String({ examples: ['sub_01kd3f9n8x4s6t2v7w0y5z1a3b'] }),
    name: Type.String({ description: 'What people call it.', examples: ['Example Ltd'] }),
  },
  { title: 'OwnSubject', description: 'The company in the news that all of this is about.' },
)
export type OwnSubject = Type.Static<typeof OwnSubject>

/** Throws a `Problem` that says what to do where none is set. */
export async function requireOwnSubject(db: Queryable, companyId: string): Promise<OwnSubject> {
  const subject = await subjects.ownSubject(db, companyId)
  if (subject) return subject
  throw new Problem(
    noOwnSubject,
    'Your company has no subject of its own, so there is no news about it yet. Set one with `POST /api/v1/subjects` ' +
      'and the role `own`, or ask the operator to.',
  )
}
