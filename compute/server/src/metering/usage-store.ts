/** What was used, summed from the segments. Cost is exact until it is shown: time times price, in decimals. */
import type { DeploymentStatus } from '@service/compute-domain/deployments/status.ts'
import { oneRow, type Queryable } from '@service/foundation/database/database.ts'
import { sql } from 'kysely'
import { noUsage, type Usage } from '../usage/usage.ts'
import type { CompanyMonth } from './hours-store.ts'

export type DeploymentUsage = Usage & {
  deploymentId: string
  name: string | null
  status: DeploymentStatus
  gpuType: string
  simulated: boolean
  cpuOnly: boolean
  /** Null before it has run. */
  meteredUntil: Date | null
  gpusRunning: number
}

const sums = sql`
  coalesce(sum(s.gpu_ms), 0)::bigint as gpu_ms,
  round(coalesce(sum(s.gpu_ms * s.price_usd_per_gpu_hour), 0) / 3600000, 6)::float8 as cost_usd,
  coalesce(sum(s.kwh), 0) as kwh,
  coalesce(sum(s.gco2), 0) as gco2,
  coalesce(sum(s.avoided_gco2), 0) as avoided_gco2`

/** What counts against the company's hours, and what is simulated. */
export async function ofMonth(
  db: Queryable,
  { companyId, month }: CompanyMonth,
): Promise<{ real: Usage; simulated: Usage }> {
  const { rows } = await sql<Usage & { simulated: boolean }>`
    select s.simulated, ${sums} from usage_segments s
     where s.company_id = ${companyId} and s.month = ${month}::text::date
     group by s.simulated`.execute(db)
  const where = (simulated: boolean): Usage => {
    const found = rows.find((row) => row.simulated === simulated)
    if (!found) return noUsage
    const { simulated: _, ...usage } = found
    return usage
  }
  return { real: where(false), simulated: where(true) }
}

/** Newest first, those that have run in the month; `before` is the id that the last page ended with. */
export async function byDeployment(
  db: Queryable,
  { companyId, month }: CompanyMonth,
  { limit, before }: { limit: number; before: string | null },
): Promise<DeploymentUsage[]> {
  const { rows } = await sql<DeploymentUsage>`
    select s.deployment_id, d.name, d.status, min(s.gpu_type) as gpu_type, d.simulated,
           d.cpu_only, max(s.metered_until) as metered_until, coalesce(sum(s.gpus) filter (where s.live), 0)::int as gpus_running,
           ${sums}
      from usage_segments s
      join deployments d on d.deployment_id = s.deployment_id
     where s.company_id = ${companyId} and s.month = ${month}::text::date
       and (${before}::text is null or s.deployment_id < ${before})
     group by s.deployment_id, d.name, d.status, d.simulated, d.cpu_only
    having sum(s.gpu_ms) > 0 or bool_or(s.live)
     order by s.deployment_id desc
     limit ${limit}`.execute(db)
  return rows
}

/** What one deployment used in all months. */
export async function ofDeployment(
  db: Queryable,
  companyId: string,
  deploymentId: string,
): Promise<Usage & { meteredUntil: Date | null }> {
  const { rows } = await sql<Usage & { meteredUntil: Date | null }>`
    select max(s.metered_until) as metered_until, ${sums} from usage_segments s
     where s.company_id = ${companyId} and s.deployment_id = ${deploymentId}`.execute(db)
  return oneRow(rows)
}

/** What each of these deployments used in all months; those that used nothing are missing. */
export async function ofDeployments(
  db: Queryable,
  companyId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Usage>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<Usage & { deploymentId: string }>`
    select s.deployment_id, ${sums} from usage_segments s
     where s.deployment_id = any (${[...ids]}::text[]) and s.company_id = ${companyId}
     group by s.deployment_id`.execute(db)
  return new Map(rows.map(({ deploymentId, ...usage }) => [deploymentId, usage]))
}

export type DailyUsage = { day: string; label: string | null; real: Usage; simulated: Usage }

/** `from` and `to` are days, both included. */
export type DailyFilter = {
  companyId: string
  from: string
  to: string
  /** The name of a label, by whose values days are divided. */
  label: string | undefined
  limit: number
  /** The day and the value that the last page ended with. */
  before: readonly [string, string] | undefined
}

/**
 * The days with usage, newest first. What a run used is spread over the days that it lasted, by time: exact for hours and
 * cost, and an even share of its energy and emissions.
 */
export async function byDay(db: Queryable, filter: DailyFilter): Promise<DailyUsage[]> {
  const { companyId, from, to, label, limit, before } = filter
  const [beforeDay, beforeLabel] = before ?? [null, null]
  const sum = (simulated: boolean) => {
    const only = simulated ? sql`s.simulated` : sql`not s.simulated`
    return sql`
      coalesce(sum(s.gpu_ms * share) filter (where ${only}), 0)::float8,
      round(coalesce(sum(s.gpu_ms * share * s.price_usd_per_gpu_hour) filter (where ${only}), 0) / 3600000, 6)::float8,
      coalesce(sum(s.kwh * share) filter (where ${only}), 0)::float8,
      coalesce(sum(s.gco2 * share) filter (where ${only}), 0)::float8,
      coalesce(sum(s.avoided_gco2 * share) filter (where ${only}), 0)::float8`
  }
  const { rows } = await sql<{ day: string; label: string | null; real: number[]; simulated: number[] }>`
    with days as (
      select to_char(day, 'YYYY-MM-DD') as day, d.spec->'labels'->>${label ?? ''}::text as label,
             array[${sum(false)}] as real, array[${sum(true)}] as simulated
        from usage_segments s
        join deployments d on d.deployment_id = s.deployment_id
       cross join lateral (
             select s.from_at at time zone 'UTC' as begins, s.metered_until at time zone 'UTC' as ends) as run
       cross join lateral generate_series(
             greatest(date_trunc('day', begins), ${from}::timestamp), least(ends, ${to}::timestamp), interval '1 day') as day
       cross join lateral (
             select extract(epoch from least(ends, day + interval '1 day') - greatest(begins, day))
                    / extract(epoch from ends - begins) as share) as part
       where s.company_id = ${companyId} and s.gpu_ms > 0
         and s.month between date_trunc('month', ${from}::date)::date and ${to}::date
         and share > 0
       group by 1, 2)
    select * from days
     where ${beforeDay}::text is null or (day, coalesce(label, '')) < (${beforeDay}::text, ${beforeLabel}::text)
     order by day desc, coalesce(label, '') desc
     limit ${limit}`.execute(db)
  return rows.map(({ day, label: value, real, simulated }) => ({
    day,
    label: value,
    real: usageOf(real),
    simulated: usageOf(simulated),
  }))
}

const usageOf = ([gpuMs = 0, costUsd = 0, kwh = 0, gco2 = 0, avoidedGco2 = 0]: readonly number[]): Usage => ({
  gpuMs,
  costUsd,
  kwh,
  gco2,
  avoidedGco2,
})
