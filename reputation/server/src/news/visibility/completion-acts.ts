/** The administration of completions of language models. */
import type { Guarded, Rules } from '@service/foundation/administration/administration.ts'
import type { Database } from '@service/foundation/database/database.ts'
import type { Act } from '@service/foundation/identity/model/actor.ts'
import type { NewId } from '@service/foundation/new-id.ts'
import * as subjects from '../subjects/subject-store.ts'
import * as completions from './completion-store.ts'
import { type ImportCompletions, makeImportCompletions } from './import-completions.ts'
import type { StoredCompletion } from './stored-completion.ts'

type Acts = {
  importCompletions: ImportCompletions
  /** The sector of a company's own subject, for rows that name none. */
  readOwnSector(by: Act, companyId: string): Promise<string | undefined>
  /** The latest, of a company or the platform's; newest first. */
  listCompletions(by: Act, companyId: string | undefined, limit: number): Promise<StoredCompletion[]>
}

export type CompletionActs = Guarded<Acts>

export const makeCompletionActs = (deps: { db: Database; now: () => Date; newId: NewId }): Acts => ({
  importCompletions: makeImportCompletions(deps),
  async readOwnSector(_by, companyId) {
    const followed = await subjects.listFollowed(deps.db.connection, companyId)
    return followed.find(({ role }) => role === 'own')?.sector
  },
  listCompletions: (_by, companyId, limit) => completions.listLatest(deps.db.connection, companyId, limit),
})

const permission = 'articles:write'

export const completionRules: Rules<Acts> = {
  importCompletions: (companyId) => (companyId === undefined ? 'operator' : { companyId, permission }),
  readOwnSector: (companyId) => ({ companyId, permission }),
  listCompletions: (companyId) => (companyId === undefined ? 'operator' : { companyId, permission }),
}
