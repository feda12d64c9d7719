/** All SQL of messages. */
import type { Queryable } from '@service/foundation/database/database.ts'
import { type Lease, LeasedRows } from '@service/foundation/jobs/jobs.ts'
import type { Severity } from '@service/reputation-domain/alerts/level.ts'
import { sql } from 'kysely'
import type { Channel } from './model/channel.ts'

export const messagesChannel = 'messages_due'
const leased = new LeasedRows('messages', ['id'])

export type Announced = { alertId: string; severity: Severity }

/** A message of each alert to each channel of the company that wants it; nothing twice. Ids follow from what it is. */
export async function appendAlerts(
  tx: Queryable,
  companyId: string,
  alerts: readonly Announced[],
  at: Date,
): Promise<void> {
  if (alerts.length === 0) return
  const rows = alerts.map(({ alertId, severity }) => ({ about: alertAbout({ alertId, severity }), severity }))
  await sql`
    with appended as (
      insert into messages (id, channel_id, company_id, kind, about, made_at, due_at)
      select 'msg_' || md5(c.id || ' ' || a.about), c.id, c.company_id, 'alert', a.about, ${at}, ${at}
        from json_to_recordset(${JSON.stringify(rows)}::json) as a (about text, severity text)
        join message_channels c on c.company_id = ${companyId} and c.enabled and a.severity = any (c.severities)
          on conflict do nothing
      returning pg_notify(${messagesChannel}, ''))
    select from appended`.execute(tx)
}

const alertAbout = ({ alertId, severity }: Announced): string => `${severity} ${alertId}`

export async function appendDigest(
  tx: Queryable,
  digest: { channelId: string; companyId: string; date: string; from: Date; until: Date },
  at: Date,
): Promise<void> {
  const about = `digest ${digest.date}`
  await sql`
    insert into messages (id, channel_id, company_id, kind, about, covers_from, covers_until, made_at, due_at)
    select 'msg_' || md5(id || ' ' || ${about}), id, company_id, 'digest', ${about}, ${digest.from}, ${digest.until},
           ${at}, ${at}
      from message_channels
     where id = ${digest.channelId} and company_id = ${digest.companyId} and enabled
        on conflict do nothing`.execute(tx)
  await sql`select pg_notify(${messagesChannel}, '')`.execute(tx)
}

/** A test that was sent, for the count of them. */
export async function addTest(
  db: Queryable,
  { id, channelId, companyId, at }: { id: string; channelId: string; companyId: string; at: Date },
): Promise<void> {
  await sql`
    insert into messages (id, channel_id, company_id, kind, about, made_at, state, due_at, tries, ended_at)
    values (${id}, ${channelId}, ${companyId}, 'test', ${id}, ${at}, 'sent', null, 1, ${at})`.execute(db)
}

export async function noteTest(
  tx: Queryable,
  id: string,
  state: 'sent' | 'failed' | 'skipped',
  error: string,
): Promise<void> {
  await sql`update messages set state = ${state}, error = ${error} where id = ${id}`.execute(tx)
}

export type DueMessage = {
  id: string
  channelId: string
  companyId: string
  kind: 'alert' | 'digest'
  about: string
  coversFrom: Date | null
  coversUntil: Date | null
  madeAt: Date
  tries: number
}

/** Of one company at a time, lest its channels that respond slowly hold up all others. */
const maxOfCompany = 2

export async function take(db: Queryable, lease: Lease, limit: number): Promise<DueMessage[]> {
  const { rows } = await leased
    .take<DueMessage>(lease, {
      where: leased.firstOfEach('company_id', { dueAt: 'due_at', most: maxOfCompany, now: lease.now }),
      orderBy: sql`due_at`,
      limit,
      returning: sql`id, channel_id, company_id, kind, about, covers_from, covers_until, made_at, tries`,
    })
    .execute(db)
  return rows
}

/** False where the lease was lost: another is at it. */
export async function end(
  tx: Queryable,
  leaseId: string,
  { id, state, error, at }: { id: string; state: 'sent' | 'failed' | 'skipped'; error: string | null; at: Date },
): Promise<boolean> {
  return leased.release(
    tx,
    leaseId,
    { id },
    sql`state = ${state}, due_at = null, tries = tries + 1, error = ${error}, ended_at = ${at}`,
  )
}

export async function putOff(
  tx: Queryable,
  leaseId: string,
  { id, error, dueAt }: { id: string; error: string; dueAt: Date },
): Promise<boolean> {
  return leased.release(tx, leaseId, { id }, sql`due_at = ${dueAt}, tries = tries + 1, error = ${error}`)
}

export const release = (db: Queryable, leaseId: string, id: string): Promise<boolean> =>
  leased.release(db, leaseId, { id })

export const renewLease = (db: Queryable, leaseId: string, id: string, until: Date): Promise<boolean> =>
  leased.renew(db, leaseId, { id }, until)

export const endAllLeases = (db: Queryable): Promise<void> => leased.endAll(db)

export async function nextDueAt(db: Queryable): Promise<Date | undefined> {
  const { rows } = await sql<{ at: Date | null }>`
    select min(greatest(due_at, coalesce(leased_until, due_at))) as at from messages where due_at is not null`.execute(
    db,
  )
  return rows[0]?.at ?? undefined
}

export async function channelOf(
  db: Queryable,
  { channelId }: DueMessage,
): Promise<(Channel & { timeZone: string }) | undefined> {
  const { rows } = await sql<Channel & { timeZone: string }>`
    select m.id, m.company_id, m.kind, m.name, m.recipients, m.address_sealed, m.host, m.severities, m.digest_hour,
           m.next_digest_at, m.enabled, m.created_at, m.last_sent_at, m.failing_since, m.last_error, c.time_zone
      from message_channels m join companies c on c.id = m.company_id where m.id = ${channelId}`.execute(db)
  return rows[0]
}

export type RecentMessage = {
  id: string
  channelId: string
  kind: 'alert' | 'digest' | 'test'
  state: 'due' | 'sent' | 'failed' | 'skipped'
  madeAt: Date
  tries: number
  error: string | null
}

/** The last of a company, newest first. */
export async function listRecent(db: Queryable, companyId: string, limit: number): Promise<RecentMessage[]> {
  const { rows } = await sql<RecentMessage>`
    select id, channel_id, kind, state, made_at, tries, error from messages
     where company_id = ${companyId} order by made_at desc, id desc limit ${limit}`.execute(db)
  return rows
}

/** Deletes up to `limit` that have ended and are older, and returns how many those were. */
export async function deleteBefore(tx: Queryable, before: Date, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from messages
     where id = any (array(select id from messages where made_at < ${before} and due_at is null limit ${limit}))`.execute(
    tx,
  )
  return Number(numAffectedRows ?? 0)
}
