import { makeAudit } from '@service/foundation/audit/audit.ts'
import { changedFields } from '@service/foundation/audit/model/changed-fields.ts'
import type { Database, Queryable } from '@service/foundation/database/database.ts'
import type { Act } from '@service/foundation/identity/model/actor.ts'
import { InputFaults } from '@service/foundation/input-faults.ts'
import type { NewId } from '@service/foundation/new-id.ts'
import { checkInterval, feedFields, requireFewFrequent } from './feed-fields.ts'
import * as feeds from './feed-store.ts'
import { pollIntervals } from './next-poll.ts'
import { soonest } from './poll-feed-now.ts'
import type { StoredFeed } from './stored-feed.ts'

export type FeedChanges = {
  name?: string | null
  /** Null: the interval that suits the feed. */
  everyMs?: number | null
  enabled?: boolean
}

/** Of a company, or any. */
export type ChangeFeed = (
  by: Act,
  companyId: string | undefined,
  id: string,
  changes: FeedChanges,
) => Promise<StoredFeed>

type Deps = { db: Database; now: () => Date; newId: NewId }

/** A poll that is under way keeps what it was begun with; the next is due by what is set here. */
export function makeChangeFeed({ db, now, newId }: Deps): ChangeFeed {
  const audit = makeAudit({ now, newId })
  return async (by, companyId, id, { name, everyMs, enabled }) => {
    const faults = new InputFaults()
    const checkedName = name ? faults.displayName('name', name) : undefined
    faults.throwIfAny()
    return db.transaction(async (tx) => {
      if (companyId !== undefined && typeof everyMs === 'number') await requireFew(tx, companyId, id, everyMs)
      const feed = await feeds.lock(tx, companyId, id)
      if (typeof everyMs === 'number') checkInterval(faults, by, { kind: feed.kind, everyMs })
      faults.throwIfAny()
      const wanted: StoredFeed = {
        ...feed,
        ...(name !== undefined && { name: checkedName }),
        ...(everyMs !== undefined && { everyMs: everyMs ?? undefined }),
        ...(enabled !== undefined && { enabled }),
      }
      const changed = changedFields(feedFields(feed), feedFields(wanted))
      if (!changed) return feed
      const at = now()
      const after = { ...wanted, nextPollAt: nextPollOf(feed, wanted, at) }
      await feeds.update(tx, after)
      await audit.record(tx, by, {
        ...changed,
        at,
        companyId: feed.companyId ?? null,
        action: 'feed.change',
        target: id,
      })
      return after
    })
  }
}

/** A shorter interval counts from the last poll on; what has failed, or asked to be left alone, waits as before. */
function nextPollOf(before: StoredFeed, wanted: StoredFeed, now: Date): Date {
  if (wanted.enabled && !before.enabled) return soonest(before, now)
  if (wanted.everyMs === undefined || before.state.failures > 0) return before.nextPollAt
  const due = Math.max(now.getTime(), (before.polledAt ?? before.createdAt).getTime() + wanted.everyMs)
  return new Date(Math.min(before.nextPollAt.getTime(), due))
}

/** The company is locked before its feed, as where one is added. */
async function requireFew(tx: Queryable, companyId: string, id: string, everyMs: number): Promise<void> {
  const { frequent } = await feeds.lockCounts(tx, companyId, pollIntervals.minMs)
  const feed = await feeds.findOwned(tx, companyId, id)
  const isFrequent = feed?.everyMs !== undefined && feed.everyMs < pollIntervals.minMs
  if (feed) requireFewFrequent(everyMs, isFrequent ? frequent : frequent + 1)
}
