import { instanceNameOf } from '@service/compute-domain/deployments/instance-name.ts'
import type { Queryable } from '@service/foundation/database/database.ts'
import { preparedAs } from '@service/foundation/database/prepared-statements.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Allocation, NewAllocation } from './model/allocation.ts'
import { type StoredAllocation, toAllocation } from './model/stored-allocation.ts'

/** Inserts allocations as `reserved`, before their engine is called. Their GPUs are taken in the same transaction. */
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
