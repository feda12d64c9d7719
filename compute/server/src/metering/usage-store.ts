/** What was used, summed from the segments. Cost is exact until it is shown: time times price, in decimals. */
import type { DeploymentStatus } from '@service/compute-domain/deployments/status.ts'
import { oneRow, type Queryable } from '@service/foundation/database/database.ts'
import { sql } from 'kysely'
import type { CompanyMonth } from './hours-store.ts'

export type Usage = { gpuMs: number; costUsd: number; kwh: number; gco2: number; avoidedGco2: number }

const noUsage: Usage = { gpuMs: 0, costUsd: 0, kwh: 0, gco2: 0, avoidedGco2: 0 }

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
