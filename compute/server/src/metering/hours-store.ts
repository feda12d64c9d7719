/**
 * All SQL on `gpu_hours`, `gpu_hours_reserved` and `gpu_hour_limits`. Every change of a company's month, or of what is
 * reserved in it, holds its row of `gpu_hours`; so decisions under it are exact, in any number of processes.
 */
import { type GpuHours, starterLimitMs } from '@service/compute-domain/metering/gpu-hours.ts'
import { oneRow, type Queryable } from '@service/foundation/database/database.ts'
import { sql } from 'kysely'

/** `month` is its first day, `2026-11-01`. */
export type CompanyMonth = { companyId: string; month: string }

export type StoredHours = CompanyMonth & GpuHours & { warnedAt: Date | null; exhaustedAt: Date | null }

/** Locks months in the order of companies and months, so that no two transactions deadlock; creates missing ones. */
export async function lock(tx: Queryable, months: readonly CompanyMonth[]): Promise<StoredHours[]> {
  if (months.length === 0) return []
  const asked = sql`
    unnest(${months.map(({ companyId }) => companyId)}::text[],
           ${months.map(({ month }) => month)}::text[]::date[]) as m (company_id, month)`
  await sql`
    insert into gpu_hours (company_id, month)
    select distinct m.company_id, m.month from ${asked} order by m.company_id, m.month
        on conflict do nothing`.execute(tx)
  const { rows } = await sql<HoursRow>`
    select ${columns}
      from gpu_hours h
      left join gpu_hour_limits l on l.company_id = h.company_id
     where (h.company_id, h.month) in (select m.company_id, m.month from ${asked})
     order by h.company_id, h.month
       for update of h`.execute(tx)
  return rows.map(toHours)
}

/** Reads a month without locking it. */
export async function find(db: Queryable, { companyId, month }: CompanyMonth): Promise<StoredHours> {
  const { rows } = await sql<HoursRow>`
    select ${columns}
      from (select ${companyId}::text as company_id, ${month}::text::date as month) asked
      left join gpu_hours h on h.company_id = asked.company_id and h.month = asked.month
      left join gpu_hour_limits l on l.company_id = asked.company_id`.execute(db)
  return { ...toHours(oneRow(rows)), companyId, month }
}

/** The rows must be locked. */
export async function write(tx: Queryable, changed: readonly StoredHours[]): Promise<void> {
  if (changed.length === 0) return
  await sql`
    update gpu_hours h
       set used_ms = n.used_ms, reserved_ms = n.reserved_ms, warned_at = n.warned_at, exhausted_at = n.exhausted_at
      from unnest(${changed.map(({ companyId }) => companyId)}::text[],
                  ${changed.map(({ month }) => month)}::text[]::date[],
                  ${changed.map(({ usedMs }) => usedMs)}::bigint[],
                  ${changed.map(({ reservedMs }) => reservedMs)}::bigint[],
                  ${changed.map(({ warnedAt }) => warnedAt?.toISOString() ?? null)}::text[]::timestamptz[],
                  ${changed.map(({ exhaustedAt }) => exhaustedAt?.toISOString() ?? null)}::text[]::timestamptz[])
             as n (company_id, month, used_ms, reserved_ms, warned_at, exhausted_at)
     where h.company_id = n.company_id and h.month = n.month`.execute(tx)
}

/** What is still reserved for a deployment. */
export type Reservation = CompanyMonth & { deploymentId: string; gpuMs: number }

export async function reservationsOf(tx: Queryable, deploymentIds: readonly string[]): Promise<Reservation[]> {
  if (deploymentIds.length === 0) return []
  const { rows } = await sql<Reservation>`
    select deployment_id, company_id, month::text, gpu_ms
      from gpu_hours_reserved where deployment_id = any (${deploymentIds}::text[])`.execute(tx)
  return rows
}

/** The month's row must be locked, here and for `reduce`. */
export async function reserve(tx: Queryable, reservations: readonly Reservation[]): Promise<void> {
  if (reservations.length === 0) return
  await sql`
    insert into gpu_hours_reserved (deployment_id, company_id, month, gpu_ms)
    select * from unnest(${reservations.map(({ deploymentId }) => deploymentId)}::text[],
                         ${reservations.map(({ companyId }) => companyId)}::text[],
                         ${reservations.map(({ month }) => month)}::text[]::date[],
                         ${reservations.map(({ gpuMs }) => gpuMs)}::bigint[])`.execute(tx)
}

/** Reduces reservations to what is left of them, and deletes those of which nothing is left. */
export async function reduce(tx: Queryable, reservations: readonly Reservation[]): Promise<void> {
  const spent = reservations.filter(({ gpuMs }) => gpuMs === 0).map(({ deploymentId }) => deploymentId)
  const left = reservations.filter(({ gpuMs }) => gpuMs > 0)
  if (spent.length > 0) {
    await sql`delete from gpu_hours_reserved where deployment_id = any (${spent}::text[])`.execute(tx)
  }
  if (left.length > 0) {
    await sql`
      update gpu_hours_reserved r set gpu_ms = n.gpu_ms
        from unnest(${left.map(({ deploymentId }) => deploymentId)}::text[], ${left.map(({ gpuMs }) => gpuMs)}::bigint[])
             as n (deployment_id, gpu_ms)
       where r.deployment_id = n.deployment_id`.execute(tx)
  }
}

/** How many GPUs a company's live runs hold, those that count against its hours. */
export async function gpusRunning(db: Queryable, companyIds: readonly string[]): Promise<Map<string, number>> {
  const { rows } = await sql<{ companyId: string; gpus: number }>`
    select company_id, sum(gpus) as gpus from usage_segments
     where live and not simulated and company_id = any (${companyIds}::text[])
     group by company_id`.execute(db)
  return new Map(rows.map(({ companyId, gpus }) => [companyId, gpus]))
}

/** A company whose hours run: how many GPUs hold them, and what is left. */
export type RunningHours = StoredHours & { gpusRunning: number }

export async function running(db: Queryable, month: string): Promise<RunningHours[]> {
  const { rows } = await sql<HoursRow & { gpusRunning: number }>`
    select ${columns}, s.gpus as gpus_running
      from (select company_id, sum(gpus) as gpus from usage_segments
             where live and not simulated group by company_id) s
      join gpu_hours h on h.company_id = s.company_id and h.month = ${month}::text::date
      left join gpu_hour_limits l on l.company_id = s.company_id`.execute(db)
  return rows.map(({ gpusRunning, ...row }) => ({ ...toHours(row), gpusRunning }))
}

/** Companies whose hours of the month were used up by then, and still are. */
export async function exhaustedBefore(db: Queryable, month: string, at: Date): Promise<StoredHours[]> {
  const { rows } = await sql<HoursRow>`
    select ${columns}
      from gpu_hours h
      left join gpu_hour_limits l on l.company_id = h.company_id
     where h.month = ${month}::text::date and h.exhausted_at <= ${at}
       and h.used_ms >= coalesce(l.limit_ms, ${starterLimitMs})
     order by h.company_id`.execute(db)
  return rows.map(toHours)
}

/** The deployments of a company that hold, or are about to hold, GPUs that count. */
export async function concernedDeployments(db: Queryable, companyId: string): Promise<string[]> {
  const { rows } = await sql<{ deploymentId: string }>`
    select deployment_id from deployments
     where company_id = ${companyId} and not simulated
       and status in ('provisioning', 'running', 'degraded', 'failing_over')
     order by deployment_id`.execute(db)
  return rows.map(({ deploymentId }) => deploymentId)
}

export async function setLimit(tx: Queryable, companyId: string, limitMs: number): Promise<void> {
  await sql`
    insert into gpu_hour_limits (company_id, limit_ms) values (${companyId}, ${limitMs})
        on conflict (company_id) do update set limit_ms = excluded.limit_ms`.execute(tx)
}

type HoursRow = Omit<StoredHours, 'usedMs' | 'reservedMs' | 'limitMs'> & {
  usedMs: number | null
  reservedMs: number | null
  limitMs: number | null
}

const columns = sql`h.company_id, h.month::text, h.used_ms, h.reserved_ms, h.warned_at, h.exhausted_at, l.limit_ms`

const toHours = (row: HoursRow): StoredHours => ({
  ...row,
  limitMs: row.limitMs ?? starterLimitMs,
  usedMs: row.usedMs ?? 0,
  reservedMs: row.reservedMs ?? 0,
})
