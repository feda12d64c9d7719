import { sql } from 'kysely'
import type { Queryable } from '../database/database.ts'
import { forgottenAfterMs, type Subject } from './model/attempt-delays.ts'

/** Counts one attempt for each subject that is free to try; returns those subjects, with their failures so far. */
export async function count(
  tx: Queryable,
  subjects: readonly Subject[],
  now: Date,
): Promise<{ subject: string; failures: number }[]> {
  const forgotten = new Date(now.getTime() - forgottenAfterMs)
  const { rows } = await sql<{ subject: string; failures: number }>`
    insert into sign_in_attempts as known (subject, failures, last_at, free_at)
    select subject, 1, ${now}::timestamptz, to_timestamp(0) -- another that began a millisecond earlier is free, too
      from unnest(${subjects.map(({ subject }) => subject)}::text[]) as given (subject) order by subject
        on conflict (subject) do update
       set failures = case when known.last_at < ${forgotten} then 1 else known.failures + 1 end,
           last_at = ${now}::timestamptz
     where known.free_at <= ${now}::timestamptz
    returning subject, failures`.execute(tx)
  return rows
}

/** Nobody tries for this subject before `freeAt`. */
export async function delay(tx: Queryable, subject: string, freeAt: Date): Promise<void> {
  await sql`update sign_in_attempts set free_at = ${freeAt} where subject = ${subject}`.execute(tx)
}

/** When the last of these subjects is free to try. */
export async function freeAt(tx: Queryable, subjects: readonly string[]): Promise<Date | undefined> {
  const { rows } = await sql<{ freeAt: Date | null }>`
    select max(free_at) as free_at from sign_in_attempts where subject = any (${[...subjects]}::text[])`.execute(tx)
  return rows[0]?.freeAt ?? undefined
}

export async function forget(tx: Queryable, subjects: readonly string[]): Promise<void> {
  await sql`delete from sign_in_attempts where subject = any (${[...subjects]}::text[])`.execute(tx)
}

/** Takes back one attempt, and no delay: the attempt that succeeds frees no other. */
export async function takeBack(tx: Queryable, subjects: readonly string[]): Promise<void> {
  await sql`
    update sign_in_attempts set failures = greatest(failures - 1, 0)
     where subject = any (${[...subjects]}::text[])`.execute(tx)
}

export async function prune(tx: Queryable, before: Date, limit: number): Promise<number> {
  const { rows } = await sql`
    delete from sign_in_attempts
     where subject in (select subject from sign_in_attempts where last_at < ${before} limit ${limit})
    returning subject`.execute(tx)
  return rows.length
}
