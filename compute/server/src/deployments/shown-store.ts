/** What customers read of their deployments. */
import type { DeploymentStatus } from '@service/compute-domain/deployments/status.ts'
import type { Queryable } from '@service/foundation/database/database.ts'
import { type RawBuilder, sql } from 'kysely'
import type { ShownDeployment, ShownEvent } from './shown-deployment.ts'

type Row = Omit<ShownDeployment, 'priceUsdPerGpuHour' | 'carbonIntensity'> & {
  priceUsdPerGpuHour: string | null
  carbonIntensity: string | null
}

const shown = sql`
  d.deployment_id as id, d.endpoint_name as "endpointName", d.spec, d.simulated, d.cpu_only as "cpuOnly", d.status,
  d.reason, d.message, d.status_since as "statusSince", d.attempt, d.hub_id as "hubId", d.country,
  d.price_usd_per_gpu_hour as "priceUsdPerGpuHour", d.carbon_intensity as "carbonIntensity",
  d.carbon_grade as "carbonGrade", d.placement, d.start_at as "startAt", d.latest_start_at as "latestStartAt",
  d.created_at as "createdAt", d.running_at as "runningAt", d.ended_at as "endedAt", coalesce(a.nodes, '[]') as nodes`
const withAttempt = sql`
  deployments d left join allocations a on a.deployment_id = d.deployment_id and a.attempt = d.attempt`

export async function find(db: Queryable, companyId: string, id: string): Promise<ShownDeployment | undefined> {
  const { rows } = await sql<Row>`
    select ${shown} from ${withAttempt}
     where d.company_id = ${companyId} and d.deployment_id = ${id} and d.deleted_at is null`.execute(db)
  return rows[0] && toShown(rows[0])
}

/** What a request with an idempotency key has made already. */
export async function findMadeBy(
  db: Queryable,
  companyId: string,
  operationId: string,
): Promise<ShownDeployment | undefined> {
  const { rows } = await sql<Row>`
    select ${shown} from ${withAttempt}
     where d.company_id = ${companyId} and d.operation_id = ${operationId}`.execute(db)
  return rows[0] && toShown(rows[0])
}

/** Newest first. */
export async function list(
  db: Queryable,
  companyId: string,
  filter: { status: DeploymentStatus | undefined; beforeId: string | undefined },
  limit: number,
): Promise<ShownDeployment[]> {
  const conditions: RawBuilder<unknown>[] = [sql`d.company_id = ${companyId}`, sql`d.deleted_at is null`]
  if (filter.status !== undefined) conditions.push(sql`d.status = ${filter.status}`)
  if (filter.beforeId !== undefined) conditions.push(sql`d.deployment_id < ${filter.beforeId}`)
  const { rows } = await sql<Row>`
    select ${shown} from ${withAttempt}
     where ${sql.join(conditions, sql` and `)}
     order by d.deployment_id desc limit ${limit}`.execute(db)
  return rows.map(toShown)
}

/** Newest first. */
export async function listEvents(
  db: Queryable,
  companyId: string,
  deploymentId: string,
  beforeId: string | undefined,
  limit: number,
): Promise<ShownEvent[]> {
  const { rows } = await sql<ShownEvent>`
    select event_id as id, type, status, reason, message, hub_id as "hubId", attempt, actor, at
      from deployment_events
     where company_id = ${companyId} and deployment_id = ${deploymentId}
           ${beforeId === undefined ? sql`` : sql`and event_id < ${beforeId}`}
     order by event_id desc limit ${limit}`.execute(db)
  return rows
}

/** How many of a company's deployments stand where. */
export async function countByStatus(
  db: Queryable,
  companyId: string,
): Promise<{ status: DeploymentStatus; deployments: number; gpus: number }[]> {
  const { rows } = await sql<{ status: DeploymentStatus; deployments: number; gpus: number }>`
    select status, count(*)::int as deployments, coalesce(sum((spec->>'count')::int), 0)::int as gpus
      from deployments
     where company_id = ${companyId} and deleted_at is null
     group by status order by status`.execute(db)
  return rows
}

/** `numeric` arrives as text, so as to lose nothing; what is shown has four digits at most. */
const toShown = ({ priceUsdPerGpuHour, carbonIntensity, ...row }: Row): ShownDeployment => ({
  ...row,
  priceUsdPerGpuHour: priceUsdPerGpuHour === null ? null : Number(priceUsdPerGpuHour),
  carbonIntensity: carbonIntensity === null ? null : Number(carbonIntensity),
})
