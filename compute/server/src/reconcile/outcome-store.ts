import type { Queryable } from '@service/foundation/database/database.ts'
import { preparedAs } from '@service/foundation/database/prepared-statements.ts'
import { sql } from 'kysely'
import type { Allocation } from '../allocations/model/allocation.ts'
import type { Outcome } from './outcome.ts'

/**
 * Holds the deployments until the transaction ends, in one order for everybody; answers those that are still leased to
 * this reconciler at the version that was worked on.
 */
export async function lockUnchanged(
  tx: Queryable,
  reconcilerId: string,
  claims: readonly Outcome['claim'][],
): Promise<Set<string>> {
  const { rows } = await sql<{ id: string; version: number }>`
    ${preparedAs('lock_claimed_deployments')}
    select deployment_id as id, version from deployments
     where deployment_id = any (${claims.map(({ id }) => id)}::text[]) and lease = ${reconcilerId}
     order by deployment_id
       for no key update`.execute(tx)
  const versions = new Map(rows.map(({ id, version }) => [id, version]))
  return new Set(claims.filter(({ id, version }) => versions.get(id) === version).map(({ id }) => id))
}

/** The deployments must be held. Gives them back. */
export async function writeDeployments(tx: Queryable, outcomes: readonly Outcome[]): Promise<void> {
  const rows = outcomes.map(
    ({ claim, status, reason, message, startAt, imageDigest, dueAt, tries, supersedes, at }) => ({
      deployment_id: claim.id,
      changed: status !== claim.status,
      raised: status !== claim.status || supersedes === true,
      status,
      reason,
      message,
      start_at: startAt,
      image_digest: imageDigest,
      due_at: dueAt,
      tries,
      at,
    }),
  )
  await sql`
    ${preparedAs('write_deployments')}
    update deployments d
       set status = n.status, reason = n.reason, message = n.message, start_at = n.start_at, due_at = n.due_at,
           tries = n.tries, lease = null, image_digest = coalesce(d.image_digest, n.image_digest),
           -- What has ended is not begun again, and needs its secrets no more.
           env_sealed = case when n.status in ('stopped', 'failed') then null else d.env_sealed end,
           desired = case when n.status in ('stopping', 'stopped', 'failed') then 'stopped' else d.desired end,
           version = d.version + n.raised::int,
           status_since = case when n.changed then n.at else d.status_since end,
           running_at = case when n.status = 'running' then coalesce(d.running_at, n.at) else d.running_at end,
           ended_at = case when n.status in ('stopped', 'failed') then coalesce(d.ended_at, n.at) else d.ended_at end
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as n
           (deployment_id text, changed boolean, raised boolean, status text, reason text, message text, start_at timestamptz,
            image_digest text, due_at timestamptz, tries integer, at timestamptz)
     where d.deployment_id = any (${rows.map(({ deployment_id }) => deployment_id)}::text[])
       and d.deployment_id = n.deployment_id`.execute(tx)
}

/** Of those that are to be released, answers the ones that were not yet: what they held becomes free, once. */
export async function writeAllocations(tx: Queryable, allocations: readonly Allocation[]): Promise<Set<string>> {
  if (allocations.length === 0) return new Set()
  const rows = allocations.map((one) => ({
    allocation_id: one.id,
    state: one.state,
    applied_at: one.appliedAt,
    started_at: one.startedAt,
    finished_at: one.finishedAt,
    ready_at: one.readyAt,
    address: one.address,
    failing_since: one.failingSince,
    restarts: one.restarts,
    restarts_at: one.restartsAt,
    reason: one.reason,
    released_at: one.releasedAt,
    removed_at: one.removedAt,
  }))
  const { rows: written } = await sql<{ id: string; released: boolean }>`
    ${preparedAs('write_allocations')}
    with n as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as n
           (allocation_id text, state text, applied_at timestamptz, started_at timestamptz, finished_at timestamptz,
            ready_at timestamptz, address jsonb, failing_since timestamptz, restarts integer, restarts_at timestamptz,
            reason text, released_at timestamptz, removed_at timestamptz)),
    before as materialized (
      select a.allocation_id, a.released_at from allocations a
       where a.allocation_id = any (array(select allocation_id from n))
       order by a.allocation_id
         for no key update),
    written as (
      update allocations a
         set state = n.state, applied_at = n.applied_at, started_at = n.started_at, finished_at = n.finished_at,
             ready_at = n.ready_at, address = n.address, failing_since = n.failing_since, restarts = n.restarts,
             restarts_at = n.restarts_at, reason = n.reason, released_at = coalesce(a.released_at, n.released_at),
             removed_at = coalesce(a.removed_at, n.removed_at)
        from n, before b
       where a.allocation_id = any (array(select allocation_id from n))
         and a.allocation_id = n.allocation_id and b.allocation_id = a.allocation_id
      returning a.allocation_id, b.released_at is null and a.released_at is not null as released)
    select allocation_id as id, released from written`.execute(tx)
  return new Set(written.filter(({ released }) => released).map(({ id }) => id))
}
