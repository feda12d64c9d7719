import type { Database } from '@service/foundation/database/database.ts'
import { Problem } from '@service/foundation/problem.ts'
import { partyKeys } from '../model/party-keys.ts'
import type { VerdictsShown } from '../model/screening-record.ts'
import { currentVerdicts } from '../search/search.ts'
import * as batches from './batch-store.ts'

/** A row of a batch with what came of it, and the verdicts on its party. */
export type BatchResult = batches.ResultRow & { verdicts: VerdictsShown }

export type ReadResults = (
  companyId: string,
  batchId: string,
  which: { afterRow: number; onlyMatches: boolean },
  limit: number,
) => Promise<BatchResult[]>

export const makeReadResults =
  ({ db }: { db: Database }): ReadResults =>
  async (companyId, id, which, limit) => {
    const batch = await batches.find(db.connection, { companyId, id })
    if (!batch) throw new Problem('not-found', 'Batch not found.')
    const rows = await batches.readResults(db.connection, { companyId, id }, which, limit)
    const matched = rows.flatMap(({ row, party, clean }) => (party && clean === false ? [{ row, party }] : []))
    const verdicts = await currentVerdicts(
      db.connection,
      matched.map(({ party }) => partyKeys({ companyId, party })),
    )
    const byRow = new Map(matched.map(({ row }, i) => [row, verdicts[i]]))
    return rows.map((row) => ({ ...row, verdicts: byRow.get(row.row) ?? new Map() }))
  }
