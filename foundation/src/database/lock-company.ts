import { sql } from 'kysely'
import type { Queryable } from './database.ts'

/** Holds the company until the transaction ends, so that what it has of a kind is counted and changed by one at a time. */
export async function lockCompany(tx: Queryable, companyId: string): Promise<void> {
  await sql`select from companies where id = ${companyId} for no key update`.execute(tx)
}
