/** The SQL of the operator's view, over all companies: nothing else may use it. */
import type { DeploymentStatus, Reason } from '@service/compute-domain/deployments/status.ts'
import type { HubState } from '@service/compute-domain/hubs/model/hub.ts'
import { starterLimitMs } from '@service/compute-domain/metering/gpu-hours.ts'
import { oneRow, type Queryable } from '@service/foundation/database/database.ts'
import { sql } from 'kysely'

export type CompanyFilter = {
  /** In the name, the short name or the id. */
  text: string | undefined
  /** Only those that have used at least so much of their hours. */
  minUsedPercent: number | undefined
  before: string | undefined
  limit: number
}

export type CompanyHours = {
  companyId: string
  slug: string
  name: string
  createdAt: Date
  /** Null where nobody has given the company other hours than the free ones. */
  givenMs: number | null
  limitMs: number
  usedMs: number
  reservedMs: number
  simulatedMs: number
  exhaustedAt: Date | null
  people: number
  liveDeployments: number
  gpusRunning: number
}

/** `month` is its first day. */
export async function companyHours(
  db: Queryable,
  month: string,
  { text, minUsedPercent, before, limit }: CompanyFilter,
): Promise<CompanyHours[]> {
  const wanted = text?.toLowerCase() ?? null
  const { rows } = await sql<CompanyHours>`
    with page as materialized (
      select c.id, c.slug, c.name, c.created_at, l.limit_ms as given_ms,
             coalesce(l.limit_ms, ${starterLimitMs}::bigint) as limit_ms, coalesce(h.used_ms, 0) as used_ms,
             coalesce(h.reserved_ms, 0) as reserved_ms, h.exhausted_at
        from companies c
        left join gpu_hours h on h.company_id = c.id and h.month = ${month}::text::date
        left join gpu_hour_limits l on l.company_id = c.id
       where (${before ?? null}::text is null or c.id < ${before ?? null})
         and (${wanted}::text is null or c.id = ${wanted}
              or position(${wanted} in lower(c.name)) > 0 or position(${wanted} in c.slug) > 0)
         and (${minUsedPercent ?? null}::float8 is null
              or coalesce(h.used_ms, 0) * 100 >= ${minUsedPercent ?? null}::float8 * coalesce(l.limit_ms, ${starterLimitMs}::bigint))
       order by c.id desc
       limit ${limit})
    select p.id as company_id, p.slug, p.name, p.created_at, p.given_ms, p.limit_ms, p.used_ms, p.reserved_ms,
           p.exhausted_at,
           (select count(*) from users u
             where u.company_id = p.id and u.removed_at is null and u.erased_at is null)::integer as people,
           (select count(*) from deployments d
             where d.company_id = p.id and d.deleted_at is null and d.ended_at is null)::integer as live_deployments,
           (select coalesce(sum(s.gpus), 0) from usage_segments s
             where s.company_id = p.id and s.live)::integer as gpus_running,
           (select coalesce(sum(s.gpu_ms), 0) from usage_segments s
             where s.company_id = p.id and s.month = ${month}::text::date and s.simulated)::bigint as simulated_ms
      from page p order by p.id desc`.execute(db)
  return rows
}

export type HubHealthReport = {
  hubId: string
  name: string
  country: string
  engine: string
  engineVersion: string | null
  simulated: boolean
  state: HubState
  wanted: string
  seenAt: Date | null
  silentSince: Date | null
  lastError: string | null
  lastErrorAt: Date | null
  gpus: number
  freeGpus: number
  deployments: number
  /** Allocations whose GPUs are held until the hub says that they are over. */
  waiting: number
}

export async function hubHealth(
  db: Queryable,
  { after, limit }: { after: string | undefined; limit: number },
): Promise<HubHealthReport[]> {
  const { rows } = await sql<HubHealthReport>`
    select h.hub_id, coalesce(h.config ->> 'name', h.hub_id) as name, coalesce(h.config ->> 'country', '') as country,
           coalesce(h.config ->> 'engine', '') as engine, h.engine_version,
           coalesce((h.config ->> 'simulated')::boolean, h.config ->> 'engine' = 'simulated', false) as simulated,
           h.state, h.wanted, h.seen_at, h.unreachable_since as silent_since, h.last_error, h.last_error_at,
           (select coalesce(sum(n), 0) from hub_gpus g, unnest(g.sizes) as node (n) where g.hub_id = h.hub_id)::integer
             as gpus,
           (select coalesce(sum(n), 0) from hub_gpus g, unnest(g.free) as node (n) where g.hub_id = h.hub_id)::integer
             as free_gpus,
           (select count(*) from deployments d where d.hub_id = h.hub_id and d.ended_at is null)::integer as deployments,
           (select count(*) from allocations a where a.hub_id = h.hub_id and a.released_at is null and a.state = 'lost')
             ::integer as waiting
      from hubs h
     where ${after ?? null}::text is null or h.hub_id > ${after ?? null}
     order by h.hub_id
     limit ${limit}`.execute(db)
  return rows
}

export const queueNames = ['due', 'at_work', 'retrying', 'scheduled', 'starting', 'failing_over', 'stopping'] as const

export type Queue = { queue: (typeof queueNames)[number]; count: number; oldestAt: Date | null }

/** How many deployments are in each, and since when the one is that has been there the longest. */
export async function queues(db: Queryable, at: Date): Promise<Queue[]> {
  const conditions: Record<Queue['queue'], { which: string; since: string }> = {
    due: { which: 'lease is null and due_at <= at', since: 'due_at' },
    at_work: { which: 'lease is not null', since: 'status_since' },
    retrying: { which: 'lease is null and tries > 0 and due_at > at', since: 'status_since' },
    scheduled: { which: "status = 'scheduled'", since: 'status_since' },
    starting: { which: "status = 'provisioning'", since: 'status_since' },
    failing_over: { which: "status = 'failing_over'", since: 'status_since' },
    stopping: { which: "status = 'stopping'", since: 'status_since' },
  }
  const columns = queueNames.map((name) => {
    const { which, since } = conditions[name]
    return `count(*) filter (where ${which})::integer as ${name}_count, min(${since}) filter (where ${which}) as ${name}_since`
  })
  const { rows } = await sql<Record<string, number | Date | null>>`
    select ${sql.raw(columns.join(', '))}
      from (select d.*, ${at}::timestamptz as at from deployments d
             where d.ended_at is null or d.lease is not null or d.due_at <= ${at}) d`.execute(db)
  const row = oneRow(rows)
  const camel = (name: string) => name.replaceAll(/_([a-z])/g, (_all, letter: string) => letter.toUpperCase())
  return queueNames.map((queue) => ({
    queue,
    count: row[camel(`${queue}_count`)] as number,
    oldestAt: row[camel(`${queue}_since`)] as Date | null,
  }))
}

export type Retry = {
  deploymentId: string
  companyId: string
  company: string
  hubId: string | null
  status: DeploymentStatus
  reason: Reason | null
  message: string | null
  tries: number
  statusSince: Date
  dueAt: Date | null
}

export async function retries(db: Queryable, limit: number): Promise<Retry[]> {
  const { rows } = await sql<Retry>`
    select d.deployment_id, d.company_id, coalesce(c.slug, d.company_id) as company, d.hub_id, d.status, d.reason,
           d.message, d.tries, d.status_since, d.due_at
      from deployments d left join companies c on c.id = d.company_id
     where d.tries > 0 and (d.due_at is not null or d.lease is not null)
     order by d.tries desc, d.status_since, d.deployment_id
     limit ${limit}`.execute(db)
  return rows
}

export type LiveReconciler = { reconcilerId: string; holds: number; isLeader: boolean }

/** The processes that work on deployments; the first leads. */
export async function reconcilers(db: Queryable): Promise<LiveReconciler[]> {
  const { rows } = await sql<Omit<LiveReconciler, 'isLeader'>>`
    select r.reconciler_id, (select count(*) from deployments d where d.lease = r.reconciler_id)::integer as holds
      from reconcilers r where r.alive_until > clock_timestamp()
     order by r.reconciler_id`.execute(db)
  return rows.map((row, i) => ({ ...row, isLeader: i === 0 }))
}
