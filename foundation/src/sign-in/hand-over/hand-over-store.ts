import { sql } from 'kysely'
import type { Queryable } from '../../database/database.ts'

export type Asked = {
  userCode: string
  machine: string
  askedFrom: string
  createdAt: Date
  expiresAt: Date
}

export type HandOver = Asked & {
  decidedAt: Date | null
  companyId: string | null
  userId: string | null
  keyName: string | null
  scopes: string[] | null
  keyExpiresAt: Date | null
  keyId: string | null
}

const columns = sql`user_code, machine, asked_from, created_at, expires_at, decided_at, company_id, user_id, key_name, scopes,
                    key_expires_at, key_id`

/** A few of those that have ended go with each that comes, so that they never heap up until the day's pruning. */
async function dropExpired(tx: Queryable, now: Date): Promise<void> {
  await sql`
    delete from key_hand_overs where device_sha256 in (
      select device_sha256 from key_hand_overs where expires_at < ${now} order by expires_at limit 20 for update skip locked)`.execute(
    tx,
  )
}

/** False where `most` that nobody has decided on are open, of the whole installation. */
export async function insert(tx: Queryable, deviceSha256: Uint8Array, asked: Asked, most: number): Promise<boolean> {
  await dropExpired(tx, asked.createdAt)
  const { rows } = await sql`
    insert into key_hand_overs (device_sha256, user_code, machine, asked_from, created_at, expires_at)
    select ${deviceSha256}, ${asked.userCode}, ${asked.machine}, ${asked.askedFrom}, ${asked.createdAt}::timestamptz,
           ${asked.expiresAt}::timestamptz
     where (
       select count(*) from (
         select from key_hand_overs where decided_at is null and expires_at > ${asked.createdAt} limit ${most}) as open) < ${most}
    returning user_code`.execute(tx)
  return rows.length === 1
}

/** One that nobody has decided on yet. */
export async function findOpen(db: Queryable, userCode: string, now: Date): Promise<Asked | undefined> {
  const { rows } = await sql<Asked>`
    select ${columns} from key_hand_overs
     where user_code = ${userCode} and decided_at is null and expires_at > ${now}`.execute(db)
  return rows[0]
}

/** Of two who ask with it at once, one is late. */
export async function lockByDevice(tx: Queryable, deviceSha256: Uint8Array): Promise<HandOver | undefined> {
  const { rows } = await sql<HandOver>`
    select ${columns} from key_hand_overs where device_sha256 = ${deviceSha256} for update`.execute(tx)
  return rows[0]
}

export type Decision = {
  companyId: string
  userId: string
  /** Absent where it is refused. */
  key?: { name: string; scopes: readonly string[]; expiresAt: Date | null } | undefined
}

/** Whether it was still to be decided. */
export async function decide(db: Queryable, userCode: string, given: Decision, at: Date): Promise<boolean> {
  const { companyId, userId, key } = given
  const { rows } = await sql`
    update key_hand_overs
       set decided_at = ${at}, company_id = ${companyId}, user_id = ${userId}, key_name = ${key?.name ?? null},
           scopes = ${key ? [...key.scopes] : null}::text[], key_expires_at = ${key?.expiresAt ?? null}
     where user_code = ${userCode} and decided_at is null and expires_at > ${at}
    returning user_code`.execute(db)
  return rows.length > 0
}

export async function recordKey(tx: Queryable, userCode: string, keyId: string): Promise<void> {
  await sql`update key_hand_overs set key_id = ${keyId} where user_code = ${userCode}`.execute(tx)
}

/** What a person has allowed and no program has fetched becomes nothing. */
export async function withdrawAllOf(tx: Queryable, userId: string): Promise<void> {
  await sql`delete from key_hand_overs where user_id = ${userId} and key_id is null`.execute(tx)
}

export async function prune(tx: Queryable, before: Date, limit: number): Promise<number> {
  const { rows } = await sql`
    delete from key_hand_overs where device_sha256 in (
      select device_sha256 from key_hand_overs where expires_at < ${before} limit ${limit})
    returning user_code`.execute(tx)
  return rows.length
}
