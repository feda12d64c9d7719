import { makeAudit } from '@service/foundation/audit/audit.ts'
import type { Database } from '@service/foundation/database/database.ts'
import type { NewId } from '@service/foundation/new-id.ts'
import { Problem } from '@service/foundation/problem.ts'
import type { Caller, Party } from '../model/screening-record.ts'
import * as batches from './batch-store.ts'

/** Stores a batch, to be worked off from now on. */
export type StartBatch = (caller: Caller, label: string, parties: readonly Party[]) => Promise<batches.Batch>

/** So that nobody fills the queue: each may have 10,000 names. */
const maxUnfinished = 20

export function makeStartBatch({ db, now, newId }: { db: Database; now: () => Date; newId: NewId }): StartBatch {
  const audit = makeAudit({ now, newId })
  return async (by, label, parties) => {
    const { companyId } = by
    const id = newId('sbt')
    return db.transaction(async (tx) => {
      await batches.lock(tx, companyId) // else two that start together would both be the last
      if ((await batches.countUnfinished(tx, companyId)) >= maxUnfinished) {
        throw new Problem('conflict', `${maxUnfinished} batches are under way. Wait until one of them has finished.`)
      }
      await batches.insert(tx, by, { id, label, at: now(), parties })
      await audit.record(tx, by, {
        companyId,
        action: 'screening.batch',
        target: id,
        before: null,
        after: { names: parties.length },
      })
      const batch = await batches.find(tx, { companyId, id })
      if (!batch) throw new Error('The batch was not stored')
      return batch
    })
  }
}

/** What recorded screenings asked, to ask it again. Throws where one of them is not there, or a person was erased from it. */
export const makeReadAgain =
  ({ db }: { db: Database }) =>
  async (companyId: string, screeningIds: readonly string[]): Promise<Party[]> => {
    const known = await batches.readParties(db.connection, companyId, screeningIds)
    return screeningIds.map((id) => {
      const party = known.get(id)
      if (!party) throw new Problem('not-found', 'Screening not found, or a person was erased from it.')
      return party
    })
  }
