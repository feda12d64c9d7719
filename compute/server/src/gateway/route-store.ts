import type { Queryable } from '@service/foundation/database/database.ts'
import { preparedAs } from '@service/foundation/database/prepared-statements.ts'
import { sql } from 'kysely'
import type { Route } from './route.ts'

/**
 * The routes of these names, of whichever company: a deployment is reached by anybody who knows its name. While it fails
 * over, the newest of its allocations that runs counts.
 */
export async function findAll(db: Queryable, names: readonly string[]): Promise<Route[]> {
  const { rows } = await sql<Route>`
    ${preparedAs('find_routes')}
    select d.endpoint_name as name, d.deployment_id, d.company_id,
           coalesce(d.spec->>'access', 'public') as access, d.status, d.reason, d.simulated, a.address
      from deployments d
      left join lateral (
           select address from allocations
            where deployment_id = d.deployment_id and state = 'running' and address is not null
            order by attempt desc
            limit 1) a on true
     where d.endpoint_name = any (${names}::text[]) and d.deleted_at is null`.execute(db)
  return rows
}
