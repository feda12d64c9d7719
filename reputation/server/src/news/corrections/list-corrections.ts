import { namesOf } from '@service/foundation/audit/audit.ts'
import type { Database } from '@service/foundation/database/database.ts'
import * as corrections from '../articles/correction-store.ts'

/** Newest first, with the names of those who gave them. */
export type ListCorrections = (
  companyId: string,
  filter: corrections.CorrectionFilter,
  limit: number,
) => Promise<{ found: corrections.StoredCorrection[]; names: ReadonlyMap<string, string> }>

export const makeListCorrections =
  ({ db: { connection: db } }: { db: Database }): ListCorrections =>
  async (companyId, filter, limit) => {
    const found = await corrections.list(db, companyId, filter, limit)
    return { found, names: await namesOf(db, companyId, [...new Set(found.map(({ actor }) => actor))]) }
  }

/** Those that hold, as examples for models. */
export type ListLabels = (
  companyId: string,
  beforeId: string | undefined,
  limit: number,
) => Promise<corrections.Label[]>

export const makeListLabels =
  ({ db }: { db: Database }): ListLabels =>
  (companyId, beforeId, limit) =>
    corrections.listLabels(db.connection, companyId, beforeId, limit)
