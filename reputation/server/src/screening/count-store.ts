/** All SQL that counts screenings. */
import { oneRow, type Queryable } from '@service/foundation/database/database.ts'
import { firstIdAt } from '@service/foundation/new-id.ts'
import { sql } from 'kysely'

export type ScreeningCounts = { screenings: number; withMatches: number; trueMatches: number; falseMatches: number }

/** How many there were in a time, and what was decided in it. */
export async function countScreenings(
  db: Queryable,
  companyId: string,
  { from, until }: { from: Date; until: Date },
): Promise<ScreeningCounts> {
  const { rows } = await sql<ScreeningCounts>`
    with made as (
      select count(*)::int as screenings, (count(*) filter (where not clean))::int as with_matches
        from screenings
       where company_id = ${companyId} and id >= ${firstIdAt('scr', from)} and id < ${firstIdAt('scr', until)}),
    given as (
      select (count(*) filter (where verdict = 'true-match'))::int as true_matches,
             (count(*) filter (where verdict = 'false-match'))::int as false_matches
        from verdicts
       where company_id = ${companyId} and at >= ${from} and at < ${until} and withdrawn_at is null)
    select * from made, given`.execute(db)
  return oneRow(rows)
}
