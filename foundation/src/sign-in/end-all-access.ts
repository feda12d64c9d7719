import { sql } from 'kysely'
import type { Queryable } from '../database/database.ts'

/**
 * Ends every session and every grant to an assistant, and withdraws every link: those of a backup may have been ended since it was made. Known devices and what waits to be
 * sent stay. A backup of a release before has none of the tables.
 */
export async function endAllAccess(tx: Queryable): Promise<void> {
  for (const table of ['sessions', 'account_links', 'sign_up_invitations', 'oauth_grants', 'key_hand_overs']) {
    const { rows } = await sql<{ found: boolean }>`select to_regclass(${table}) is not null as found`.execute(tx)
    if (rows[0]?.found) await sql`delete from ${sql.table(table)}`.execute(tx)
  }
}
