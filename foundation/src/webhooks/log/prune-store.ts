/** The SQL that removes what is old, oldest first. Ids begin with a time, so what is old is found at their beginning. */
import { sql } from 'kysely'
import type { Queryable } from '../../database/database.ts'
import { firstIdAt } from '../../new-id.ts'

/** Deliveries that ended before `before`, with their attempts. */
export async function deleteDeliveries(tx: Queryable, before: Date, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    with old as materialized (
      select id from webhook_deliveries
       where id < ${firstIdAt('dlv', before)} and state <> 'pending' and ended_at < ${before}
       order by id
       limit ${limit}
         for update skip locked),
    attempts as (
      delete from webhook_attempts where delivery_id = any (array(select id from old)))
    delete from webhook_deliveries where id = any (array(select id from old))`.execute(tx)
  return Number(numAffectedRows ?? 0)
}

/** Events that nothing speaks of any more: their deliveries were made, have ended, and are gone. */
export async function deleteEvents(tx: Queryable, before: Date, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from events
     where id = any (array(
           select e.id from events e
            where e.id < ${firstIdAt('evt', before)} and e.at < ${before}
              and not exists (select from undispatched_events u where u.event_id = e.id)
              and not exists (select from webhooks w join webhook_deliveries d on d.id = webhook_delivery_id(e.id, w.id)
                               where w.company_id = e.company_id)
            order by e.id
            limit ${limit}))`.execute(tx)
  return Number(numAffectedRows ?? 0)
}

/** Registrations that were deleted before `before`, once none of their deliveries is left. */
export async function deleteRegistrations(tx: Queryable, before: Date, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from webhooks
     where id in (select w.id from webhooks w
                   where w.deleted_at < ${before}
                     and not exists (select from webhook_deliveries d where d.webhook_id = w.id)
                   limit ${limit})`.execute(tx)
  return Number(numAffectedRows ?? 0)
}
