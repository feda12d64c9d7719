import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '@service/foundation/database/database.ts'
import type { ImportProgress } from './article-import.ts'
import * as imports from './import-store.ts'

/** Long enough for some thousand articles, and far shorter than clients and proxies wait. */
const maxWaitMs = 10_000
const pollEveryMs = 50

/** Looks again and again, for the worker may be another process. */
export const makeAwaitImport =
  ({ db, uptimeMs }: { db: Database; uptimeMs: () => number }) =>
  async (companyId: string, id: string): Promise<ImportProgress | undefined> => {
    const until = uptimeMs() + maxWaitMs
    for (;;) {
      const found = await imports.find(db.connection, companyId, id)
      if (!found || found.finishedAt || uptimeMs() >= until) return found
      await sleep(pollEveryMs)
    }
  }
