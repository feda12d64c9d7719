import { makeAudit } from '@service/foundation/audit/audit.ts'
import type { Database } from '@service/foundation/database/database.ts'
import type { Act } from '@service/foundation/identity/model/actor.ts'
import type { NewId } from '@service/foundation/new-id.ts'
import * as feeds from './feed-store.ts'
import type { StoredFeed } from './stored-feed.ts'

/** Of a company, or any. */
export type RemoveFeed = (by: Act, companyId: string | undefined, id: string) => Promise<StoredFeed>

type Deps = { db: Database; now: () => Date; newId: NewId }

/** It is polled no more; the articles it has brought stay. */
export function makeRemoveFeed({ db, now, newId }: Deps): RemoveFeed {
  const audit = makeAudit({ now, newId })
  return (by, companyId, id) =>
    db.transaction(async (tx) => {
      const feed = await feeds.lock(tx, companyId, id)
      await feeds.remove(tx, id)
      await audit.record(tx, by, {
        companyId: feed.companyId ?? null,
        action: 'feed.remove',
        target: id,
        before: { url: feed.url },
      })
      return feed
    })
}
