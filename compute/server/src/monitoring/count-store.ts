import type { DeploymentStatus } from '@service/compute-domain/deployments/status.ts'
import { oneRow, type Queryable } from '@service/foundation/database/database.ts'
import { sql } from 'kysely'

export type Count = {
  status: DeploymentStatus
  hubId: string | null
  simulated: boolean
  cpuOnly: boolean
  deployments: number
  gpus: number
}

/** A company's deployments by status and hub; deleted ones are not counted. */
export async function countDeployments(db: Queryable, companyId: string): Promise<Count[]> {
  const { rows } = await sql<Count>`
    select status, hub_id, simulated, cpu_only, count(*)::integer as deployments,
           coalesce(sum((spec->>'count')::integer), 0)::integer as gpus
      from deployments
     where company_id = ${companyId} and deleted_at is null
     group by status, hub_id, simulated, cpu_only`.execute(db)
  return rows
}

/** The deployments of all companies by status; those that have ended are not counted, because their number only grows. */
export async function countAll(db: Queryable): Promise<{ status: DeploymentStatus; deployments: number }[]> {
  const { rows } = await sql<{ status: DeploymentStatus; deployments: number }>`
    select status, count(*)::integer as deployments from deployments where ended_at is null group by status`.execute(db)
  return rows
}

export async function countReadyHubs(db: Queryable): Promise<number> {
  const { rows } = await sql<{ hubs: number }>`
    select count(*)::integer as hubs from hubs where state = 'ready'`.execute(db)
  return oneRow(rows).hubs
}
