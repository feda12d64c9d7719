import type { Database } from '@service/foundation/database/database.ts'
import type { Act } from '@service/foundation/identity/model/actor.ts'
import { Problem } from '@service/foundation/problem.ts'
import * as subjects from '../subjects/subject-store.ts'
import type { ImportCompletions } from './import-completions.ts'
import { type RowRejection, readCompletionRows } from './read-completion-rows.ts'

export type SentCompletions = { created: number; known: number; rejected: RowRejection[] }

/** Takes in the good ones among a company's completions, which come as lines of JSON. Throws a `Problem` where there are none. */
export type SendCompletions = (by: Act, companyId: string, sent: Iterable<Uint8Array>) => Promise<SentCompletions>

type Deps = { db: Database; now: () => Date; importCompletions: ImportCompletions }

export function makeSendCompletions({ db, now, importCompletions }: Deps): SendCompletions {
  return async (by, companyId, sent) => {
    const followed = await subjects.listFollowed(db.connection, companyId)
    const sector = followed.find(({ role }) => role === 'own')?.sector
    const { rows, rejected } = await readCompletionRows(sent, { sector, now: now() })
    if (rows.length === 0) {
      throw new Problem('invalid-request', 'No answer is valid.', {
        details: rejected
          .slice(0, 20)
          .map(({ line, reason }) => ({ path: `body.answers.${line - 1}`, message: reason })),
      })
    }
    const created = await importCompletions(by, companyId, rows)
    return { created, known: rows.length - created, rejected }
  }
}
