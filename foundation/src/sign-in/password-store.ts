import { sql } from 'kysely'
import type { Queryable } from '../database/database.ts'

/** Somebody who can sign in with a password. */
export type PasswordAccount = { userId: string; companyId: string; email: string; name: string; hash: string }

/**
 * The person with this e-mail address who belongs to the company, by its slug or id; without one, who had an account
 * first: nobody takes that place by being invited to another company. Companies that somebody made for themselves come
 * last, for nobody has looked at whose addresses theirs are.
 */
export async function findAccount(
  db: Queryable,
  email: string,
  company: string | undefined,
): Promise<PasswordAccount | undefined> {
  const { rows } = await sql<PasswordAccount>`
    select users.id as user_id, users.company_id, email, users.name, hash
      from users
      join user_passwords on user_passwords.user_id = users.id
      join companies on companies.id = users.company_id
     where lower(email) = lower(${email}) and removed_at is null
       and (${company ?? null}::text is null or slug = ${company ?? null} or companies.id = ${company ?? null})
     order by signed_up_at is not null, users.created_at, users.id
     limit 1`.execute(db)
  return rows[0]
}

/**
 * Whether this is the person who signed up for the company, and no reset has shown yet that the e-mail address is theirs. The
 * reset that shows it is in the audit with the number of keys that it revoked.
 */
export async function isUnprovedFounder(
  tx: Queryable,
  { userId, companyId }: { userId: string; companyId: string },
): Promise<boolean> {
  const { rows } = await sql`
    select from users
      join companies on companies.id = company_id
     where users.id = ${userId} and company_id = ${companyId} and signed_up_at is not null
       and users.id = (select id from users where company_id = ${companyId} order by created_at, id limit 1)
       and not exists (select from audit_events
                        where company_id = ${companyId} and action = 'password.reset' and target = ${userId}
                          and after -> 'revokedKeys' is not null)`.execute(tx)
  return rows.length === 1
}

export async function findHash(db: Queryable, userId: string): Promise<string | undefined> {
  const { rows } = await sql<{ hash: string }>`
    select hash from user_passwords where user_id = ${userId}`.execute(db)
  return rows[0]?.hash
}

/** Whether the person still has this password and belongs to the company; neither changes until the transaction ends. */
export async function isCurrent(tx: Queryable, userId: string, hash: string): Promise<boolean> {
  const { rows } = await sql`
    select hash from user_passwords
      join users on users.id = user_id and removed_at is null and erased_at is null
     where user_id = ${userId} and hash = ${hash}
       for share`.execute(tx)
  return rows.length === 1
}

export async function set(
  tx: Queryable,
  { userId, companyId, hash, at }: { userId: string; companyId: string; hash: string; at: Date },
): Promise<void> {
  await sql`
    insert into user_passwords (user_id, company_id, hash, changed_at) values (${userId}, ${companyId}, ${hash}, ${at})
        on conflict (user_id) do update set hash = excluded.hash, changed_at = excluded.changed_at`.execute(tx)
}

/** Puts a hash of the same password, made at today's cost, in the place of an older one. */
export async function rehash(tx: Queryable, userId: string, before: string, hash: string): Promise<void> {
  await sql`update user_passwords set hash = ${hash} where user_id = ${userId} and hash = ${before}`.execute(tx)
}

export async function remove(tx: Queryable, userId: string): Promise<void> {
  await sql`delete from user_passwords where user_id = ${userId}`.execute(tx)
}
