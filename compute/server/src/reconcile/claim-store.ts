/**
 * Which reconciler is at which deployment. A claim takes `due_at` away and leaves the reconciler's name as the lease;
 * giving back does the reverse (`outcome-store.ts`). The lease of a reconciler that has died is void
 * (`membership-store.ts`).
 *
 * These are no leases of `jobs/lease.ts`, which have an id for each taking and an end on each row: a reconciler holds
 * hundreds of deployments for minutes, and one heartbeat keeps them all.
 */
import type { Queryable } from '@service/foundation/database/database.ts'
import { preparedAs } from '@service/foundation/database/prepared-statements.ts'
import { type RawBuilder, sql } from 'kysely'
import { type StoredAllocation, toAllocation } from '../allocations/model/stored-allocation.ts'
import type { Claim } from './claim.ts'

/** Gives back all that this reconciler holds but is not at, whatever it was that went wrong. */
export async function releaseForgotten(
  db: Queryable,
  reconcilerId: string,
  busy: readonly string[],
  now: Date,
): Promise<number> {
  const { numAffectedRows } = await sql`
    update deployments set lease = null, due_at = ${now}
     where lease = ${reconcilerId} and deployment_id <> all (${busy}::text[])`.execute(db)
  return Number(numAffectedRows ?? 0)
}

const columns = sql.raw(`
  d.deployment_id as id, d.company_id, d.spec, d.image_digest, d.env_sealed, d.status, d.reason, d.message,
  d.status_since, d.version, d.tries, d.start_at, d.latest_start_at,
  d.running_at, d.ended_at, d.deleted_at,
  (select jsonb_agg(to_jsonb(a) order by a.attempt) from allocations a where a.deployment_id = d.deployment_id)
    as allocations,
  h.state as hub_state, h.seen_at as hub_seen_at,
  case when h.unreachable_since is not null
       then greatest(h.unreachable_since, coalesce(h.grace_began_at, h.unreachable_since)) end as hub_silent_since`)

type WorkRow = Omit<Claim, 'allocations' | 'hub'> & {
  allocations: StoredAllocation[] | null
  hubState: Claim['hub']['state'] | null
  hubSeenAt: Date | null
  hubSilentSince: Date | null
}

/** Claims up to `limit` due deployments, none of the hubs in `fullHubs` but to stop. */
export async function claimDue(
  db: Queryable,
  reconcilerId: string,
  { now, limit, fullHubs }: { now: Date; limit: number; fullHubs: readonly string[] },
): Promise<Claim[]> {
  const { rows } = await sql<WorkRow>`
    ${preparedAs('claim_deployments')}
    with due as materialized (
      select deployment_id from deployments
       where due_at is not null and due_at <= ${now} and lease is null
         and (hub_id is null or status = 'stopping' or hub_id <> all (${fullHubs}::text[]))
       order by due_at
       limit ${limit}
         for no key update skip locked),
    d as (
      update deployments set lease = ${reconcilerId}, due_at = null
       where deployment_id = any (array(select deployment_id from due))
      returning *)
    select ${columns} from d left join hubs h on h.hub_id = d.hub_id`.execute(db)
  return rows.map(toWork)
}

/** A claimed deployment as it is now; undefined if the lease is lost. */
export async function readAgain(db: Queryable, reconcilerId: string, id: string): Promise<Claim | undefined> {
  const { rows } = await sql<WorkRow>`
    ${preparedAs('read_claimed_deployment')}
    select ${columns} from deployments d left join hubs h on h.hub_id = d.hub_id
     where d.deployment_id = ${id} and d.lease = ${reconcilerId}`.execute(db)
  return rows[0] && toWork(rows[0])
}

/**
 * The deployments that have, or may have, an instance at a hub, as they are from now until the transaction ends: nobody
 * else writes them meanwhile.
 */
export async function lockAtHub(tx: Queryable, hubId: string): Promise<Claim[]> {
  // In two statements: what is read was written before the rows were held.
  const { rows: held } = await sql<{ id: string }>`
    select deployment_id as id from deployments
     where deployment_id in (select deployment_id from allocations where hub_id = ${hubId} and removed_at is null)
     order by deployment_id
       for no key update`.execute(tx)
  const { rows } = await sql<WorkRow>`
    select ${columns} from deployments d left join hubs h on h.hub_id = d.hub_id
     where d.deployment_id = any (${held.map(({ id }) => id)}::text[])`.execute(tx)
  return rows.map(toWork)
}

export async function versionsOf(db: Queryable, ids: readonly string[]): Promise<{ id: string; version: number }[]> {
  const { rows } = await sql<{ id: string; version: number }>`
    select deployment_id as id, version from deployments where deployment_id = any (${ids}::text[])`.execute(db)
  return rows
}

/** Shows what a start is at, if it still is at the start. */
export async function showReason(db: Queryable, reconcilerId: string, id: string, reason: string): Promise<void> {
  await sql`
    update deployments set reason = ${reason}
     where deployment_id = ${id} and lease = ${reconcilerId} and status = 'provisioning'`.execute(db)
}

/** Makes those due now that nobody holds, and that no other transaction is at. */
const makeFreeDue = (now: Date, which: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  update deployments set due_at = ${now}
   where deployment_id = any (array(
         select deployment_id from deployments
          where ${which} and lease is null and (due_at is null or due_at > ${now})
            for no key update skip locked))`

/** Makes deployments due that nothing else is expected of. */
export async function makeDue(db: Queryable, ids: readonly string[], now: Date): Promise<void> {
  if (ids.length === 0) return
  await makeFreeDue(now, sql`deployment_id = any (${ids}::text[])`).execute(db)
}

/**
 * Those that are meant to run there, to be looked at when the hub is found silent, or back; or only those that wait for
 * its engine.
 */
export async function makeHubDue(
  db: Queryable,
  hubIds: readonly string[],
  now: Date,
  which: 'all' | 'waiting',
): Promise<void> {
  if (hubIds.length === 0) return
  const statuses = which === 'all' ? sql`<> 'scheduled'` : sql`in ('provisioning', 'failing_over', 'stopping')`
  const meant = sql`hub_id = any (${hubIds}::text[]) and ended_at is null and status ${statuses}`
  await makeFreeDue(now, meant).execute(db)
}

/** Makes the deployments of silent hubs due that are due at no time: a process may have died before it wrote that. */
export async function makeForgottenDue(db: Queryable, hubIds: readonly string[], now: Date): Promise<void> {
  if (hubIds.length === 0) return
  await makeFreeDue(now, sql`hub_id = any (${hubIds}::text[]) and ended_at is null and due_at is null`).execute(db)
}

const toWork = ({ allocations, hubState, hubSeenAt, hubSilentSince, ...row }: WorkRow): Claim => ({
  ...row,
  allocations: (allocations ?? []).map(toAllocation),
  hub: { state: hubState ?? 'unreachable', silentSince: hubSilentSince, seenAt: hubSeenAt },
})
