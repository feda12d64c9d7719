/** The SQL of the room outlook: which GPUs will be asked for, and when taken ones come back. */
import type { DeploymentSpec } from '@service/compute-domain/deployments/spec.ts'
import type { Queryable } from '@service/foundation/database/database.ts'
import { firstIdAt } from '@service/foundation/new-id.ts'
import { sql } from 'kysely'

export type WaitingRun = { id: string; spec: DeploymentSpec; latestStart: Date }
export type EndingRun = { hubId: string; gpuType: string; gpus: number; endsAt: Date }
export type RecentRun = { spec: DeploymentSpec; createdAt: Date }

/** Scheduled deployments, in the order in which they came. */
export async function waitingRuns(db: Queryable, limit: number): Promise<WaitingRun[]> {
  const { rows } = await sql<WaitingRun>`
    select deployment_id as id, spec, latest_start_at as latest_start
      from deployments
     where status = 'scheduled' and desired = 'running' and latest_start_at is not null and deleted_at is null
     order by deployment_id
     limit ${limit}`.execute(db)
  return rows
}

/** Jobs that hold GPUs, with when they are expected to give them back. */
export async function endingRuns(db: Queryable): Promise<EndingRun[]> {
  const { rows } = await sql<EndingRun>`
    select one.hub_id, one.gpu_type, one.gpus,
           coalesce(one.started_at, one.reserved_at)
             + (deployment.spec ->> 'durationHours')::double precision * interval '1 hour' as ends_at
      from allocations one
      join deployments deployment using (deployment_id)
     where one.released_at is null and deployment.spec ->> 'durationHours' is not null`.execute(db)
  return rows
}

/** Jobs that were asked for since then; the latest where there are many. */
export async function recentRuns(db: Queryable, since: Date, limit: number): Promise<RecentRun[]> {
  const { rows } = await sql<RecentRun>`
    select spec, created_at
      from deployments
     where deployment_id >= ${firstIdAt('dep', since)} and spec ->> 'durationHours' is not null
     order by deployment_id desc
     limit ${limit}`.execute(db)
  return rows
}
