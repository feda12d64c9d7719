/**
 * What became of hubs is announced to all processes with the commit that makes it: a change of state, GPUs that are free
 * again. Placers read such a hub again. Taking GPUs is not announced: it shows by the version when another tries.
 */
import type { Queryable } from '@service/foundation/database/database.ts'
import { sql } from 'kysely'

/** The payload is the hub's id. */
export const hubsChannel = 'compute_hubs'

export async function announceHubs(tx: Queryable, hubIds: Iterable<string>): Promise<void> {
  const ids = [...new Set(hubIds)]
  if (ids.length === 0) return
  await sql`select pg_notify(${hubsChannel}, id) from unnest(${ids}::text[]) as changed (id)`.execute(tx)
}
