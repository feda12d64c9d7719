/** All SQL of channels. */

import type { Queryable } from '@service/foundation/database/database.ts'
import { ofCompany } from '@service/foundation/database/of-company.ts'
import { sql } from 'kysely'
import type { Channel } from './model/channel.ts'

const columns = sql`
  id, company_id, kind, name, recipients, address_sealed, host, severities, digest_hour, next_digest_at, enabled,
  created_at, last_sent_at, failing_since, last_error`

export async function list(db: Queryable, companyId: string): Promise<Channel[]> {
  const { rows } = await sql<Channel>`
    select ${columns} from message_channels where company_id = ${companyId} order by id`.execute(db)
  return rows
}

/** With the time zone in which its digest was last scheduled. */
export async function find(
  db: Queryable,
  companyId: string,
  id: string,
): Promise<(Channel & { timeZone: string }) | undefined> {
  const { rows } = await sql<Channel & { timeZone: string }>`
    select ${columns}, time_zone from message_channels where company_id = ${companyId} and id = ${id}`.execute(db)
  return rows[0]
}

/** Holds the company's row, so that two that are made at once are counted. */
export async function lockCompany(tx: Queryable, companyId: string): Promise<{ timeZone: string; channels: number }> {
  const { rows } = await sql<{ timeZone: string }>`
    select time_zone from companies where id = ${companyId} for no key update`.execute(tx)
  const { rows: counts } = await sql<{ channels: number }>`
    select count(*)::int as channels from message_channels where company_id = ${companyId}`.execute(tx)
  return { timeZone: rows[0]?.timeZone ?? 'UTC', channels: counts[0]?.channels ?? 0 }
}

export type NewChannel = Omit<Channel, 'lastSentAt' | 'failingSince' | 'lastError'> & {
  timeZone: string
  createdBy: string
}

export async function insert(tx: Queryable, channel: NewChannel): Promise<void> {
  await sql`
    insert into message_channels (id, company_id, kind, name, recipients, address_sealed, host, severities, digest_hour,
                                  next_digest_at, time_zone, enabled, created_at, created_by)
    values (${channel.id}, ${channel.companyId}, ${channel.kind}, ${channel.name}, ${channel.recipients}::text[],
            ${channel.addressSealed}, ${channel.host}, ${channel.severities}::text[], ${channel.digestHour},
            ${channel.nextDigestAt}, ${channel.timeZone}, ${channel.enabled}, ${channel.createdAt}, ${channel.createdBy})`.execute(
    tx,
  )
}

export async function update(tx: Queryable, channel: Channel & { timeZone: string }): Promise<void> {
  await sql`
    update message_channels
       set name = ${channel.name}, recipients = ${channel.recipients}::text[],
           address_sealed = ${channel.addressSealed}, host = ${channel.host},
           severities = ${channel.severities}::text[], digest_hour = ${channel.digestHour},
           next_digest_at = ${channel.nextDigestAt}, time_zone = ${channel.timeZone}, enabled = ${channel.enabled}
     where company_id = ${channel.companyId} and id = ${channel.id}`.execute(tx)
}

/** Its messages go with it. */
export async function remove(tx: Queryable, companyId: string, id: string): Promise<void> {
  await sql`delete from message_channels where company_id = ${companyId} and id = ${id}`.execute(tx)
}

/** Whether the last message got through; `error` is undefined where it did. */
export async function noteOutcome(tx: Queryable, id: string, at: Date, error: string | undefined): Promise<void> {
  await (error === undefined
    ? sql`update message_channels set last_sent_at = ${at}, failing_since = null, last_error = null where id = ${id}`
    : sql`update message_channels set failing_since = coalesce(failing_since, ${at}), last_error = ${error}
           where id = ${id}`
  ).execute(tx)
}

export type DueDigest = { id: string; companyId: string; digestHour: number; nextDigestAt: Date; timeZone: string }

/** Channels whose digest is due, or whose company has moved to another time zone; held until the transaction ends. */
export async function lockDueDigests(tx: Queryable, now: Date, limit: number): Promise<DueDigest[]> {
  const { rows } = await sql<DueDigest>`
    select m.id, m.company_id, m.digest_hour, m.next_digest_at, c.time_zone
      from message_channels m join companies c on c.id = m.company_id
     where m.next_digest_at is not null and (m.next_digest_at <= ${now} or m.time_zone <> c.time_zone)
     order by m.next_digest_at limit ${limit} for update of m skip locked`.execute(tx)
  return rows
}

export async function moveDigest(
  tx: Queryable,
  { id, timeZone, nextDigestAt }: Pick<DueDigest, 'id' | 'timeZone' | 'nextDigestAt'>,
): Promise<void> {
  await sql`
    update message_channels set next_digest_at = ${nextDigestAt}, time_zone = ${timeZone} where id = ${id}`.execute(tx)
}

/** Channels with recipients, of one company or of all; held until the transaction ends. */
export async function lockWithRecipients(
  tx: Queryable,
  companyId: string | undefined,
): Promise<{ id: string; companyId: string; name: string; recipients: string[] }[]> {
  const { rows } = await sql<{ id: string; companyId: string; name: string; recipients: string[] }>`
    select id, company_id, name, recipients from message_channels where ${ofCompany(companyId)}
     order by id for update`.execute(tx)
  return rows
}

/** One that nobody is left of is switched off. */
export async function redact(tx: Queryable, id: string, name: string, recipients: readonly string[]): Promise<void> {
  await sql`
    update message_channels
       set name = ${name}, recipients = ${[...recipients]}::text[],
           enabled = enabled and (kind <> 'email' or ${recipients.length > 0})
     where id = ${id}`.execute(tx)
}
