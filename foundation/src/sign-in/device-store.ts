import { sql } from 'kysely'
import type { Queryable } from '../database/database.ts'

export type KnownDevice = { id: string; companyId: string; userId: string }

/** The browser in which this secret was left, if this very user signed in there. */
export async function find(
  db: Queryable,
  tokenSha256: Uint8Array,
  userId: string | undefined,
): Promise<KnownDevice | undefined> {
  const { rows } = await sql<KnownDevice>`
    select id, company_id, user_id from known_devices
     where token_sha256 = ${tokenSha256} and user_id = ${userId ?? null}`.execute(db)
  return rows[0]
}

export async function insert(tx: Queryable, device: KnownDevice, tokenSha256: Uint8Array, at: Date): Promise<void> {
  await sql`
    insert into known_devices (id, company_id, user_id, token_sha256, last_used_at)
    values (${device.id}, ${device.companyId}, ${device.userId}, ${tokenSha256}, ${at})`.execute(tx)
}

export async function recordUse(tx: Queryable, id: string, at: Date): Promise<void> {
  await sql`update known_devices set last_used_at = ${at} where id = ${id}`.execute(tx)
}

export async function forgetAll(tx: Queryable, userId: string): Promise<void> {
  await sql`delete from known_devices where user_id = ${userId}`.execute(tx)
}

/** Those not used for the time that their cookie lives. */
export async function prune(tx: Queryable, before: Date, limit: number): Promise<number> {
  const { rows } = await sql`
    delete from known_devices
     where id in (select id from known_devices where last_used_at < ${before} limit ${limit})
    returning id`.execute(tx)
  return rows.length
}
