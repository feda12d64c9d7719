import { makeAudit } from '@service/foundation/audit/audit.ts'
import type { Database } from '@service/foundation/database/database.ts'
import type { Act } from '@service/foundation/identity/model/actor.ts'
import type { NewId } from '@service/foundation/new-id.ts'
import { keepCompletions } from './keep-completions.ts'
import type { CompletionRow } from './stored-completion.ts'

/** How many of the completions were new. Without a company they are everybody's. */
export type ImportCompletions = (
  by: Act,
  companyId: string | undefined,
  rows: readonly CompletionRow[],
) => Promise<number>

const rowsEach = 500

/** All of them or none. */
export function makeImportCompletions({
  db,
  now,
  newId,
}: {
  db: Database
  now: () => Date
  newId: NewId
}): ImportCompletions {
  const audit = makeAudit({ now, newId })
  return (by, companyId, rows) =>
    db.transaction(async (tx) => {
      let created = 0
      for (let at = 0; at < rows.length; at += rowsEach) {
        const part = rows.slice(at, at + rowsEach).map((row) => ({ ...row, id: newId('ans'), companyId }))
        created += await keepCompletions(tx, part, companyId, now())
      }
      await audit.record(tx, by, {
        companyId: companyId ?? null,
        action: 'visibility.import',
        target: companyId ?? 'operator',
        after: { rows: rows.length, created },
      })
      return created
    })
}
