import type { HubState } from '@service/compute-domain/hubs/model/hub.ts'
import type { Queryable } from '@service/foundation/database/database.ts'
import { sql } from 'kysely'

export type ObservedHub = { hubId: string; state: HubState; seenAt: Date | null }

/** The states of the given hubs, or of all. */
export async function readStates(db: Queryable, hubIds: readonly string[] | null): Promise<ObservedHub[]> {
  const { rows } = await sql<ObservedHub>`
    select hub_id, state, seen_at from hubs
     where ${hubIds}::text[] is null or hub_id = any (${hubIds}::text[])`.execute(db)
  return rows
}
