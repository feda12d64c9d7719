import { sql } from 'kysely'
import type { Queryable } from '../database/database.ts'

/** `limit` is of a day. */
export type Limited = { subject: string; limit: number }

/** Those of these subjects that have reached their limit today. */
export async function findFull(db: Queryable, day: string, limited: readonly Limited[]): Promise<string[]> {
  const { rows } = await sql<{ subject: string }>`
    select subject from sign_up_counts
      join unnest(${limited.map(({ subject }) => subject)}::text[], ${limited.map(({ limit }) => limit)}::int[])
           as given (subject, max_count) using (subject)
     where day = ${day}::date and count >= max_count`.execute(db)
  return rows.map(({ subject }) => subject)
}

/** Counts one for each subject; false where one of them has reached its limit. Others wait until the transaction ends. */
export async function count(tx: Queryable, day: string, limited: readonly Limited[]): Promise<boolean> {
  const { rows } = await sql`
    insert into sign_up_counts as known (subject, day, count)
    select subject, ${day}::date, 1 from unnest(${limited.map(({ subject }) => subject)}::text[]) as subject
     order by subject
        on conflict (subject, day) do update set count = known.count + 1
    returning subject`.execute(tx)
  const over = await sql`
    select from sign_up_counts
      join unnest(${limited.map(({ subject }) => subject)}::text[], ${limited.map(({ limit }) => limit)}::int[])
           as given (subject, max_count) using (subject)
     where day = ${day}::date and count > max_count`.execute(tx)
  return rows.length === limited.length && over.rows.length === 0
}

export async function pruneCounts(tx: Queryable, before: Date, limit: number): Promise<number> {
  const { rows } = await sql`
    delete from sign_up_counts
     where (subject, day) in (select subject, day from sign_up_counts where day < ${before}::date limit ${limit})
    returning subject`.execute(tx)
  return rows.length
}

export type SignUpInvitation = { id: string; createdBy: string; createdAt: Date; expiresAt: Date }

export async function insertInvitation(tx: Queryable, one: SignUpInvitation, tokenSha256: Uint8Array): Promise<void> {
  await sql`
    insert into sign_up_invitations (id, token_sha256, created_by, created_at, expires_at)
    values (${one.id}, ${tokenSha256}, ${one.createdBy}, ${one.createdAt}, ${one.expiresAt})`.execute(tx)
}

export async function isInvitation(db: Queryable, tokenSha256: Uint8Array, now: Date): Promise<boolean> {
  const { rows } = await sql`
    select from sign_up_invitations where token_sha256 = ${tokenSha256} and expires_at > ${now}`.execute(db)
  return rows.length === 1
}

/** Uses an invitation up; undefined where it has been used, withdrawn or has expired. */
export async function useInvitation(tx: Queryable, tokenSha256: Uint8Array, now: Date): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    delete from sign_up_invitations where token_sha256 = ${tokenSha256} and expires_at > ${now} returning id`.execute(
    tx,
  )
  return rows[0]?.id
}

/** Newest first. */
export async function listInvitations(db: Queryable, now: Date): Promise<SignUpInvitation[]> {
  const { rows } = await sql<SignUpInvitation>`
    select id, created_by, created_at, expires_at from sign_up_invitations
     where expires_at > ${now} order by id desc`.execute(db)
  return rows
}

export async function withdrawInvitation(tx: Queryable, id: string): Promise<boolean> {
  const { rows } = await sql`delete from sign_up_invitations where id = ${id} returning id`.execute(tx)
  return rows.length === 1
}

export async function pruneInvitations(tx: Queryable, before: Date, limit: number): Promise<number> {
  const { rows } = await sql`
    delete from sign_up_invitations
     where id in (select id from sign_up_invitations where expires_at < ${before} limit ${limit})
    returning id`.execute(tx)
  return rows.length
}
