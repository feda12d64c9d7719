/**
 * The SQL that moves deliveries on: made, claimed, recorded, given back, ended.
 *
 * Rows are named by `id = any (array(…))` even where a join would do: whatever the database believes of the tables' sizes,
 * it then looks them up by their key, and does not read all.
 *
 * `due_at` is also the end of a lease (`jobs/lease.ts`): what a dead process held is due, and so free, when its lease runs
 * out. Statements are on many deliveries at once, which were claimed under different leases.
 */
import { sql } from 'kysely'
import { preparedAs, type Queryable } from '../../database/database.ts'
import { type Lease, LeasedRows } from '../../jobs/jobs.ts'
import type { Attempt, ClaimedDelivery, FailureReason } from '../model/delivery.ts'
import type { Outcome } from './outcome.ts'

const leased = new LeasedRows('webhook_deliveries', ['id'], { by: 'lease', until: 'due_at' })

/** How many first attempts a registration has room for in this process. */
export type LaneRoom = { webhookId: string; free: number }

/** A claimed delivery, and how its receiver has fared. `data` is null where a person has been erased from it. */
export type Claimed = { delivery: Omit<ClaimedDelivery, 'data'> & { data: string | null }; failuresInARow: number }

export type Made = {
  /** How many events were taken, whatever came of them. */
  events: number
  claimed: Claimed[]
  /** Registrations with a new delivery that waits to be claimed. */
  waitingIn: string[]
}

type ClaimedRow = Claimed['delivery'] & { failuresInARow: number }

/** What of a delivery is not known before it is made. */
type NewRow = Omit<Claimed['delivery'], 'lease' | 'attempt' | 'failures' | 'madeAt'>

/**
 * Makes the deliveries of up to `limit` new events, one for each registration that asked for the kind. A delivery whose
 * receiver is well and has room is claimed as it is made: `free` of all, and of each registration what `rooms` says, or
 * `defaultRoom`. Events that another process is at are skipped.
 */
export async function makeDeliveries(
  db: Queryable,
  { id: lease, now, until }: Lease,
  options: {
    /** One of few values, for each has a plan of its own. */
    limit: number
    newestFirst: boolean
    free: number
    rooms: readonly LaneRoom[]
    defaultRoom: number
  },
): Promise<Made> {
  const { limit, newestFirst, free, rooms, defaultRoom } = options
  // The last row counts the events, and how many deliveries there were before: where that is any, nothing is known to
  // be ours.
  const { rows } = await sql<NewRow & { claimed: boolean; events: number; made: number }>`
    ${preparedAs(`make_deliveries_${newestFirst ? 'newest' : 'oldest'}_${limit}`)}
    with taken as materialized (
      delete from undispatched_events
       where event_id = any (array(
             select event_id from undispatched_events
              order by event_id ${newestFirst ? sql`desc` : sql`asc`}
              limit ${sql.raw(String(limit))}
                for update skip locked))
      returning event_id),
    wanted as materialized (
      select webhook_delivery_id(e.id, w.id) as id, e.id as event_id, e.company_id, e.kind, e.data, w.id as webhook_id,
             w.url, w.secret_sealed,
             case when w.previous_secret_until > ${now} then w.previous_secret_sealed end as previous_secret_sealed,
             w.failures_in_a_row = 0 and w.probe_at is null
               and row_number() over (partition by w.id order by e.id) <= coalesce(room.free, ${defaultRoom}::int)
               and row_number() over (order by e.id) <= ${free}::int as claimed
        from events e
        join webhooks w
          on w.company_id = e.company_id and w.enabled and w.deleted_at is null
         and case when e.only_webhook_id is null
                  then (w.kinds is null or e.kind = any (w.kinds)) and not w.skipped_tags && e.tags
                  else w.id = e.only_webhook_id end
        left join unnest(${textArray(rooms.map(({ webhookId }) => webhookId))}::text[],
                         ${numberArray(rooms.map((room) => room.free))}::int[]) as room (webhook_id, free)
          on room.webhook_id = w.id
       where e.id = any (array(select event_id from taken)) and e.data is not null),
    made as (
      insert into webhook_deliveries (id, company_id, webhook_id, event_id, made_at, due_at, lease)
      select id, company_id, webhook_id, event_id, ${now},
             case when claimed then ${until}::timestamptz else ${now} end, case when claimed then ${lease} end
        from wanted
          on conflict (id) do nothing
      returning id)
    select id, company_id, webhook_id, kind, case when claimed then data end as data, url, secret_sealed,
           previous_secret_sealed, claimed, null::int as events, null::int as made
      from wanted
     union all
    select null, null, null, null, null, null, null, null, null, (select count(*)::int from taken),
           (select count(*)::int from made)`.execute(db)
  const { events = 0, made = 0 } = rows.pop() ?? {}
  const claimed: Claimed[] = []
  const waitingIn = new Set<string>()
  for (const { claimed: isClaimed, events: _events, made: _made, ...row } of rows) {
    if (isClaimed && made === rows.length) {
      claimed.push({ delivery: { ...row, lease, attempt: 1, failures: 0, madeAt: now }, failuresInARow: 0 })
    } else waitingIn.add(row.webhookId)
  }
  return { events, claimed, waitingIn: [...waitingIn] }
}

/**
 * Leases due deliveries to this caller: of each registration in `rooms` that many first attempts, and up to `again` of
 * those that have failed before. What another process is at is skipped, and so is a registration whose breaker is open,
 * except for its `probe`.
 */
export async function claim(
  db: Queryable,
  lease: Lease,
  { rooms, again, probe }: { rooms: readonly LaneRoom[]; again: number; probe: boolean },
): Promise<Claimed[]> {
  const { now } = lease
  const { rows } = await sql<ClaimedRow>`
    ${preparedAs('claim_deliveries')}
    with first as materialized (
      select d.id
        from unnest(${textArray(rooms.map(({ webhookId }) => webhookId))}::text[],
                    ${numberArray(rooms.map(({ free }) => free))}::int[]) as room (webhook_id, free)
        join webhooks w on w.id = room.webhook_id and (${probe} or w.probe_at is null)
       cross join lateral (
             select id from webhook_deliveries
              where webhook_id = room.webhook_id and failures = 0 and due_at is not null and due_at <= ${now}
              order by due_at
              limit room.free
                for update skip locked) d),
    again as materialized (
      select d.id
        from webhook_deliveries d join webhooks w on w.id = d.webhook_id
       where d.failures > 0 and d.due_at is not null and d.due_at <= ${now} and w.enabled and w.deleted_at is null
       order by d.due_at
       limit ${again}
         for update of d skip locked)
    update webhook_deliveries d
       set ${leased.taken(lease)}
      from events e, webhooks w
     where d.id = any (array(select id from first union all select id from again))
       and e.id = d.event_id and w.id = d.webhook_id
 returning d.id, d.company_id, d.webhook_id, d.lease, d.attempts + 1 as attempt, d.failures, e.kind, d.made_at, e.data,
           w.url, w.secret_sealed,
           case when w.previous_secret_until > ${now} then w.previous_secret_sealed end as previous_secret_sealed,
           w.failures_in_a_row`.execute(db)
  return rows.map(({ failuresInARow, ...delivery }) => ({ delivery, failuresInARow }))
}

/** A registration with first attempts that are due, and how its receiver fares. */
export type DueLane = {
  webhookId: string
  /** Why nothing is to be delivered to it any more. */
  unwanted: FailureReason | undefined
  failuresInARow: number
  probeAt: Date | null
  oldestDueAt: Date
}

/** All that have any. Skips from one to the next, so it costs by their number and not by that of their deliveries. */
export async function findDueLanes(db: Queryable, now: Date): Promise<DueLane[]> {
  const { rows } = await sql<Omit<DueLane, 'unwanted'> & { enabled: boolean; deleted: boolean }>`
    with recursive lane as (
      (select webhook_id from webhook_deliveries
        where failures = 0 and due_at is not null
        order by webhook_id limit 1)
      union all
      select (select d.webhook_id from webhook_deliveries d
               where d.failures = 0 and d.due_at is not null and d.webhook_id > lane.webhook_id
               order by d.webhook_id limit 1)
        from lane where lane.webhook_id is not null)
    select w.id as webhook_id, w.enabled, w.deleted_at is not null as deleted, w.failures_in_a_row, w.probe_at,
           oldest.due_at as oldest_due_at
      from lane join webhooks w on w.id = lane.webhook_id
     cross join lateral (
           select d.due_at from webhook_deliveries d
            where d.webhook_id = lane.webhook_id and d.failures = 0 and d.due_at is not null and d.due_at <= ${now}
            order by d.due_at
            limit 1) oldest`.execute(db)
  return rows.map(({ enabled, deleted, ...lane }) => ({
    ...lane,
    unwanted: deleted ? 'registration-deleted' : enabled ? undefined : 'registration-disabled',
  }))
}

export type Recorded = { delivery: ClaimedDelivery; attempt: Attempt; outcome: Outcome }

/**
 * Writes attempts and what becomes of their deliveries, in one statement. Returns the ids of those that were written:
 * where the lease has run out and somebody else has claimed the delivery, nothing is.
 */
export async function record(db: Queryable, done: readonly Recorded[]): Promise<Set<string>> {
  const attempts = done.map(({ attempt }) => attempt)
  const outcomes = done.map(({ outcome }) => outcome)
  const { rows } = await sql<{ id: string }>`
    ${preparedAs('record_attempts')}
    with outcome as materialized (
      select *
        from unnest(${textArray(done.map(({ delivery }) => delivery.id))}::text[],
                    ${textArray(done.map(({ delivery }) => delivery.lease))}::text[],
                    ${timeArray(attempts.map(({ at }) => at))}::timestamptz[],
                    ${numberArray(attempts.map(({ status }) => status))}::smallint[],
                    ${numberArray(attempts.map(({ durationMs }) => durationMs))}::int[],
                    ${textArray(attempts.map(({ error }) => error))}::text[],
                    ${textArray(attempts.map(({ answer }) => hexOf(answer)))}::text[],
                    ${textArray(outcomes.map(({ state }) => state))}::text[],
                    ${numberArray(outcomes.map((outcome) => ('failures' in outcome ? outcome.failures : null)))}::int[],
                    ${timeArray(outcomes.map((outcome) => ('dueAt' in outcome ? outcome.dueAt : null)))}::timestamptz[],
                    ${timeArray(outcomes.map((outcome) => ('endedAt' in outcome ? outcome.endedAt : null)))}::timestamptz[])
             as o (id, lease, at, status, duration_ms, error, answer, state, failures, due_at, ended_at)),
    moved as (
      update webhook_deliveries d
         set state = o.state, attempts = d.attempts + 1, failures = coalesce(o.failures, d.failures), due_at = o.due_at,
             ended_at = o.ended_at, lease = null, reason = null
        from outcome o
       where d.id = any (array(select id from outcome)) and ${leased.heldAs('d', 'o')}
      returning d.id, d.attempts, d.company_id, d.webhook_id, o.at, o.status, o.duration_ms, o.error, o.answer)
    insert into webhook_attempts (delivery_id, number, company_id, webhook_id, at, status, duration_ms, error, answer)
    select id, attempts, company_id, webhook_id, at, status, duration_ms, error, decode(answer, 'hex') from moved
    returning delivery_id as id`.execute(db)
  return new Set(rows.map(({ id }) => id))
}

/** Gives back what was claimed and not attempted: due at once, for the first process to come. */
export async function giveBack(
  db: Queryable,
  claims: readonly Pick<ClaimedDelivery, 'id' | 'lease'>[],
  now: Date,
): Promise<void> {
  await sql`
    update webhook_deliveries d
       set lease = null, due_at = ${now}
      from unnest(${textArray(claims.map(({ id }) => id))}::text[],
                  ${textArray(claims.map(({ lease }) => lease))}::text[]) as c (id, lease)
     where ${leased.heldAs('d', 'c')}`.execute(db)
}

/** Ends claimed deliveries without an attempt. */
export async function endClaimed(
  db: Queryable,
  claims: readonly Pick<ClaimedDelivery, 'id' | 'lease'>[],
  reason: FailureReason,
  now: Date,
): Promise<void> {
  await sql`
    update webhook_deliveries d
       set state = 'failed', ${leased.ended}, ended_at = ${now}, reason = ${reason}
      from unnest(${textArray(claims.map(({ id }) => id))}::text[],
                  ${textArray(claims.map(({ lease }) => lease))}::text[]) as c (id, lease)
     where ${leased.heldAs('d', 'c')}`.execute(db)
}

/** Ends up to `limit` first attempts of a registration that have been due since `before`; returns how many. */
export async function endWaiting(
  db: Queryable,
  webhookId: string,
  reason: FailureReason,
  { now, before, limit }: { now: Date; before: Date; limit: number },
): Promise<number> {
  const { numAffectedRows } = await sql`
    update webhook_deliveries
       set state = 'failed', ${leased.ended}, ended_at = ${now}, reason = ${reason}
     where id in (select id from webhook_deliveries
                   where webhook_id = ${webhookId} and failures = 0 and due_at is not null and due_at <= ${before}
                   order by due_at
                   limit ${limit}
                     for update skip locked)`.execute(db)
  return Number(numAffectedRows ?? 0)
}

/** Ends up to `limit` due deliveries that have failed before, of registrations that are disabled or deleted. */
export async function endUnwanted(db: Queryable, now: Date, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    update webhook_deliveries d
       set state = 'failed', ${leased.ended}, ended_at = ${now}, reason = unwanted.reason
      from (select d.id, case when w.deleted_at is null then 'registration-disabled' else 'registration-deleted' end as reason
              from webhook_deliveries d join webhooks w on w.id = d.webhook_id
             where d.failures > 0 and d.due_at is not null and d.due_at <= ${now}
               and (w.deleted_at is not null or not w.enabled)
             order by d.due_at
             limit ${limit}
               for update of d skip locked) unwanted
     where d.id = unwanted.id`.execute(db)
  return Number(numAffectedRows ?? 0)
}

export type DueCounts = { due: number; oldestDueAt: Date | null; breakersOpen: number }

/** For the operator. What is leased counts as due only once its lease has run out. */
export async function countDue(db: Queryable, now: Date): Promise<DueCounts> {
  const { rows } = await sql<{ due: number; oldest: Date | null; open: number }>`
    select count(*) as due, min(due_at) as oldest,
           (select count(*) from webhooks where probe_at is not null and enabled and deleted_at is null) as open
      from (select due_at from webhook_deliveries where due_at is not null and failures = 0
             union all
            select due_at from webhook_deliveries where due_at is not null and failures > 0) waiting
     where due_at <= ${now}`.execute(db)
  const [counted] = rows
  return { due: counted?.due ?? 0, oldestDueAt: counted?.oldest ?? null, breakersOpen: counted?.open ?? 0 }
}

/** An empty response is stored as null. */
const hexOf = (body: Uint8Array | null): string | null =>
  body && body.length > 0 ? Buffer.from(body.buffer, body.byteOffset, body.length).toString('hex') : null

// The driver writes an array element by element, which a batch of some hundred attempts shows. Ours hold ids, numbers,
// times and words of ours: nothing that would need quoting.
const array = (items: readonly (string | number | null)[]): string =>
  `{${items.map((item) => item ?? 'NULL').join(',')}}`
const textArray = array as (items: readonly (string | null)[]) => string
const numberArray = array as (items: readonly (number | null)[]) => string
const timeArray = (items: readonly (Date | null)[]): string => array(items.map((item) => item?.toISOString() ?? null))
