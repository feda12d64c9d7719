import type { Database } from '@service/foundation/database/database.ts'
import type { Act } from '@service/foundation/identity/model/actor.ts'
import { Problem } from '@service/foundation/problem.ts'
import * as subjects from '../subjects/subject-store.ts'
import type { ImportAnswers } from './import-completions.ts'
import { type RowRejection, readAnswerRows } from './read-completion-rows.ts'

export type SentAnswers = { created: number; known: number; rejected: RowRejection[] }

/** Takes in the good ones among a company's answers. Throws a `Problem` where there are none. */
export type SendAnswers = (by: Act, companyId: string, answers: readonly unknown[]) => Promise<SentAnswers>

type Deps = { db: Database; now: () => Date; importAnswers: ImportAnswers }

export function makeSendAnswers({ db, now, importAnswers }: Deps): SendAnswers {
  return async (by, companyId, answers) => {
    const followed = await subjects.listFollowed(db.connection, companyId)
    const sector = followed.find(({ role }) => role === 'own')?.sector
    const lines = answers.map((answer) => Buffer.from(`${JSON.stringify(answer)}\n`))
    const { rows, rejected } = await readAnswerRows(lines, { sector, now: now() })
    if (rows.length === 0) {
      throw new Problem('invalid-request', 'No answer is good.', {
        details: rejected
          .slice(0, 20)
          .map(({ line, reason }) => ({ path: `body.answers.${line - 1}`, message: reason })),
      })
    }
    const created = await importAnswers(by, companyId, rows)
    return { created, known: rows.length - created, rejected }
  }
}
