/**
 * Rows that keep something sealed, whatever it is: what a change of the sealing key, and a start without one, need to know
 * of them.
 */
import type { Database, Queryable } from '../database/database.ts'
import type { Sealer } from './sealer.ts'

export type SealedRows = {
  /** As refusals and the audit name them: `webhooks`. */
  name: string
  /** Forgets what is sealed and needed no more. */
  tidy?(db: Queryable, now: Date): Promise<void>
  /** The keys that something is sealed with, and how much by each. */
  countByKey(db: Queryable): Promise<{ keyId: string; secrets: number }[]>
  /**
   * Seals up to `limit` rows again that have something under another key than the sealer's, in the order of their ids
   * behind `afterId`; answers their ids.
   */
  resealPage(tx: Queryable, sealer: Sealer, afterId: string, limit: number): Promise<string[]>
}

const batch = 100

/** Answers how many rows were under another key. Safe to break off and repeat. */
export async function resealRows(db: Database, sealer: Sealer, rows: SealedRows): Promise<number> {
  let resealed = 0
  let lastId = ''
  for (;;) {
    const page = await db.transaction((tx) => rows.resealPage(tx, sealer, lastId, batch))
    resealed += page.length
    if (page.length < batch) return resealed
    lastId = page.at(-1)!
  }
}

/** Stops a start that could not use what it must: every key that something is sealed with has to be known. */
export async function requireKeysOf(
  db: Queryable,
  rows: SealedRows,
  { sealer, now, setting }: { sealer: Sealer; now: () => Date /** Where the operator writes keys. */; setting: string },
): Promise<void> {
  await rows.tidy?.(db, now())
  const missing = (await rows.countByKey(db)).filter(({ keyId }) => !sealer.knows(keyId))
  if (missing.length === 0) return
  const which = missing.map(({ keyId, secrets }) => `${keyId} (${secrets} ${secrets === 1 ? 'secret' : 'secrets'})`)
  throw new Error(
    `Secrets of ${rows.name} are sealed with a key that this process does not have: ${which.join(', ')}. ` +
      `Add it to ${setting}, after the key that seals. The processes that used this database before have it in that setting or in their key file.`,
  )
}
