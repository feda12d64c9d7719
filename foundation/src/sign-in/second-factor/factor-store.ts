import { sql } from 'kysely'
import type { Queryable } from '../../database/database.ts'

export type Totp = {
  userId: string
  companyId: string
  secretSealed: string
  confirmedAt: Date | null
  lastStep: number
}

type Row = Omit<Totp, 'lastStep'> & { lastStep: string | number }

export async function find(db: Queryable, userId: string): Promise<Totp | undefined> {
  const { rows } = await sql<Row>`
    select user_id, company_id, secret_sealed, confirmed_at, last_step from user_totp where user_id = ${userId}`.execute(
    db,
  )
  const [row] = rows
  return row && { ...row, lastStep: Number(row.lastStep) }
}

/** Takes the place of one that was not confirmed; false where there is one that was. */
export async function begin(
  tx: Queryable,
  { userId, companyId, secretSealed }: Pick<Totp, 'userId' | 'companyId' | 'secretSealed'>,
): Promise<boolean> {
  const { rows } = await sql`
    insert into user_totp as known (user_id, company_id, secret_sealed)
    values (${userId}, ${companyId}, ${secretSealed})
        on conflict (user_id) do update set secret_sealed = excluded.secret_sealed, last_step = 0
     where known.confirmed_at is null
    returning user_id`.execute(tx)
  return rows.length === 1
}

/** Marks the step as used; false where it, or a later one, was used meanwhile. */
export async function accept(tx: Queryable, userId: string, step: number): Promise<boolean> {
  const { rows } = await sql`
    update user_totp set last_step = ${step} where user_id = ${userId} and last_step < ${step}
    returning user_id`.execute(tx)
  return rows.length === 1
}

export async function confirm(tx: Queryable, userId: string, at: Date): Promise<void> {
  await sql`update user_totp set confirmed_at = ${at} where user_id = ${userId} and confirmed_at is null`.execute(tx)
}

/** False where there was none that is asked for. */
export async function remove(tx: Queryable, userId: string): Promise<boolean> {
  await sql`delete from recovery_codes where user_id = ${userId}`.execute(tx)
  const { rows } = await sql`
    delete from user_totp where user_id = ${userId} returning confirmed_at`.execute(tx)
  return rows.some((row) => (row as { confirmedAt: Date | null }).confirmedAt !== null)
}

export async function replaceCodes(tx: Queryable, userId: string, hashes: readonly Uint8Array[]): Promise<void> {
  await sql`delete from recovery_codes where user_id = ${userId}`.execute(tx)
  for (const hash of hashes)
    await sql`insert into recovery_codes (user_id, code_sha256) values (${userId}, ${hash})`.execute(tx)
}

/** Uses a code up; false where it is none. */
export async function useCode(tx: Queryable, userId: string, hash: Uint8Array): Promise<boolean> {
  const { rows } = await sql`
    delete from recovery_codes where user_id = ${userId} and code_sha256 = ${hash} returning user_id`.execute(tx)
  return rows.length === 1
}

export async function countCodes(db: Queryable, userId: string): Promise<number> {
  const { rows } = await sql<{
    count: number
  }>`select count(*)::int as count from recovery_codes where user_id = ${userId}`.execute(db)
  return rows[0]?.count ?? 0
}
