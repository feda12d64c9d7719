/** The SQL that holds what a hub's engine shows against what was allocated there. */
import type { AttemptState } from '@service/compute-domain/deployments/snapshot.ts'
import type { DeploymentStatus } from '@service/compute-domain/deployments/status.ts'
import type { Queryable } from '@service/foundation/database/database.ts'
import { sql } from 'kysely'
import type { GpuShares } from '../hubs/model/hub-gpus.ts'

/** An allocation whose instance may be at its hub, with its deployment. */
export type HeldAllocation = GpuShares & {
  id: string
  deploymentId: string
  companyId: string
  attempt: number
  instanceName: string
  state: AttemptState
  startedAt: Date | null
  failingSince: Date | null
  /** The last attempt of the deployment. */
  deploymentAttempt: number
  status: DeploymentStatus
  healthPath: string | null
}

export async function heldAt(db: Queryable, hubIds: readonly string[]): Promise<HeldAllocation[]> {
  const { rows } = await sql<HeldAllocation>`
    select a.allocation_id as id, a.deployment_id, a.company_id, a.attempt,
           a.hub_id, a.gpu_type, a.nodes, a.instance_name, a.state,
           a.started_at, a.failing_since, d.attempt as deployment_attempt, d.status,
           d.spec ->> 'healthPath' as health_path
      from allocations a join deployments d on d.deployment_id = a.deployment_id
     where a.hub_id = any (${hubIds}::text[]) and a.removed_at is null`.execute(db)
  return rows
}

/** Of these names of instances, those that an allocation holds at any hub. */
export async function heldAmong(db: Queryable, names: readonly string[]): Promise<Set<string>> {
  if (names.length === 0) return new Set()
  const { rows } = await sql<{ name: string }>`
    select instance_name as name from allocations
     where instance_name = any (${names}::text[]) and removed_at is null`.execute(db)
  return new Set(rows.map(({ name }) => name))
}

/**
 * Of allocations that are over (their deployment has ended, or has a later attempt), releases those that are not yet;
 * answers which, for they give their GPUs back.
 */
export async function release(tx: Queryable, allocationIds: readonly string[], now: Date): Promise<Set<string>> {
  if (allocationIds.length === 0) return new Set()
  const { rows } = await sql<{ id: string }>`
    with held as materialized (
      select a.allocation_id from allocations a join deployments d on d.deployment_id = a.deployment_id
       where a.allocation_id = any (${allocationIds}::text[]) and a.released_at is null
         and (d.attempt > a.attempt or d.status in ('stopped', 'failed'))
       order by a.allocation_id
         for no key update of a)
    update allocations a set state = 'released', released_at = ${now}
      from held where a.allocation_id = held.allocation_id
    returning a.allocation_id as id`.execute(tx)
  return new Set(rows.map(({ id }) => id))
}

export async function markRemoved(tx: Queryable, allocationIds: readonly string[], now: Date): Promise<void> {
  if (allocationIds.length === 0) return
  await sql`
    update allocations set removed_at = ${now}
     where allocation_id = any (array(
           select allocation_id from allocations
            where allocation_id = any (${allocationIds}::text[]) and removed_at is null and released_at is not null
            order by allocation_id
              for no key update))`.execute(tx)
}
