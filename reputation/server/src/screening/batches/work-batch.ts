import type { Database } from '@service/foundation/database/database.ts'
import { newLease } from '@service/foundation/jobs/lease.ts'
import { type ListeningLoop, startQueue } from '@service/foundation/jobs/listening-loop.ts'
import type { Logger } from '@service/foundation/log/logger.ts'
import type { NewId } from '@service/foundation/new-id.ts'
import type { Lists } from '../../lists/lists.ts'
import type { Party } from '../model/screening-record.ts'
import type { ScreenParties } from '../screen-party.ts'
import { forgetScreenings } from '../screening-redactor.ts'
import * as batches from './batch-store.ts'

export type WorkDeps = {
  db: Database
  lists: Pick<Lists, 'current'>
  screenParties: ScreenParties
  now: () => Date
  newId: NewId
  log: Logger
}

/** Rows screened together: they take a fraction of a second, then another batch goes on. */
const partRows = 100
/** Longer than a part takes on the slowest machine. */
const leaseMs = 60_000
const retryMs = 5_000
const pollEveryMs = 10_000

/** Works off batches, in every process that screens. */
export const startBatches = (deps: WorkDeps): Promise<ListeningLoop> =>
  startQueue(deps, batches.batchesChanged, {
    endLeases: batches.endLeases,
    work: () => workBatch(deps),
    pollEveryMs,
    failure: 'a batch of screenings could not be worked on',
  })

/** Screens the next part of one batch. False when there is none to work on, or the lists are not loaded. */
async function workBatch({ db, lists, screenParties, now, newId, log }: WorkDeps): Promise<boolean> {
  if (!lists.current()) return false
  const lease = newLease({ now, newId }, leaseMs)
  const batch = await batches.take(db.connection, lease)
  if (!batch) return false
  try {
    const newIds = Array.from({ length: partRows }, () => newId('scr'))
    const rows = await batches.takeRows(db.connection, batch, newIds)
    // After a crash some may be recorded and not noted as done; those of erased people are done, too.
    const ids = rows.map(({ screeningId }) => screeningId)
    const recorded = await batches.readRecorded(db.connection, batch.companyId, ids)
    const open = rows.flatMap(({ party, screeningId }) =>
      party && !recorded.has(screeningId) ? [{ party, screeningId }] : [],
    )
    const screened = await screenParties(
      batch.caller,
      open.map(({ party }): Party => party),
      { ids: open.map(({ screeningId }) => screeningId) },
    )
    const found = [...recorded.values(), ...screened].filter(({ clean }) => !clean).length
    const done = { rows: rows.map(({ row }) => row), matches: found, at: now() }
    const noted = await db.transaction(async (tx) => {
      // Somebody who was erased after the rows were taken is in what was just recorded, even where the lease was lost.
      const erased = await batches.lockErased(tx, batch, rows)
      await forgetScreenings(tx, batch.companyId, erased, done.at)
      return batches.advance(tx, lease, batch, done)
    })
    if (!noted) log.warn({ batchId: batch.id }, 'a part of a batch took longer than its lease; another worker has it')
  } catch (error) {
    await batches.release(db.connection, lease, batch, new Date(now().getTime() + retryMs)).catch(() => {})
    throw error
  }
  return true
}
