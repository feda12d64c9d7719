/** All SQL of feeds and of when they are polled. */

import { oneRow, type Queryable } from '@service/foundation/database/database.ts'
import { lockCompany } from '@service/foundation/database/lock-company.ts'
import { ofCompany } from '@service/foundation/database/of-company.ts'
import { type Lease, LeasedRows } from '@service/foundation/jobs/lease.ts'
import { Problem } from '@service/foundation/problem.ts'
import { sql } from 'kysely'
import type { PollState } from './next-poll.ts'
import type { FeedKind, StoredFeed } from './stored-feed.ts'

/** Announced when a feed may have fallen due. */
export const feedsChanged = 'feeds_changed'

const leased = new LeasedRows('feeds', ['id'])

type FeedRow = {
  id: string
  companyId: string | null
  kind: FeedKind
  url: string
  name: string | null
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
  id, company_id, kind, url, name, enabled, every_ms, fetch_text, state, next_poll_at, polled_at, outcome, reason, created_at`

/** False, and nothing written, where the same owner has the address already. */
export async function insert(tx: Queryable, feed: StoredFeed): Promise<boolean> {
  const { rows } = await sql`
    insert into feeds (id, company_id, kind, url, name, enabled, every_ms, fetch_text, state, next_poll_at, created_at)
    values (${feed.id}, ${feed.companyId ?? null}, ${feed.kind}, ${feed.url}, ${feed.name ?? null}, ${feed.enabled},
            ${feed.everyMs ?? null}, ${feed.fetchText}, ${JSON.stringify(feed.state)}::jsonb, ${feed.nextPollAt}, ${feed.createdAt})
        on conflict do nothing
 returning id`.execute(tx)
  await announce(tx)
  return rows.length === 1
}

/** Newest first; of one company, or of all companies and the platform. */
export async function list(db: Queryable, companyId: string | undefined): Promise<StoredFeed[]> {
  const { rows } = await sql<FeedRow>`
    select ${columns} from feeds
     where ${ofCompany(companyId)}
     order by id desc`.execute(db)
  return rows.map(toFeed)
}

/** Those of one company alone, newest first; `beforeId` continues a list behind its last one. */
export async function listOwned(
  db: Queryable,
  companyId: string,
  beforeId: string | undefined,
  limit: number,
): Promise<StoredFeed[]> {
  const { rows } = await sql<FeedRow>`
    select ${columns} from feeds
     where company_id = ${companyId} and (${beforeId ?? null}::text is null or id < ${beforeId ?? null})
     order by id desc limit ${limit}`.execute(db)
  return rows.map(toFeed)
}

export async function findOwned(db: Queryable, companyId: string, id: string): Promise<StoredFeed | undefined> {
  const { rows } = await sql<FeedRow>`
    select ${columns} from feeds where company_id = ${companyId} and id = ${id}`.execute(db)
  return rows[0] && toFeed(rows[0])
}

/** How many feeds bring articles for everybody. */
export async function countShared(db: Queryable): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from feeds where company_id is null`.execute(db)
  return oneRow(rows).count
}

export type FeedCounts = { all: number; frequent: number; gdelt: number }

/** How many feeds a company has, and how many of them are polled more often than `belowMs`; counted by one at a time. */
export async function lockCounts(tx: Queryable, companyId: string, belowMs: number): Promise<FeedCounts> {
  await lockCompany(tx, companyId)
  const { rows } = await sql<FeedCounts>`
    select count(*)::int as all, count(*) filter (where every_ms < ${belowMs})::int as frequent,
           count(*) filter (where kind = 'gdelt')::int as gdelt
      from feeds where company_id = ${companyId}`.execute(tx)
  return oneRow(rows)
}

/** Of a company, or any; holds the row until the transaction ends. Another company's is not found, as a missing one. */
export async function lock(tx: Queryable, companyId: string | undefined, id: string): Promise<StoredFeed> {
  const { rows } = await sql<FeedRow>`
    select ${columns} from feeds where id = ${id} and ${ofCompany(companyId)} for update`.execute(tx)
  if (!rows[0]) throw new Problem('not-found', companyId === undefined ? `Feed ${id} not found.` : 'Feed not found.')
  return toFeed(rows[0])
}

export async function update(tx: Queryable, feed: StoredFeed): Promise<void> {
  await sql`
    update feeds
       set name = ${feed.name ?? null}, every_ms = ${feed.everyMs ?? null}, enabled = ${feed.enabled},
           next_poll_at = ${feed.nextPollAt}
     where id = ${feed.id}`.execute(tx)
  await announce(tx)
}

export async function remove(tx: Queryable, id: string): Promise<void> {
  await sql`delete from feeds where id = ${id}`.execute(tx)
}

/** To be polled then, even where it had been given up. */
export async function makeDue(tx: Queryable, id: string, at: Date): Promise<void> {
  await sql`update feeds set enabled = true, next_poll_at = ${at} where id = ${id}`.execute(tx)
  await announce(tx)
}

/** Of one company's, so many are polled at the same time: its sites may be slow, and others are not to wait for them. */
const maxPerCompany = 2

/**
 * Two of a company, with those that are under way. Of GDELT the search that has waited longest, of whichever company, once
 * GDELT may be asked again.
 */
const mayGo = (now: Date) => sql`
  case when kind = 'gdelt'
       then id = (select id from feeds
                   where kind = 'gdelt' and enabled and next_poll_at <= ${now} and ${leased.isFree(now)}
                   order by next_poll_at, id limit 1)
            and exists (select from outbound_slots where name = 'gdelt' and free_at <= ${now})
       else company_id is null or id in (select id from (${places(now)}) as waiting where place <= ${maxPerCompany}) end`

/** What is due and under way of each company, in the order in which it is due. */
const places = (now: Date) => sql`
  select id, kind, company_id, next_poll_at, leased_until,
         row_number() over (partition by kind, company_id order by next_poll_at, id) as place
    from feeds where enabled and next_poll_at <= ${now}`

/** Due feeds that nobody else is at, those that have waited longest first. */
export async function take(db: Queryable, lease: Lease, limit: number): Promise<StoredFeed[]> {
  const due = {
    where: sql`enabled and next_poll_at <= ${lease.now} and ${mayGo(lease.now)}`,
    orderBy: sql`next_poll_at`,
    limit,
    returning: columns,
  }
  const { rows } = await leased.take<FeedRow>(lease, due).execute(db)
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
export async function record(db: Queryable, lease: Lease, id: string, poll: PollRecord): Promise<void> {
  const { state, nextPollAt, polledAt, outcome, reason } = poll
  await sql`
    update feeds
       set state = ${JSON.stringify(state)}::jsonb, enabled = enabled and ${nextPollAt !== undefined},
           next_poll_at = coalesce(${nextPollAt ?? null}::timestamptz, next_poll_at), polled_at = ${polledAt},
           outcome = ${outcome}, reason = ${reason}, ${leased.ended}
     where ${leased.heldBy(lease.id, { id })}`.execute(db)
}

/** Gives it back, to be polled at the time given. */
export async function release(db: Queryable, lease: Lease, id: string, at: Date): Promise<void> {
  await leased.release(db, lease.id, { id }, sql`next_poll_at = ${at}`)
}

/** When the next may go: of those that are due already, when what they wait for has ended. */
export async function nextPollAt(db: Queryable, now: Date): Promise<Date | undefined> {
  const { rows } = await sql<{ at: Date | null }>`
    select min(at) as at
      from (select greatest(next_poll_at, leased_until, case when kind = 'gdelt' then free_at end) as at
              from (${places(now)}) as waiting left join outbound_slots on outbound_slots.name = 'gdelt'
             where kind = 'gdelt' or company_id is null or place <= ${maxPerCompany}
             union all
            (select next_poll_at from feeds where enabled and next_poll_at > ${now} order by next_poll_at limit 1)) as due`.execute(
    db,
  )
  return rows[0]?.at ?? undefined
}

export const endLeases = (db: Queryable): Promise<void> => leased.endAll(db)

const announce = (tx: Queryable) => sql`select pg_notify(${feedsChanged}, '')`.execute(tx)

const toFeed = ({ companyId, name, everyMs, polledAt, outcome, reason, ...row }: FeedRow): StoredFeed => ({
  ...row,
  companyId: companyId ?? undefined,
  name: name ?? undefined,
  everyMs: everyMs ?? undefined,
  polledAt: polledAt ?? undefined,
  outcome: outcome ?? undefined,
  reason: reason ?? undefined,
})
