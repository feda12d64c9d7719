/** All SQL on `usage_samples`, but for its removal with the deployment, which is in `deployments/`. */
import type { Queryable } from '@service/foundation/database/database.ts'
import { sql } from 'kysely'
import type { Sample } from './usage-history.ts'

/** An instance that runs and counts, to be asked what it uses. */
export type Running = {
  deploymentId: string
  companyId: string
  attempt: number
  hubId: string
  instanceName: string
}

/** In the order of ids. */
export async function listRunning(db: Queryable, limit: number): Promise<Running[]> {
  const { rows } = await sql<Running>`
    select d.deployment_id, d.company_id, a.attempt, a.hub_id, a.instance_name
      from deployments d
      join allocations a on a.deployment_id = d.deployment_id and a.attempt = d.attempt
     where d.ended_at is null and d.status in ('running', 'degraded') and a.state = 'running'
     order by d.deployment_id
     limit ${limit}`.execute(db)
  return rows
}

export type NewSample = Sample & Pick<Running, 'deploymentId' | 'companyId'>

/** A minute that has a sample keeps it. Nothing is kept of a deployment that has been deleted meanwhile. */
export async function insert(db: Queryable, minute: Date, samples: readonly NewSample[]): Promise<void> {
  if (samples.length === 0) return
  const rows = samples.map((one) => ({
    deployment_id: one.deploymentId,
    company_id: one.companyId,
    attempt: one.attempt,
    at: one.at,
    cpu_seconds: one.cpuSeconds,
    memory_bytes: Math.round(one.memoryBytes),
    gpu_share: one.gpuShare,
  }))
  await sql`
    insert into usage_samples (deployment_id, minute, company_id, attempt, at, cpu_seconds, memory_bytes, gpu_share)
    select n.deployment_id, ${minute}, d.company_id, n.attempt, n.at, n.cpu_seconds, n.memory_bytes, n.gpu_share
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as n
           (deployment_id text, company_id text, attempt integer, at timestamptz, cpu_seconds double precision,
            memory_bytes bigint, gpu_share real)
      join deployments d on d.deployment_id = n.deployment_id and d.company_id = n.company_id and d.deleted_at is null
     order by n.deployment_id
       for share of d
        on conflict do nothing`.execute(db)
}

/** Of one deployment, in the order of time. */
export async function between(
  db: Queryable,
  { companyId, deploymentId }: { companyId: string; deploymentId: string },
  { from, to }: { from: Date; to: Date },
): Promise<Sample[]> {
  const { rows } = await sql<Sample>`
    select attempt, at, cpu_seconds, memory_bytes::double precision, gpu_share::double precision from usage_samples
     where deployment_id = ${deploymentId} and company_id = ${companyId} and minute >= ${from} and minute < ${to}
     order by minute`.execute(db)
  return rows
}

/** Removes the oldest. */
export async function deleteOld(tx: Queryable, before: Date, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from usage_samples
     where (deployment_id, minute) in (
           select deployment_id, minute from usage_samples where minute < ${before} order by minute limit ${limit})`.execute(
    tx,
  )
  return Number(numAffectedRows ?? 0)
}
