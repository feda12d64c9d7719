/** The reconcilers that live, by their heartbeats. */
import type { Queryable } from '@service/foundation/database/database.ts'
import { sql } from 'kysely'

/** Records that this reconciler lives, for so long, and returns which of those that live is the leader: the first by id. */
export async function heartbeat(db: Queryable, reconcilerId: string, aliveMs: number): Promise<string> {
  const { rows } = await sql<{ leader: string | null }>`
    with beat as (
      insert into reconcilers (reconciler_id, alive_until)
      values (${reconcilerId}, clock_timestamp() + ${aliveMs} * interval '1 millisecond')
          on conflict (reconciler_id) do update set alive_until = excluded.alive_until)
    select min(reconciler_id) as leader from reconcilers
     where alive_until > clock_timestamp() or reconciler_id = ${reconcilerId}`.execute(db)
  const leader = rows[0]?.leader ?? reconcilerId
  return leader < reconcilerId ? leader : reconcilerId
}

/**
 * Makes due again what reconcilers held that have died, and returns how many. `others` includes the living, for a database
 * that only one process can use.
 */
export async function releaseDead(db: Queryable, reconcilerId: string, now: Date, others: boolean): Promise<number> {
  const { rows } = await sql<{ freed: number }>`
    with dead as (
      delete from reconcilers
       where reconciler_id <> ${reconcilerId} and (${others} or alive_until <= clock_timestamp())),
    freed as (
      update deployments d set lease = null, due_at = ${now}
       where d.lease is not null and d.lease <> ${reconcilerId}
         and (${others} or not exists (
             select from reconcilers r where r.reconciler_id = d.lease and r.alive_until > clock_timestamp()))
      returning 1)
    select count(*) as freed from freed`.execute(db)
  return rows[0]?.freed ?? 0
}

export async function deregister(db: Queryable, reconcilerId: string): Promise<void> {
  await sql`delete from reconcilers where reconciler_id = ${reconcilerId}`.execute(db)
}
