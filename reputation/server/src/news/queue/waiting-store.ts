/** All SQL of how late the news is. */
import { oneRow, type Queryable } from '@service/foundation/database/database.ts'
import { sql } from 'kysely'

/** When each kind of work on news began to wait; no row where nothing of it does. */
const waiting = sql`
  select min(created_at) as since from article_imports where finished_at is null
  union all (select waiting_since from touched_subjects order by id limit 1)
  union all select min(waiting_since) from subject_days_due
  union all select min(waiting_since) from figures_due`

/**
 * The age of the oldest work on news that is not done, in seconds; 0 where all is done. An import is done with its last
 * row, and what articles change with the figures that they are part of.
 */
export async function oldestWaitingSeconds(db: Queryable): Promise<number> {
  const { rows } = await sql<{ seconds: number }>`
    select greatest(0, coalesce(floor(extract(epoch from now() - min(since))), 0))::int as seconds
      from (${waiting}) as waiting`.execute(db)
  return oneRow(rows).seconds
}

/** Whether all work on news is done. */
export async function nothingWaits(db: Queryable): Promise<boolean> {
  const { rows } = await sql<{ nothing: boolean }>`
    select count(since) = 0 as nothing from (${waiting}) as waiting`.execute(db)
  return oneRow(rows).nothing
}
