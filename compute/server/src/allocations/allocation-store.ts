import { instanceNameOf } from '@service/compute-domain/deployments/instance-name.ts'
import type { Queryable } from '@service/foundation/database/database.ts'
import { preparedAs } from '@service/foundation/database/prepared-statements.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Allocation, NewAllocation } from './allocation.ts'

export type { Allocation } from './allocation.ts'

/** Reserved: the intent, before any engine has heard of it. The GPUs are taken in the same transaction. */
export async function insert(tx: Queryable, allocations: readonly NewAllocation[]): Promise<void> {
  if (allocations.length > 0) await sql`${preparedAs('insert_allocations')} ${insertion(allocations)}`.execute(tx)
}

/** The statement of `insert`, to be part of another. */
export function insertion(allocations: readonly NewAllocation[]): RawBuilder<unknown> {
  const rows = allocations.map((one) => ({
    allocation_id: one.id,
    deployment_id: one.deploymentId,
    company_id: one.companyId,
    attempt: one.attempt,
    hub_id: one.hubId,
    gpu_type: one.gpuType,
    gpus: one.gpus,
    nodes: one.nodes,
    instance_name: instanceNameOf(one.deploymentId, one.attempt),
    price_usd_per_gpu_hour: one.priceUsdPerGpuHour,
    reserved_at: one.reservedAt,
  }))
  return sql`
    insert into allocations (allocation_id, deployment_id, company_id, attempt, hub_id, gpu_type, gpus, nodes,
                             instance_name, state, price_usd_per_gpu_hour, reserved_at)
    select allocation_id, deployment_id, company_id, attempt, hub_id, gpu_type, gpus, nodes, instance_name, 'reserved',
           price_usd_per_gpu_hour, reserved_at
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as n
           (allocation_id text, deployment_id text, company_id text, attempt integer, hub_id text, gpu_type text,
            gpus integer, nodes jsonb, instance_name text, price_usd_per_gpu_hour numeric, reserved_at timestamptz)`
}

/** The last allocation of each of a company's deployments; none for one that has not had any. */
export async function lastOf(
  db: Queryable,
  companyId: string,
  deploymentIds: readonly string[],
): Promise<Map<string, Allocation>> {
  const { rows } = await sql<AllocationRow>`
    select distinct on (deployment_id) to_jsonb(a) as allocation from allocations a
     where company_id = ${companyId} and deployment_id = any (${deploymentIds}::text[])
     order by deployment_id, attempt desc`.execute(db)
  return new Map(rows.map(({ allocation }) => [allocation.deployment_id, toAllocation(allocation)]))
}

type AllocationRow = { allocation: StoredAllocation }

/** A row as PostgreSQL writes it as JSON: times are text. */
export type StoredAllocation = {
  allocation_id: string
  deployment_id: string
  company_id: string
  attempt: number
  hub_id: string
  gpu_type: string
  gpus: number
  nodes: Allocation['nodes']
  instance_name: string
  state: Allocation['state']
  price_usd_per_gpu_hour: number
  reserved_at: string
  applied_at: string | null
  started_at: string | null
  finished_at: string | null
  ready_at: string | null
  address: Allocation['address']
  failing_since: string | null
  restarts: number | null
  restarts_at: string | null
  reason: Allocation['reason']
  released_at: string | null
  removed_at: string | null
}

export const toAllocation = (row: StoredAllocation): Allocation => ({
  id: row.allocation_id,
  deploymentId: row.deployment_id,
  companyId: row.company_id,
  attempt: row.attempt,
  hubId: row.hub_id,
  gpuType: row.gpu_type,
  gpus: row.gpus,
  nodes: row.nodes,
  instanceName: row.instance_name,
  state: row.state,
  priceUsdPerGpuHour: row.price_usd_per_gpu_hour,
  reservedAt: new Date(row.reserved_at),
  appliedAt: toDate(row.applied_at),
  startedAt: toDate(row.started_at),
  finishedAt: toDate(row.finished_at),
  readyAt: toDate(row.ready_at),
  address: row.address,
  failingSince: toDate(row.failing_since),
  restarts: row.restarts,
  restartsAt: toDate(row.restarts_at),
  reason: row.reason,
  releasedAt: toDate(row.released_at),
  removedAt: toDate(row.removed_at),
})

const toDate = (text: string | null): Date | null => (text === null ? null : new Date(text))
