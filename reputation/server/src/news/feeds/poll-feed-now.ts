import { makeAudit } from '@service/foundation/audit/audit.ts'
import type { Database } from '@service/foundation/database/database.ts'
import type { Act } from '@service/foundation/identity/model/actor.ts'
import type { NewId } from '@service/foundation/new-id.ts'
import * as feeds from './feed-store.ts'
import type { StoredFeed } from './stored-feed.ts'

export type PollFeed = (by: Act, id: string) => Promise<StoredFeed>

type Deps = { db: Database; now: () => Date; newId: NewId }

/** Makes a feed due, even one that was given up. */
export function makePollFeed({ db, now, newId }: Deps): PollFeed {
  const audit = makeAudit({ now, newId })
  return (by, id) =>
    db.transaction(async (tx) => {
      const feed = await feeds.lock(tx, id)
      await feeds.makeDue(tx, id, now())
      await audit.record(tx, by, {
        companyId: feed.companyId ?? null,
        action: 'feed.poll',
        target: id,
        before: { enabled: feed.enabled },
        after: { enabled: true },
      })
      return { ...feed, enabled: true, nextPollAt: now() }
    })
}
