import { type Database, GroupCommit } from '@service/foundation/database/database.ts'
import * as store from './hub-store.ts'
import type { HubNow, ReadHubs, WantedHubs } from './model/hub-now.ts'

/**
 * From the database, for what is free changes in every process. Readers of all hubs that ask at the same moment share what
 * is read: each gauge of the metrics asks for itself, and there may be thousands of hubs.
 */
export function makeReadHubs({ db }: { db: Database }): ReadHubs {
  const all = new GroupCommit<WantedHubs, readonly HubNow[]>(async (asked) => {
    const hubs = await store.now(db.connection, {})
    return asked.map(() => hubs)
  })
  return (wanted) => (wanted ? store.now(db.connection, wanted) : all.submit({}))
}
