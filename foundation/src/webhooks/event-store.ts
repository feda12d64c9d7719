import { sql } from 'kysely'
import type { Queryable } from '../database/database.ts'
import type { NewEvent } from './event.ts'

/** Announced whenever a delivery may have become due: after an event, and after one is sent again by hand. */
export const dueChannel = 'webhooks_due'

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
                       only_webhook_id text))
    select pg_notify(${dueChannel}, '')`.execute(tx)
}

/** Wakes whoever delivers once the transaction has committed. */
export async function announceDue(tx: Queryable): Promise<void> {
  await sql`select pg_notify(${dueChannel}, '')`.execute(tx)
}
