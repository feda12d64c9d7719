import { type RawBuilder, sql } from 'kysely'
import type { Queryable } from '../../database/database.ts'
import type { NewEvent } from '../model/event.ts'

/** Announces to the deliverers that there is something to do. */
export const dueChannel = 'webhooks_due'

/** What an announcement says: there are new events, or something else has changed that the database must be asked for. */
export const newEvents = 'events'
const somethingDue = 'due'

/**
 * Writes events in one statement, and wakes the deliverers once the transaction has committed. An event of a company
 * that has no registration is not kept: nobody would ever see it, and it may tell of a person.
 */
export async function append(tx: Queryable, events: readonly NewEvent[]): Promise<void> {
  if (events.length > 0) await sql`with ${appending(events)} select`.execute(tx)
}

/** The same as part of a statement that writes their cause: `with ${appending(events)} insert …`. */
export function appending(events: readonly NewEvent[]): RawBuilder<unknown> {
  const rows = events.map(({ id, companyId, kind, tags, data, at, onlyWebhookId }) => ({
    id,
    company_id: companyId,
    kind,
    tags,
    data,
    at,
    only_webhook_id: onlyWebhookId,
  }))
  return sql`
    appended_events as (
      insert into events (id, company_id, kind, tags, data, at, only_webhook_id)
      select id, company_id, kind, tags, data, at, only_webhook_id
        from json_to_recordset(${JSON.stringify(rows)}::json)
             as event (id text, company_id text, kind text, tags text[], data text, at timestamptz,
                       only_webhook_id text)
       where ${hasWebhook(sql.ref('event.company_id'))}
      returning id),
    announced_events as (
      insert into undispatched_events (event_id) select id from appended_events
      returning pg_notify(${dueChannel}, ${newEvents}))`
}

/** Whether a company, given by a column, has a registration to which its events go. */
export const hasWebhook = (companyId: RawBuilder<unknown>): RawBuilder<boolean> => sql`
  exists (select from webhooks w where w.company_id = ${companyId} and w.enabled and w.deleted_at is null)`

/** After a delivery was made due, or a registration changed: tells the deliverers, once the transaction has committed. */
export async function announceDue(tx: Queryable): Promise<void> {
  await sql`select pg_notify(${dueChannel}, ${somethingDue})`.execute(tx)
}
