import { makeAudit } from '@service/foundation/audit/audit.ts'
import type { Database } from '@service/foundation/database/database.ts'
import { minuteMs } from '@service/foundation/duration.ts'
import type { Act } from '@service/foundation/identity/model/actor.ts'
import type { NewId } from '@service/foundation/new-id.ts'
import * as feeds from './feed-store.ts'
import type { PollErrorCode } from './poll-error.ts'
import type { StoredFeed } from './stored-feed.ts'

/** Of a company, or any. */
export type PollFeed = (by: Act, companyId: string | undefined, id: string) => Promise<StoredFeed>

type Deps = { db: Database; now: () => Date; newId: NewId }

/** A company’s request is granted so long after the last poll, and a site that asked to be left alone is. */
const pauseMs = minuteMs
const rateLimited: PollErrorCode = 'rate-limited'

/** Makes a feed due, even one that was given up. */
export function makePollFeed({ db, now, newId }: Deps): PollFeed {
  const audit = makeAudit({ now, newId })
  return (by, companyId, id) =>
    db.transaction(async (tx) => {
      const feed = await feeds.lock(tx, companyId, id)
      const at = companyId === undefined ? now() : soonest(feed, now())
      await feeds.makeDue(tx, id, at)
      await audit.record(tx, by, {
        companyId: feed.companyId ?? null,
        action: 'feed.poll',
        target: id,
        before: { enabled: feed.enabled },
        after: { enabled: true },
      })
      return { ...feed, enabled: true, nextPollAt: at }
    })
}

export function soonest({ polledAt, outcome, nextPollAt }: StoredFeed, now: Date): Date {
  if (outcome === rateLimited && nextPollAt > now) return nextPollAt
  return new Date(Math.max(now.getTime(), (polledAt?.getTime() ?? 0) + pauseMs))
}
