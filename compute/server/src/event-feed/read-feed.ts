import type { Database } from '@service/foundation/database/database.ts'
import type { Changes } from '../deployments/deployments.ts'
import * as store from './feed-store.ts'

export interface EventFeed {
  /** Up to `limit` events behind a position, the oldest first, and how far the feed was read for them. */
  read(companyId: string, after: number, limit: number, filter: store.FeedFilter): Promise<FeedPage>
  /** The position that what happens from now on is behind. */
  end(companyId: string): Promise<number>
  /** What follows a position, as soon as there is something; no events after `timeMs`. Undefined once none can follow. */
  next(
    companyId: string,
    after: number,
    filter: store.FeedFilter,
    wait: { timeMs: number; signal: AbortSignal },
  ): Promise<FeedPage | undefined>
}

export type FeedPage = { events: store.FeedEvent[]; through: number }

/** How many events are given a position at a time: a company that asks for its feed for the first time may have many. */
const extendBy = 5_000
/** What a stream reads at a time. */
const maxAtOnce = 200

export function makeEventFeed({ db, changes }: { db: Database; changes: Pick<Changes, 'until'> }): EventFeed {
  const read: EventFeed['read'] = async (companyId, after, limit, filter) => {
    const events: store.FeedEvent[] = []
    let through = after
    for (;;) {
      const { last, pending } = await store.endOf(db.connection, companyId)
      const range = { after: through, through: last, limit: limit - events.length }
      if (last > through) events.push(...(await store.list(db.connection, companyId, range, filter)))
      if (events.length >= limit) return { events, through: events.at(-1)!.position }
      through = Math.max(through, last)
      if (!pending || (await store.extend(db, companyId, extendBy)) === 0) return { events, through }
    }
  }

  return {
    read,
    async end(companyId) {
      for (;;) {
        const { last, pending } = await store.endOf(db.connection, companyId)
        if (!pending || (await store.extend(db, companyId, extendBy)) === 0) return last
      }
    },
    async next(companyId, after, filter, { timeMs, signal }) {
      let through = after
      const events = async () => {
        const page = await read(companyId, through, maxAtOnce, filter)
        through = page.through
        return page.events.length > 0 ? page.events : undefined
      }
      const found = await changes.until(companyId, events, timeMs, signal)
      return { events: found ?? [], through }
    },
  }
}
