/**
 * Batches: many names that are screened in the background. A batch is checked, charged and stored with its rows; every
 * process that screens works the stored ones off, part by part under a lease. A row gets the id of its screening before it is screened, so
 * a crash at any moment screens nobody twice and leaves nobody out.
 */
import type { Database } from '@service/foundation/database/database.ts'
import type { NewId } from '@service/foundation/new-id.ts'
import * as store from './batch-store.ts'
import { makeReadResults } from './read-results.ts'
import type { BatchDeps } from './routes.ts'
import { makeReadAgain, makeStartBatch } from './start-batch.ts'

export { batchRedactor } from './batch-redactor.ts'
export { deleteBefore } from './batch-store.ts'
export { type BatchDeps, batchRoutes } from './routes.ts'
export { startBatches } from './work-batch.ts'

export const makeBatches = (deps: { db: Database; now: () => Date; newId: NewId }): BatchDeps => ({
  startBatch: makeStartBatch(deps),
  readAgain: makeReadAgain(deps),
  findBatch: (companyId, id) => store.find(deps.db.connection, { companyId, id }),
  listBatches: (companyId, beforeId, limit) => store.list(deps.db.connection, companyId, beforeId, limit),
  readResults: makeReadResults(deps),
})
