import { sql } from 'kysely'
import type { Queryable } from '../../database/database.ts'

/** What came of the attempts of one stretch of time. */
export type HealthStep = { at: Date; succeeded: number; failed: number; slowestMs: number | null }

/** Steps without an attempt are left out. */
export async function countSteps(
  db: Queryable,
  webhook: { companyId: string; id: string },
  { from, until, stepMs }: { from: Date; until: Date; stepMs: number },
): Promise<Map<number, Omit<HealthStep, 'at'>>> {
  const { rows } = await sql<{ step: number; succeeded: number; failed: number; slowestMs: number }>`
    select floor(extract(epoch from at - ${from}::timestamptz) * 1000 / ${stepMs}::float8)::int as step,
           (count(*) filter (where status between 200 and 299))::int as succeeded,
           (count(*) filter (where status is null or status not between 200 and 299))::int as failed,
           max(duration_ms) as slowest_ms
      from webhook_attempts
     where webhook_id = ${webhook.id} and company_id = ${webhook.companyId} and at >= ${from} and at < ${until}
     group by 1`.execute(db)
  return new Map(rows.map(({ step, ...counts }) => [step, counts]))
}
