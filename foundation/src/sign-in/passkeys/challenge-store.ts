import { sql } from 'kysely'
import type { Queryable } from '../../database/database.ts'

export type Purpose = 'register' | 'prove' | 'sign-in'

export async function insert(
  tx: Queryable,
  challenge: { sha256: Uint8Array; purpose: Purpose; userId: string | undefined; expiresAt: Date },
): Promise<void> {
  await sql`
    insert into passkey_challenges (challenge_sha256, purpose, user_id, expires_at)
    values (${challenge.sha256}, ${challenge.purpose}, ${challenge.userId ?? null}, ${challenge.expiresAt})`.execute(tx)
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
