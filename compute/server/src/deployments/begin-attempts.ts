import type { Queryable } from '@service/foundation/database/database.ts'
import { sql } from 'kysely'

/** The next attempt of a deployment that a reconciler holds, as placement chose it. */
export type NextAttempt = {
  id: string
  reconcilerId: string
  version: number
  hubId: string
  country: string
  /** Whether the hub is simulated: the operator may have changed that while the deployment waited. */
  simulated: boolean
  cpuOnly: boolean
  priceUsdPerGpuHour: number
  carbonIntensity: number | null
  carbonGrade: string | null
  placement: unknown
}

/**
 * Begins the next attempt of each deployment that is as it was when it was placed; one that was `scheduled` becomes
 * `provisioning`. Returns the number of the attempt by the deployment's id; deployments that have changed are missing.
 */
export async function beginAttempts(
  tx: Queryable,
  attempts: readonly NextAttempt[],
  now: Date,
): Promise<Map<string, number>> {
  if (attempts.length === 0) return new Map()
  const rows = attempts.map((one) => ({
    deployment_id: one.id,
    lease: one.reconcilerId,
    version: one.version,
    hub_id: one.hubId,
    country: one.country,
    simulated: one.simulated,
    cpu_only: one.cpuOnly,
    price: one.priceUsdPerGpuHour,
    carbon_intensity: one.carbonIntensity,
    carbon_grade: one.carbonGrade,
    placement: one.placement,
  }))
  const { rows: begun } = await sql<{ id: string; attempt: number }>`
    with n as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as n
           (deployment_id text, lease text, version bigint, hub_id text, country text, simulated boolean,
            cpu_only boolean, price numeric, carbon_intensity numeric, carbon_grade text, placement jsonb)),
    held as materialized (
      select deployment_id from deployments
       where deployment_id = any (array(select deployment_id from n))
       order by deployment_id
         for no key update)
    update deployments d
       set attempt = d.attempt + 1, hub_id = n.hub_id, country = n.country, simulated = n.simulated,
           cpu_only = n.cpu_only, price_usd_per_gpu_hour = n.price, carbon_intensity = n.carbon_intensity,
           carbon_grade = n.carbon_grade, placement = n.placement, version = d.version + 1, tries = 0,
           status_since = case when d.status = 'scheduled' then ${now} else d.status_since end,
           status = case when d.status = 'scheduled' then 'provisioning' else d.status end
      from n, held
     where d.deployment_id = n.deployment_id and held.deployment_id = d.deployment_id
       and d.lease = n.lease and d.version = n.version
    returning d.deployment_id as id, d.attempt`.execute(tx)
  return new Map(begun.map(({ id, attempt }) => [id, attempt]))
}
