/** All SQL of feeds and of when they are polled. */
import type { Queryable } from '@service/foundation/database/database.ts'
import type { Span } from '@service/foundation/jobs/lease-span.ts'
import { sql } from 'kysely'
import type { PollState } from './next-poll.ts'
import type { StoredFeed } from './stored-feed.ts'

/** Announced when a feed may have fallen due. */
export const feedsChanged = 'feeds_changed'

type FeedRow = {
  id: string
  companyId: string | null
  url: string
  enabled: boolean
  everyMs: number | null
  fetchText: boolean
  state: PollState
  nextPollAt: Date
  polledAt: Date | null
  outcome: string | null
  reason: string | null
  createdAt: Date
}

const columns = sql`
  id, company_id, url, enabled, every_ms, fetch_text, state, next_poll_at, polled_at, outcome, reason, created_at`

/** False, and nothing written, where the same owner has the address already. */
export async function insert(tx: Queryable, feed: StoredFeed): Promise<boolean> {
  const { rows } = await sql`
    insert into feeds (id, company_id, url, enabled, every_ms, fetch_text, state, next_poll_at, created_at)
    values (${feed.id}, ${feed.companyId ?? null}, ${feed.url}, ${feed.enabled}, ${feed.everyMs ?? null}, ${feed.fetchText},
            ${JSON.stringify(feed.state)}::jsonb, ${feed.nextPollAt}, ${feed.createdAt})
        on conflict do nothing
 returning id`.execute(tx)
  await announce(tx)
  return rows.length === 1
}

/** Newest first; of one company, or of all and the operator. */
export async function list(db: Queryable, companyId: string | undefined): Promise<StoredFeed[]> {
  const { rows } = await sql<FeedRow>`
    select ${columns} from feeds
     where ${companyId ?? null}::text is null or company_id = ${companyId ?? null}
     order by id desc`.execute(db)
  return rows.map(toFeed)
}

/** Holds the row until the transaction ends. */
export async function lock(tx: Queryable, id: string): Promise<StoredFeed | undefined> {
  const { rows } = await sql<FeedRow>`select ${columns} from feeds where id = ${id} for update`.execute(tx)
  return rows[0] && toFeed(rows[0])
}

export async function remove(tx: Queryable, id: string): Promise<void> {
  await sql`delete from feeds where id = ${id}`.execute(tx)
}

/** To be polled at once, even where it had been given up. */
export async function makeDue(tx: Queryable, id: string, now: Date): Promise<void> {
  await sql`update feeds set enabled = true, next_poll_at = ${now} where id = ${id}`.execute(tx)
  await announce(tx)
}

/** Due feeds that nobody else is at, those that have waited longest first. */
export async function lease(db: Queryable, lease: string, { now, until }: Span, limit: number): Promise<StoredFeed[]> {
  const { rows } = await sql<FeedRow>`
    update feeds set leased_by = ${lease}, leased_until = ${until}
     where id in (select id from feeds
                   where enabled and next_poll_at <= ${now} and (leased_until is null or leased_until <= ${now})
                   order by next_poll_at limit ${limit} for update skip locked)
 returning ${columns}`.execute(db)
  return rows.map(toFeed)
}

export type PollRecord = {
  state: PollState
  /** Undefined: not any more, until somebody asks for it. */
  nextPollAt: Date | undefined
  polledAt: Date
  outcome: string
  reason: string
}

/** Writes down what came of a poll, as long as the lease holds. */
export async function record(db: Queryable, id: string, lease: string, poll: PollRecord): Promise<void> {
  const { state, nextPollAt, polledAt, outcome, reason } = poll
  await sql`
    update feeds
       set state = ${JSON.stringify(state)}::jsonb, enabled = ${nextPollAt !== undefined},
           next_poll_at = coalesce(${nextPollAt ?? null}::timestamptz, next_poll_at), polled_at = ${polledAt},
           outcome = ${outcome}, reason = ${reason}, leased_by = null, leased_until = null
     where id = ${id} and leased_by = ${lease}`.execute(db)
}

/** Gives it back, to be polled at the time given. */
export async function release(db: Queryable, id: string, lease: string, at: Date): Promise<void> {
  await sql`
    update feeds set leased_by = null, leased_until = null, next_poll_at = ${at}
     where id = ${id} and leased_by = ${lease}`.execute(db)
}

export async function nextPollAt(db: Queryable): Promise<Date | undefined> {
  const { rows } = await sql<{ at: Date | null }>`
    select min(greatest(next_poll_at, leased_until)) as at from feeds where enabled`.execute(db)
  return rows[0]?.at ?? undefined
}

/** Only one process can hold an embedded database, so all leases found at its start are of processes that died. */
export async function endLeases(db: Queryable): Promise<void> {
  await sql`update feeds set leased_by = null, leased_until = null where leased_by is not null`.execute(db)
}

const announce = (tx: Queryable) => sql`select pg_notify(${feedsChanged}, '')`.execute(tx)

const toFeed = (row: FeedRow): StoredFeed => ({
  id: row.id,
  companyId: row.companyId ?? undefined,
  url: row.url,
  enabled: row.enabled,
  everyMs: row.everyMs ?? undefined,
  fetchText: row.fetchText,
  state: row.state,
  nextPollAt: row.nextPollAt,
  polledAt: row.polledAt ?? undefined,
  outcome: row.outcome ?? undefined,
  reason: row.reason ?? undefined,
  createdAt: row.createdAt,
})
