import type { Queryable } from '@service/foundation/database/database.ts'
import { preparedAs } from '@service/foundation/database/prepared-statements.ts'
import { sql } from 'kysely'
import type { Route } from './route.ts'

/**
 * The routes of these names and domains, of whichever company: a deployment is reached by anybody who knows its name, or a
 * domain whose control its company has proved. While it fails over, the newest of its allocations that runs counts.
 */
export async function findAll(db: Queryable, keys: readonly string[]): Promise<(Route & { key: string })[]> {
  const { rows } = await sql<Route & { key: string }>`
    ${preparedAs('find_routes')}
    select k.key, d.endpoint_name as name, d.deployment_id, d.company_id,
           coalesce(d.spec->>'access', 'public') as access, d.status, d.reason, d.simulated, a.address
      from (select endpoint_name as key, deployment_id from deployments where endpoint_name = any (${keys}::text[])
             union all
            select domain, deployment_id from endpoint_domains
             where domain = any (${keys}::text[]) and status in ('active', 'failing')) k
      join deployments d on d.deployment_id = k.deployment_id and d.deleted_at is null
      left join lateral (
           select address from allocations
            where deployment_id = d.deployment_id and state = 'running' and address is not null
            order by attempt desc
            limit 1) a on true`.execute(db)
  return rows
}
