import { sql } from 'kysely'
import { ofCompany, type Queryable } from '../database/database.ts'
import type { User } from './model/user.ts'
import * as operators from './operator-store.ts'

const columns = sql`id, company_id, email, name, role, legal_hold, created_at, erased_at, removed_at`

/** Stores a user; returns false, and writes nothing, when the company has one with this e-mail address. */
export async function insert(tx: Queryable, user: User): Promise<boolean> {
  const { rows } = await sql`
    insert into users (id, company_id, email, name, role, legal_hold, created_at)
    values (${user.id}, ${user.companyId}, ${user.email}, ${user.name}, ${user.role}, ${user.legalHold},
            ${user.createdAt})
    on conflict (company_id, lower(email)) do nothing
    returning id`.execute(tx)
  return rows.length === 1
}

/** The user of a company with this id or e-mail address. */
export async function find(db: Queryable, companyId: string, idOrEmail: string): Promise<User | undefined> {
  const { rows } = await sql<User>`
    select ${columns} from users
     where company_id = ${companyId} and (id = ${idOrEmail} or lower(email) = lower(${idOrEmail}))`.execute(db)
  return rows[0]
}

export async function list(db: Queryable, companyId: string): Promise<User[]> {
  const { rows } = await sql<User>`
    select ${columns} from users where company_id = ${companyId} order by id desc`.execute(db)
  return rows
}

/** Everyone of one company or of all, except those erased already; nobody's e-mail address or name changes meanwhile. */
export async function lockAll(tx: Queryable, companyId: string | undefined): Promise<User[]> {
  const { rows } = await sql<User>`
    select ${columns} from users
     where ${ofCompany(companyId)} and erased_at is null
     order by id
       for no key update`.execute(tx)
  return rows
}

export async function setLegalHold(tx: Queryable, companyId: string, id: string, legalHold: boolean): Promise<void> {
  await sql`update users set legal_hold = ${legalHold} where id = ${id} and company_id = ${companyId}`.execute(tx)
}

export async function erase(tx: Queryable, id: string, originalSha256: Uint8Array, at: Date): Promise<void> {
  await sql`
    update users
       set email = null, name = null, erased_at = ${at}, original_sha256 = ${originalSha256}
     where id = ${id}`.execute(tx)
  await operators.remove(tx, id)
}

/** Somebody with this e-mail address who has left the company. */
export async function lockRemoved(tx: Queryable, companyId: string, email: string): Promise<User | undefined> {
  const { rows } = await sql<User>`
    select ${columns} from users
     where company_id = ${companyId} and lower(email) = lower(${email}) and removed_at is not null
       for update`.execute(tx)
  return rows[0]
}

export async function restore(tx: Queryable, { id, email, name, role }: User): Promise<void> {
  await sql`
    update users set email = ${email}, name = ${name}, role = ${role}, removed_at = null where id = ${id}`.execute(tx)
}

/** Everyone who belongs to the company and is in its list of owners, or is this user; nobody changes meanwhile. */
export async function lockOwnersAnd(
  tx: Queryable,
  companyId: string,
  id: string,
): Promise<(User & { canSignIn: boolean })[]> {
  const { rows } = await sql<User & { canSignIn: boolean }>`
    select ${columns}, exists (select from user_passwords where user_id = users.id)
                       or exists (select from passkeys where user_id = users.id) as can_sign_in
      from users
     where company_id = ${companyId} and (role = 'owner' or id = ${id}) and removed_at is null and erased_at is null
     order by id
       for update`.execute(tx)
  return rows
}

export async function change(
  tx: Queryable,
  { id, name, role }: { id: string; name: string; role: string },
): Promise<void> {
  await sql`update users set name = ${name}, role = ${role} where id = ${id}`.execute(tx)
}

export async function remove(tx: Queryable, id: string, at: Date): Promise<void> {
  await sql`update users set removed_at = ${at} where id = ${id}`.execute(tx)
  await operators.remove(tx, id) // or they would be one again if they came back
}
