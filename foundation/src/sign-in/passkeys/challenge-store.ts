import { sql } from 'kysely'
import type { Queryable } from '../../database/database.ts'

export type Purpose = 'register' | 'prove' | 'sign-in'

/** A few of those that have ended go with each that comes, so that they never heap up until the day's pruning. */
async function dropExpired(tx: Queryable, now: Date): Promise<void> {
  await sql`
    delete from passkey_challenges where challenge_sha256 in (
      select challenge_sha256 from passkey_challenges where expires_at < ${now} order by expires_at limit 20 for update skip locked)`.execute(
    tx,
  )
}

/** False where `most` for strangers are open, of the whole installation: theirs alone are counted, and theirs alone refused. */
export async function insert(
  tx: Queryable,
  challenge: { sha256: Uint8Array; purpose: Purpose; userId: string | undefined; expiresAt: Date },
  now: Date,
  most: number,
): Promise<boolean> {
  await dropExpired(tx, now)
  const { sha256, purpose, userId = null, expiresAt } = challenge
  const { rows } = await sql`
    insert into passkey_challenges (challenge_sha256, purpose, user_id, expires_at)
    select ${sha256}, ${purpose}, ${userId}, ${expiresAt}::timestamptz
     where ${userId}::text is not null or (
       select count(*) from (
         select from passkey_challenges where user_id is null and expires_at > ${now} limit ${most}) as open) < ${most}
    returning purpose`.execute(tx)
  return rows.length === 1
}

/** Uses it up, whatever comes of it; false where there is none for this purpose and person. */
export async function use(
  tx: Queryable,
  { sha256, purpose, userId, now }: { sha256: Uint8Array; purpose: Purpose; userId: string | undefined; now: Date },
): Promise<boolean> {
  const { rows } = await sql`
    delete from passkey_challenges
     where challenge_sha256 = ${sha256} and purpose = ${purpose} and user_id is not distinct from ${userId ?? null}
       and expires_at > ${now}
    returning purpose`.execute(tx)
  return rows.length === 1
}

export async function prune(tx: Queryable, before: Date, limit: number): Promise<number> {
  const { rows } = await sql`
    delete from passkey_challenges
     where challenge_sha256 in (select challenge_sha256 from passkey_challenges where expires_at < ${before} limit ${limit})
    returning purpose`.execute(tx)
  return rows.length
}
