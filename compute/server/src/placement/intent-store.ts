import type { Queryable } from '@service/foundation/database/database.ts'
import { preparedAs } from '@service/foundation/database/prepared-statements.ts'
import { type RawBuilder, sql } from 'kysely'

/** The statements of the stores that the parts of an intent belong to. */
export type IntentParts = Record<'deployments' | 'allocations' | 'events' | 'announcement', RawBuilder<unknown>>

/** Writes all of a batch in one statement, because a statement of its own costs as much as several rows. */
export async function insert(tx: Queryable, { deployments, allocations, events, announcement }: IntentParts) {
  await sql`
    ${preparedAs('insert_intents')}
    with deployment as (${deployments}), allocation as (${allocations}), event as (${events})
    ${announcement}`.execute(tx)
}
