/**
 * Imports: articles in numbers, from a file or a request.
 *
 * The good rows of an import are stored before the request is answered (`rows/`, `start-import.ts`), so that what was
 * accepted is finished whatever happens. Whichever process is free takes the oldest import under a lease and takes its
 * rows in by the batch (`work-import.ts`), noting in the same transaction how far it has come: killed anywhere, another
 * goes on from there. Bad rows are reported with their lines.
 */
import type { Database } from '@service/foundation/database/database.ts'
import { startQueue } from '@service/foundation/jobs/listening-loop.ts'
import type { Logger } from '@service/foundation/log/logger.ts'
import type { NewId } from '@service/foundation/new-id.ts'
import { makeAwaitImport } from './await-import.ts'
import * as imports from './import-store.ts'
import type { ArticleDeps } from './routes.ts'
import { makeStartImport } from './start-import.ts'
import { type WorkDeps, workImport } from './work-import.ts'

export { importCommands } from './import-commands.ts'
export { type ArticleDeps, articleRoutes } from './routes.ts'

type ArticleOptions = { db: Database; now: () => Date; newId: NewId; uptimeMs: () => number }

/** What a customer can do with imports. */
export const makeArticles = ({ db, now, newId, uptimeMs }: ArticleOptions): ArticleDeps => ({
  startImport: makeStartImport({ db, now, newId }),
  awaitImport: makeAwaitImport({ db, uptimeMs }),
  findImport: (companyId, id) => imports.find(db.connection, companyId, id),
  listImports: (companyId, beforeId, limit) => imports.list(db.connection, companyId, beforeId, limit),
  now,
})

const pollEveryMs = 15_000

export async function startImports(deps: WorkDeps & { log: Logger }): Promise<{ stop(): Promise<void> }> {
  return startQueue(deps, imports.importsChanged, {
    endLeases: imports.endLeases,
    work: (stop) => workImport(deps, stop),
    pollEveryMs,
    failure: 'an import could not be processed',
  })
}
