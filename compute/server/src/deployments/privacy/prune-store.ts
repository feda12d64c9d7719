/** The SQL that removes old data. */
import type { Queryable } from '@service/foundation/database/database.ts'
import { firstIdAt } from '@service/foundation/new-id.ts'
import { sql } from 'kysely'

/**
 * Deletes deployments that ended before `before`, with their allocations, usage and events; oldest first. Those of which an
 * engine may still have an instance, or whose GPUs are not yet given back, stay.
 */
export async function deleteDeployments(tx: Queryable, before: Date, limit: number): Promise<number> {
  const { rows } = await sql<{ id: string }>`
    select deployment_id as id from deployments d
     where ended_at < ${before} and lease is null
       and not exists (select from allocations a
                        where a.deployment_id = d.deployment_id and (a.released_at is null or a.removed_at is null))
     order by ended_at
     limit ${limit}
       for update skip locked`.execute(tx)
  const ids = rows.map(({ id }) => id)
  if (ids.length === 0) return 0
  await sql`delete from usage_segments where deployment_id = any (${ids}::text[])`.execute(tx)
  await sql`delete from usage_samples where deployment_id = any (${ids}::text[])`.execute(tx)
  // By company as well, which is how its index begins.
  await sql`
    delete from kept_logs k using deployments d
     where d.deployment_id = any (${ids}::text[])
       and k.company_id = d.company_id and k.deployment_id = d.deployment_id`.execute(tx)
  await sql`delete from allocations where deployment_id = any (${ids}::text[])`.execute(tx)
  await sql`delete from deployment_events where deployment_id = any (${ids}::text[])`.execute(tx)
  await sql`delete from deployments where deployment_id = any (${ids}::text[])`.execute(tx)
  return ids.length
}

/** Deletes old events; their ids begin with a time, so they are found by the index of ids. */
export async function deleteEvents(tx: Queryable, before: Date, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from deployment_events
     where event_id = any (array(
           select event_id from deployment_events
            where event_id < ${firstIdAt('evt', before)} and at < ${before}
            order by event_id
            limit ${limit}))`.execute(tx)
  return Number(numAffectedRows ?? 0)
}

/** Deletes the sums of months that were over by then and of which no segment is left. */
export async function deleteMonths(tx: Queryable, before: Date, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from gpu_hours h
     using (select company_id, month from gpu_hours o
             where month + interval '1 month' <= (${before}::timestamptz at time zone 'UTC')
               and not exists (select from usage_segments s where s.company_id = o.company_id and s.month = o.month)
               and not exists (select from gpu_hours_reserved r where r.company_id = o.company_id and r.month = o.month)
             order by month, company_id
             limit ${limit}) old
     where h.company_id = old.company_id and h.month = old.month`.execute(tx)
  return Number(numAffectedRows ?? 0)
}
