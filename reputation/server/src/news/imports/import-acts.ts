/** The administration of imports of articles. */
import type { Guarded, Rules } from '@service/foundation/administration/administration.ts'
import type { Database } from '@service/foundation/database/database.ts'
import type { Act } from '@service/foundation/identity/model/actor.ts'
import type { NewId } from '@service/foundation/new-id.ts'
import type { ImportProgress, ReadRows } from './article-import.ts'
import * as imports from './import-store.ts'
import { makeStartImport } from './start-import.ts'

type Acts = {
  /** For every company, or for one. */
  importArticles(by: Act, companyId: string | undefined, read: ReadRows): Promise<ImportProgress>
  /** The latest, of a company or the platform's; newest first. */
  listImports(by: Act, companyId: string | undefined, limit: number): Promise<ImportProgress[]>
}

export type ImportActs = Guarded<Acts>

export function makeImportActs(deps: { db: Database; now: () => Date; newId: NewId }): Acts {
  const startImport = makeStartImport(deps)
  return {
    importArticles: (by, companyId, read) => startImport(companyId, read, by),
    listImports: (_by, companyId, limit) => imports.list(deps.db.connection, companyId, undefined, limit),
  }
}

const permission = 'articles:write'

export const importRules: Rules<Acts> = {
  importArticles: (companyId) => (companyId === undefined ? 'operator' : { companyId, permission }),
  listImports: (companyId) => (companyId === undefined ? 'operator' : { companyId, permission }),
}
