import { sql } from 'kysely'
import type { Queryable } from '../database/database.ts'
import type { NewEvent } from './event.ts'

/** Announces to whoever delivers that there is something to do. */
export const dueChannel = 'webhooks_due'

/** What an announcement says: there are new events, or something else has changed that the database must be asked for. */
export const newEvents = 'events'
const somethingDue = 'due'

/** Writes events in one statement, and wakes whoever delivers once the transaction has committed. */
export async function append(tx: Queryable, events: readonly NewEvent[]): Promise<void> {
  if (events.length === 0) return
  const rows = events.map(({ id, companyId, kind, tags, data, at, onlyWebhookId }) => ({
    id,
    company_id: companyId,
    kind,
    tags,
    data,
    at,
    only_webhook_id: onlyWebhookId,
  }))
  await sql`
    with appended as (
      insert into events (id, company_id, kind, tags, data, at, only_webhook_id)
      select id, company_id, kind, tags, data, at, only_webhook_id
        from json_to_recordset(${JSON.stringify(rows)}::json)
             as event (id text, company_id text, kind text, tags text[], data text, at timestamptz,
                       only_webhook_id text)
      returning id),
    undispatched as (
      insert into undispatched_events (event_id) select id from appended)
    select pg_notify(${dueChannel}, ${newEvents})`.execute(tx)
}

/** After a delivery was made due, or a registration changed: tells whoever delivers, once the transaction has committed. */
export async function announceDue(tx: Queryable): Promise<void> {
  await sql`select pg_notify(${dueChannel}, ${somethingDue})`.execute(tx)
}
