import { sql } from 'kysely'
import type { Queryable } from '../../database/database.ts'

export type Passkey = {
  id: string
  companyId: string
  userId: string
  name: string
  rpId: string
  credentialId: Buffer
  publicKey: Buffer
  signCount: number
  isSynced: boolean
  createdAt: Date
  lastUsedAt: Date | null
}

type Row = Omit<Passkey, 'signCount' | 'credentialId' | 'publicKey'> & {
  signCount: string | number
  credentialId: Uint8Array
  publicKey: Uint8Array
}

const toPasskey = (row: Row): Passkey => ({
  ...row,
  signCount: Number(row.signCount),
  credentialId: Buffer.from(row.credentialId),
  publicKey: Buffer.from(row.publicKey),
})

const columns = sql`passkeys.id, passkeys.company_id, user_id, passkeys.name, rp_id, credential_id, public_key, sign_count,
                    is_synced, passkeys.created_at, last_used_at`

/** Of a person, newest first. */
export async function list(db: Queryable, userId: string): Promise<Passkey[]> {
  const { rows } = await sql<Row>`
    select ${columns} from passkeys where user_id = ${userId} order by id desc`.execute(db)
  return rows.map(toPasskey)
}

/** Of somebody who still belongs to their company, with the address by which they sign in. */
export async function findByCredential(
  db: Queryable,
  credentialId: Uint8Array,
): Promise<(Passkey & { email: string }) | undefined> {
  const { rows } = await sql<Row & { email: string }>`
    select ${columns}, email from passkeys
      join users on users.id = user_id and removed_at is null and erased_at is null
     where credential_id = ${credentialId}`.execute(db)
  const [row] = rows
  return row && { ...toPasskey(row), email: row.email }
}

/** False where the person has as many as they may, or somebody has this one. */
export async function insert(tx: Queryable, passkey: Passkey, max: number): Promise<boolean> {
  await sql`select id from users where id = ${passkey.userId} for update`.execute(tx) // one after the other
  const { rows } = await sql`
    insert into passkeys (id, company_id, user_id, name, rp_id, credential_id, public_key, sign_count, is_synced, created_at)
    select ${passkey.id}, ${passkey.companyId}, ${passkey.userId}, ${passkey.name}, ${passkey.rpId},
           ${passkey.credentialId}, ${passkey.publicKey}, ${passkey.signCount}, ${passkey.isSynced}, ${passkey.createdAt}
     where (select count(*) from passkeys where user_id = ${passkey.userId}) < ${max}
        on conflict (credential_id) do nothing
    returning id`.execute(tx)
  return rows.length === 1
}

/** Of a person who still belongs to their company; false where it is gone, or was used with this count meanwhile. */
export async function recordUse(
  tx: Queryable,
  { id, signCount, isSynced, at }: { id: string; signCount: number; isSynced: boolean; at: Date },
): Promise<boolean> {
  const { rows } = await sql`
    update passkeys set sign_count = ${signCount}, is_synced = ${isSynced}, last_used_at = ${at}
      from users
     where passkeys.id = ${id} and users.id = user_id and removed_at is null and erased_at is null
       and (sign_count < ${signCount} or (sign_count = 0 and ${signCount} = 0))
    returning passkeys.id`.execute(tx)
  return rows.length === 1
}

/** The name of before; undefined where the person has no such passkey. */
export async function rename(
  tx: Queryable,
  { id, userId, name }: Pick<Passkey, 'id' | 'userId' | 'name'>,
): Promise<string | undefined> {
  const { rows } = await sql<{ name: string }>`
    with before as (select id, name from passkeys where id = ${id} and user_id = ${userId} for update)
    update passkeys set name = ${name} from before where passkeys.id = before.id returning before.name`.execute(tx)
  return rows[0]?.name
}

/** Its name; undefined where the person has no such passkey. */
export async function remove(
  tx: Queryable,
  { id, userId }: Pick<Passkey, 'id' | 'userId'>,
): Promise<string | undefined> {
  const { rows } = await sql<{ name: string }>`
    delete from passkeys where id = ${id} and user_id = ${userId} returning name`.execute(tx)
  return rows[0]?.name
}

/** All of a person; returns how many. */
export async function removeAll(tx: Queryable, userId: string): Promise<number> {
  await sql`delete from passkey_challenges where user_id = ${userId}`.execute(tx)
  const { rows } = await sql`delete from passkeys where user_id = ${userId} returning id`.execute(tx)
  return rows.length
}
