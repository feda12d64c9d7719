/** All SQL of when GDELT may be asked again. One row for all processes: GDELT counts them as one caller. */
import type { Queryable } from '@service/foundation/database/database.ts'
import { sql } from 'kysely'

/** Takes the slot for one request; false, and nothing written, until it is free. A process that dies leaves it to run out. */
export async function takeSlot(db: Queryable, now: Date, forMs: number): Promise<boolean> {
  const until = new Date(now.getTime() + forMs)
  const { rows } = await sql`
    update outbound_slots set free_at = ${until} where name = 'gdelt' and free_at <= ${now} returning name`.execute(db)
  return rows.length === 1
}

/** Nobody asks before then. */
export async function holdSlot(db: Queryable, until: Date): Promise<void> {
  await sql`
    update outbound_slots set free_at = greatest(free_at, ${until}) where name = 'gdelt'`.execute(db)
}
