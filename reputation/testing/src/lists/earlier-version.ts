import type { Queryable } from '@service/foundation/database/database.ts'
import { sql } from 'kysely'

/** A version before the one in use, without its content, so that there are two to compare. */
export async function addEarlierVersion(connection: Queryable, list: string): Promise<void> {
  await sql`
    insert into list_versions (id, list, sha256, published_at, fetched_at, entries, sample, source, content, created_at)
    select 'lsv_01aaaaaaaaaaaaaaaaaaaaaaaa', list, 'before', published_at, fetched_at, entries, sample, source, null,
           created_at - interval '1 day'
      from list_versions where list = ${list} order by created_at desc limit 1
    on conflict do nothing`.execute(connection)
}
