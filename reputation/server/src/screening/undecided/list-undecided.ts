import type { Database } from '@service/foundation/database/database.ts'
import { partyKeys } from '../model/party-keys.ts'
import * as undecided from './undecided-store.ts'

export type ListUndecided = (
  companyId: string,
  after: undecided.WaitingKey | undefined,
  limit: number,
) => Promise<{ count: number; waiting: undecided.Waiting[] }>

/** The matches of a company that wait for a verdict, the most similar first, and how many there are. */
export function makeListUndecided({ db }: { db: Database }): ListUndecided {
  return async (companyId, after, limit) => {
    await nameLegacy(db, companyId)
    const waiting = await undecided.list(db.connection, companyId, after, limit)
    return { count: await undecided.count(db.connection, companyId), waiting }
  }
}

const batch = 500

/** Makes the hashes of matches from before there was this list, which takes out those that are decided. */
async function nameLegacy(db: Database, companyId: string): Promise<void> {
  for (let taken = batch; taken === batch; ) {
    taken = await db.transaction(async (tx) => {
      const legacy = await undecided.takeLegacy(tx, companyId, batch)
      const named = legacy.flatMap(({ screeningId, entityId, party, matches }) => {
        const match = matches?.find((one) => one.entityId === entityId)
        return party && match ? [{ ...partyKeys({ companyId, party }), screeningId, match }] : []
      })
      await undecided.add(tx, named)
      return legacy.length
    })
  }
}
