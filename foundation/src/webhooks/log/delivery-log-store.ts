/** The SQL by which a company reads its deliveries and attempts, and has them sent again. */
import { type RawBuilder, sql } from 'kysely'
import { oneRow, type Queryable } from '../../database/database.ts'
import { firstIdAt } from '../../new-id.ts'
import type { FailureReason } from '../model/delivery.ts'

/** `held`: waits for its first attempt, because the receiver has failed or has too many under way. */
export const shownStates = ['pending', 'held', 'succeeded', 'failed'] as const
export type ShownState = (typeof shownStates)[number]

/** A delivery as its company may see it. */
export type LoggedDelivery = {
  id: string
  webhookId: string
  eventId: string
  kind: string
  state: ShownState
  madeAt: Date
  /** Recorded attempts. */
  attempts: number
  /** Undefined while an attempt is under way, and once the delivery has ended. */
  nextAttemptAt: Date | undefined
  endedAt: Date | undefined
  /** Why it failed where no attempt tells. */
  reason: FailureReason | undefined
  lastAttempt: { at: Date; status: number | null; error: string | null } | undefined
  /** When a person was erased from what it says. */
  redactedAt: Date | undefined
}

type DeliveryRow = {
  id: string
  webhookId: string
  eventId: string
  kind: string
  shown: ShownState
  madeAt: Date
  attempts: number
  nextAttemptAt: Date | null
  endedAt: Date | null
  reason: FailureReason | null
  lastAt: Date | null
  lastStatus: number | null
  lastError: string | null
  redactedAt: Date | null
}

export type DeliveryFilter = {
  state?: ShownState | undefined
  kind?: string | undefined
  eventId?: string | undefined
  since?: Date | undefined
  until?: Date | undefined
  beforeId?: string | undefined
}

/** A lane that moves takes a due delivery within milliseconds; one that waits longer is held. */
const heldAfterMs = 1_000
/** A delivery's id begins with the time of its event, which comes before its own, if by another clock. */
const clockSlackMs = 60_000

const shownState = (now: Date) => sql`
  case when d.state = 'pending' and d.failures = 0 and d.lease is null and d.due_at <= ${now}
            and (w.probe_at is not null or d.due_at <= ${new Date(now.getTime() - heldAfterMs)})
       then 'held' else d.state end`

/** Each state in the words of an index. */
const indexedState = {
  pending: sql`((d.failures = 0 and d.due_at is not null) or (d.failures > 0 and d.due_at is not null))`,
  held: sql`d.failures = 0 and d.due_at is not null`,
  succeeded: sql`d.state = 'succeeded'`,
  failed: sql`d.state = 'failed'`,
}
const failedAttempt = sql`(status is null or status < 200 or status > 299)`

const selectDeliveries = (now: Date, which: RawBuilder<unknown>, limit: number) => sql<DeliveryRow>`
  select d.*, l.at as last_at, l.status as last_status, l.error as last_error
    from (select d.id, d.webhook_id, d.event_id, e.kind, ${shownState(now)} as shown, d.made_at, d.attempts,
                 case when d.lease is null then d.due_at end as next_attempt_at, d.ended_at, d.reason, e.redacted_at
            from webhook_deliveries d
            join webhooks w on w.id = d.webhook_id
            join events e on e.id = d.event_id
           where ${which}
           order by d.id desc
           limit ${limit}) d
    left join lateral (select a.at, a.status, a.error from webhook_attempts a
                        where a.delivery_id = d.id order by a.number desc limit 1) l on true
   order by d.id desc`

/** Newest first; `beforeId` continues a list behind its last one. */
export async function list(
  db: Queryable,
  webhook: { companyId: string; id: string },
  { state, kind, eventId, since, until, beforeId }: DeliveryFilter,
  now: Date,
  limit: number,
): Promise<LoggedDelivery[]> {
  const conditions = [
    sql`d.company_id = ${webhook.companyId} and d.webhook_id = ${webhook.id}`,
    ...(state === undefined ? [] : [sql`${shownState(now)} = ${state}`]),
    ...(state === undefined ? [] : [indexedState[state]]),
    ...(eventId === undefined ? [] : [sql`d.id = webhook_delivery_id(${eventId}, ${webhook.id})`]),
    ...(since === undefined ? [] : [sql`d.made_at >= ${since}`]),
    ...(until === undefined ? [] : [sql`d.made_at < ${until} and d.id < ${firstIdAt('dlv', behind(until))}`]),
    ...(beforeId === undefined ? [] : [sql`d.id < ${beforeId}`]),
  ]
  const listWhere = async (condition: RawBuilder<unknown>) => {
    const { rows } = await selectDeliveries(now, sql.join([...conditions, condition], sql` and `), limit).execute(db)
    return rows.map(toDelivery)
  }
  if (kind === undefined) return listWhere(sql`true`)
  const newest = await newestOfKind(db, webhook.companyId, kind, beforeId)
  const found = await listWhere(sql`d.id = any (${deliveryIds(newest.eventIds, webhook.id)})`)
  return newest.areAll || found.length >= limit ? found : listWhere(sql`e.kind = ${kind}`)
}

/** Enough for a page where most events of the kind went to the registration. */
const newestEvents = 500

/**
 * The newest events of a kind, of times up to that of the delivery `beforeId`. A seldom kind is found by them, and not by
 * going through the deliveries of all others. Where they are not all, those of the oldest millisecond are left out: there
 * may be more of it.
 */
async function newestOfKind(
  db: Queryable,
  companyId: string,
  kind: string,
  beforeId: string | undefined,
): Promise<{ eventIds: string[]; areAll: boolean }> {
  const { rows } = await sql<{ id: string }>`
    select id from events
     where company_id = ${companyId} and kind = ${kind}
       ${beforeId === undefined ? sql`` : sql`and id <= ${`evt_${timeOf(beforeId)}${'z'.repeat(16)}`}`}
     order by id desc
     limit ${newestEvents}`.execute(db)
  const eventIds = rows.map(({ id }) => id)
  const oldest = eventIds.at(-1)
  if (oldest === undefined || eventIds.length < newestEvents) return { eventIds, areAll: true }
  return { eventIds: eventIds.filter((id) => timeOf(id) !== timeOf(oldest)), areAll: false }
}

/** Of an event or a delivery, whose id begins with that of its event. */
const timeOf = (id: string) => id.slice(4, 14)

const deliveryIds = (eventIds: readonly string[], webhookId: string) => sql`
  array(select webhook_delivery_id(event_id, ${webhookId}) from unnest(${eventIds}::text[]) as newest (event_id))`

const behind = (at: Date) => new Date(at.getTime() + clockSlackMs)

export type DeliveryId = { companyId: string; webhookId: string; deliveryId: string }

/** With the data of its event, which is null once a person has been erased from it. */
export async function find(
  db: Queryable,
  { companyId, webhookId, deliveryId }: DeliveryId,
  now: Date,
): Promise<{ delivery: LoggedDelivery; data: string | null } | undefined> {
  const which = sql`d.id = ${deliveryId} and d.webhook_id = ${webhookId} and d.company_id = ${companyId}`
  const { rows } = await selectDeliveries(now, which, 1).execute(db)
  const [row] = rows
  if (!row) return undefined
  const { rows: events } = await sql<{ data: string | null }>`
    select data from events where id = ${row.eventId} and company_id = ${companyId}`.execute(db)
  return { delivery: toDelivery(row), data: events[0]?.data ?? null }
}

export type LoggedAttempt = {
  deliveryId: string
  number: number
  at: Date
  durationMs: number
  status: number | null
  error: string | null
  answer: Uint8Array | null
  redactedAt: Date | undefined
}

export type AttemptFilter = {
  deliveryId?: string | undefined
  outcome?: 'succeeded' | 'failed' | undefined
  since?: Date | undefined
  until?: Date | undefined
  /** Sort key of the last one shown. */
  behind?: { at: Date; deliveryId: string; number: number } | undefined
}

/** Newest first. */
export async function listAttempts(
  db: Queryable,
  webhook: { companyId: string; id: string },
  { deliveryId, outcome, since, until, behind }: AttemptFilter,
  limit: number,
): Promise<LoggedAttempt[]> {
  const conditions = [
    sql`company_id = ${webhook.companyId} and webhook_id = ${webhook.id}`,
    ...(deliveryId === undefined ? [] : [sql`delivery_id = ${deliveryId}`]),
    ...(outcome === undefined ? [] : [outcome === 'succeeded' ? sql`status between 200 and 299` : failedAttempt]),
    ...(since === undefined ? [] : [sql`at >= ${since}`]),
    ...(until === undefined ? [] : [sql`at < ${until}`]),
    ...(behind === undefined
      ? []
      : [
          sql`at <= ${behind.at} and (at, delivery_id, number) < (${behind.at}, ${behind.deliveryId}, ${behind.number})`,
        ]),
  ]
  const { rows } = await sql<Omit<LoggedAttempt, 'redactedAt'> & { redactedAt: Date | null }>`
    select delivery_id, number, at, duration_ms, status, error, answer, redacted_at
      from webhook_attempts
     where ${sql.join(conditions, sql` and `)}
     order by at desc, delivery_id desc, number desc
     limit ${limit}`.execute(db)
  return rows.map((row) => ({ ...row, redactedAt: row.redactedAt ?? undefined }))
}

/** A delivery that has ended begins again: the same id and body, a fresh round of attempts, counted on. False where it has not ended. */
export async function sendAgain(
  tx: Queryable,
  { companyId, webhookId, deliveryId }: DeliveryId,
  now: Date,
): Promise<boolean> {
  const { rows } = await sql`
    update webhook_deliveries set ${dueAgain(now)}
     where id = ${deliveryId} and webhook_id = ${webhookId} and company_id = ${companyId} and state <> 'pending'
    returning id`.execute(tx)
  return rows.length === 1
}

/** When deliveries failed. */
export type FailedSpan = { since: Date; until: Date }

export async function countFailed(
  db: Queryable,
  webhook: { companyId: string; id: string },
  span: FailedSpan,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from webhook_deliveries d join events e on e.id = d.event_id
     where ${failedIn(webhook, span)}`.execute(db)
  return oneRow(rows).count
}

/** The oldest `limit` of them begin again; returns how many that were. */
export async function sendFailedAgain(
  tx: Queryable,
  webhook: { companyId: string; id: string },
  span: FailedSpan,
  now: Date,
  limit: number,
): Promise<number> {
  const { rows } = await sql`
    update webhook_deliveries set ${dueAgain(now)}
     where id in (select d.id from webhook_deliveries d join events e on e.id = d.event_id
                   where ${failedIn(webhook, span)}
                   order by d.id
                   limit ${limit}
                     for update of d)
    returning id`.execute(tx)
  return rows.length
}

const dueAgain = (now: Date) =>
  sql`state = 'pending', failures = 0, due_at = ${now}, lease = null, ended_at = null, reason = null`

/** What has been erased cannot be sent. */
const failedIn = ({ companyId, id }: { companyId: string; id: string }, { since, until }: FailedSpan) => sql`
  d.company_id = ${companyId} and d.webhook_id = ${id} and d.state = 'failed'
  and d.ended_at >= ${since} and d.ended_at < ${until} and e.data is not null`

const toDelivery = ({ shown, lastAt, lastStatus, lastError, ...row }: DeliveryRow): LoggedDelivery => ({
  ...row,
  state: shown,
  nextAttemptAt: row.nextAttemptAt ?? undefined,
  endedAt: row.endedAt ?? undefined,
  reason: row.reason ?? undefined,
  lastAttempt: lastAt ? { at: lastAt, status: lastStatus, error: lastError } : undefined,
  redactedAt: row.redactedAt ?? undefined,
})
