import { oneRow, type Queryable } from '@service/foundation/database/database.ts'
import { sql } from 'kysely'

/** The name of this installation: the one given if it has none yet. */
export async function keepOwner(db: Queryable, owner: string): Promise<string> {
  await sql`insert into installation (owner) values (${owner}) on conflict do nothing`.execute(db)
  const { rows } = await sql<{ owner: string }>`select owner from installation`.execute(db)
  return oneRow(rows).owner
}

/** Whether deployments that have not ended are simulated; undefined where there are none. */
export async function liveAreSimulated(db: Queryable): Promise<boolean | undefined> {
  const { rows } = await sql<{ simulated: boolean }>`
    select simulated from deployments where ended_at is null limit 1`.execute(db)
  return rows[0]?.simulated
}
