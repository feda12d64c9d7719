import type { Queryable } from '@service/foundation/database/database.ts'
import { preparedAs } from '@service/foundation/database/prepared-statements.ts'
import { sql } from 'kysely'

/** How many deployments of each company have not ended. */
export async function countLive(db: Queryable, companyIds: readonly string[]): Promise<Map<string, number>> {
  if (companyIds.length === 0) return new Map()
  const { rows } = await sql<{ id: string; live: number }>`
    ${preparedAs('count_live_deployments')}
    select asked.id, (select count(*)::int from deployments d where d.company_id = asked.id and d.ended_at is null) as live
      from unnest(${companyIds}::text[]) as asked (id)`.execute(db)
  return new Map(rows.map(({ id, live }) => [id, live]))
}
