/** The customers' SQL on deployments; that of the reconciler is in `reconcile/`. */
import { stoppable } from '@service/compute-domain/deployments/lifecycle.ts'
import type { DeploymentStatus, Reason } from '@service/compute-domain/deployments/status.ts'
import type { Queryable } from '@service/foundation/database/database.ts'
import { type Act, actorText } from '@service/foundation/identity/model/actor.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Deployment, NewDeployment } from './model/deployment.ts'

const columns = sql.raw(`
  deployment_id as id, company_id, endpoint_name, name, spec, image_digest, simulated, cpu_only, status, reason, message,
  status_since, version, attempt, hub_id, country, price_usd_per_gpu_hour, carbon_intensity, carbon_grade, placement, start_at,
  latest_start_at, created_at, created_by, running_at, ended_at`)

/** The statement that inserts deployments, to be part of another. */
export function insertion(deployments: readonly NewDeployment[]): RawBuilder<unknown> {
  const rows = deployments.map((one) => ({
    deployment_id: one.id,
    company_id: one.companyId,
    endpoint_name: one.endpointName,
    name: one.name,
    operation_id: one.operationId,
    spec: one.spec,
    env_sealed: one.envSealed,
    simulated: one.simulated,
    cpu_only: one.cpuOnly,
    desired: 'running',
    status: one.status,
    status_since: one.createdAt,
    attempt: one.status === 'scheduled' ? 0 : 1,
    hub_id: one.hubId,
    country: one.country,
    price_usd_per_gpu_hour: one.priceUsdPerGpuHour,
    carbon_intensity: one.carbonIntensity,
    carbon_grade: one.carbonGrade,
    placement: one.placement,
    start_at: one.startAt,
    latest_start_at: one.latestStartAt,
    created_at: one.createdAt,
    created_by: actorText(one.createdBy),
    due_at: one.dueAt,
  }))
  return sql`
    insert into deployments (deployment_id, company_id, endpoint_name, name, operation_id, spec, env_sealed, simulated,
                             cpu_only, desired, status, status_since, attempt, hub_id, country, price_usd_per_gpu_hour,
                             carbon_intensity, carbon_grade, placement, start_at, latest_start_at, created_at,
                             created_by, due_at)
    select deployment_id, company_id, endpoint_name, name, operation_id, spec, env_sealed, simulated, cpu_only, desired, status,
           status_since, attempt, hub_id, country, price_usd_per_gpu_hour, carbon_intensity, carbon_grade, placement,
           start_at, latest_start_at, created_at, created_by, due_at
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as n
           (deployment_id text, company_id text, endpoint_name text, name text, operation_id text, spec jsonb,
            env_sealed text, simulated boolean, cpu_only boolean, desired text, status text, status_since timestamptz, attempt integer,
            hub_id text, country text, price_usd_per_gpu_hour numeric, carbon_intensity numeric, carbon_grade text,
            placement jsonb, start_at timestamptz, latest_start_at timestamptz, created_at timestamptz,
            created_by text, due_at timestamptz)`
}

export async function find(db: Queryable, companyId: string, id: string): Promise<Deployment | undefined> {
  const { rows } = await sql<Deployment>`
    select ${columns} from deployments
     where company_id = ${companyId} and deployment_id = ${id} and deleted_at is null`.execute(db)
  return rows[0]
}

/**
 * The deployment that an earlier run of the same operation has made; undefined where it came to none. Also one that has
 * been deleted meanwhile: the operation is done, and must not make another.
 */
export async function findByOperation(
  db: Queryable,
  companyId: string,
  operationId: string,
): Promise<Deployment | undefined> {
  const { rows } = await sql<Deployment>`
    select ${columns} from deployments
     where operation_id = ${operationId} and company_id = ${companyId}`.execute(db)
  return rows[0]
}

/** Also finds a deleted deployment: for the request that made it and still waits for its result. */
export async function findMade(db: Queryable, companyId: string, id: string): Promise<Deployment | undefined> {
  const { rows } = await sql<Deployment>`
    select ${columns} from deployments where company_id = ${companyId} and deployment_id = ${id}`.execute(db)
  return rows[0]
}

/** Names with the value, or null for any value. */
export type LabelFilter = readonly (readonly [string, string | null])[]

/** Whether a specification has all of the labels. */
export function hasLabels(spec: RawBuilder<unknown>, labels: LabelFilter): RawBuilder<boolean> {
  const valued = Object.fromEntries(labels.filter(([, value]) => value !== null))
  const named = labels.flatMap(([name, value]) => (value === null ? name : []))
  return sql`(coalesce(${spec}->'labels', '{}') @> ${JSON.stringify(valued)}::jsonb
              and coalesce(${spec}->'labels', '{}') ?& ${named}::text[])`
}

export type DeploymentFilter = {
  limit: number
  /** The id that the last page ended with. */
  before: string | null
  /** Any of them. */
  statuses?: readonly DeploymentStatus[] | undefined
  hub?: string | undefined
  /** All of them. */
  labels?: LabelFilter
  /** Part of its id, name or image, in any case. */
  text?: string | undefined
}

/** Newest first. */
export async function list(
  db: Queryable,
  companyId: string,
  { limit, before, statuses, hub, labels = [], text }: DeploymentFilter,
): Promise<Deployment[]> {
  const { rows } = await sql<Deployment>`
    select ${columns} from deployments
     where company_id = ${companyId} and deleted_at is null
       and (${before}::text is null or deployment_id < ${before})
       and (${statuses ?? null}::text[] is null or status = any (${statuses ?? null}::text[]))
       and (${hub ?? null}::text is null or hub_id = ${hub ?? null})
       and (${labels.length === 0} or ${hasLabels(sql`spec`, labels)})
       and (${text ?? null}::text is null
            or position(lower(${text ?? null}) in lower(concat_ws(E'\\n', deployment_id, name, spec->>'image'))) > 0)
     order by deployment_id desc
     limit ${limit}`.execute(db)
  return rows
}

/** A deployment that was marked as stopping, as it is now. */
export type Stopping = Pick<Deployment, 'id' | 'companyId' | 'hubId' | 'attempt'>

/**
 * Marks those of the deployments that are alive as stopping, due at once; the others stay as they are. A reconciler that
 * works on one notices by the version.
 */
export async function markStopping(
  tx: Queryable,
  companyId: string,
  ids: readonly string[],
  { reason, message, now }: { reason: Reason; message: string | null; now: Date },
): Promise<Stopping[]> {
  const { rows } = await sql<Stopping>`
    update deployments
       set status = 'stopping', desired = 'stopped', reason = ${reason}, message = ${message}, status_since = ${now},
           version = version + 1, due_at = ${now}, tries = 0
     where deployment_id = any (array(
           select deployment_id from deployments
            where company_id = ${companyId} and deployment_id = any (${ids}::text[]) and deleted_at is null
              and status = any (${stoppable}::text[])
            order by deployment_id
              for no key update))
    returning deployment_id as id, company_id, hub_id, attempt`.execute(tx)
  return rows
}

/** Hides a deployment, and deletes its kept logs and the minutes of its use; its row and its usage stay. Only one that has ended can be deleted. */
export async function markDeleted(
  tx: Queryable,
  companyId: string,
  id: string,
  { by, now }: { by: Act['actor']; now: Date },
): Promise<boolean> {
  const { rows } = await sql`
    update deployments set deleted_at = ${now}, deleted_by = ${actorText(by)}, due_at = ${now}, version = version + 1
     where company_id = ${companyId} and deployment_id = ${id} and deleted_at is null and ended_at is not null
    returning 1`.execute(tx)
  if (rows.length !== 1) return false
  await sql`delete from kept_logs where company_id = ${companyId} and deployment_id = ${id}`.execute(tx)
  await sql`delete from usage_samples where company_id = ${companyId} and deployment_id = ${id}`.execute(tx)
  return true
}

export async function isDeleted(db: Queryable, companyId: string, id: string): Promise<boolean> {
  const { rows } = await sql`
    select from deployments
     where company_id = ${companyId} and deployment_id = ${id} and deleted_at is not null`.execute(db)
  return rows.length === 1
}
