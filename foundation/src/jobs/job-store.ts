import { sql } from 'kysely'
import type { Queryable } from '../database/database.ts'

/** A run that this process alone may make while its lease lasts. */
export type JobLease = { name: string; lease: string }

export type JobState = { dueAt: Date; succeededAt: Date | null; report: unknown; failures: number }

/** True when the job was due and no living process is running it. A job that was never heard of is due. */
export async function leaseIfDue(
  db: Queryable,
  { name, lease }: JobLease,
  { now, until }: { now: Date; until: Date },
): Promise<boolean> {
  const { rows } = await sql`
    insert into scheduled_jobs (name, due_at, leased_by, leased_until)
    values (${name}, ${now}, ${lease}, ${until})
        on conflict (name) do update
           set leased_by = excluded.leased_by, leased_until = excluded.leased_until
         where scheduled_jobs.due_at <= ${now}
           and (scheduled_jobs.leased_until is null or scheduled_jobs.leased_until <= ${now})
 returning name`.execute(db)
  return rows.length === 1
}

/** False when the lease ran out and somebody else has taken the job. */
export async function renewLease(db: Queryable, { name, lease }: JobLease, until: Date): Promise<boolean> {
  const { rows } = await sql`
       update scheduled_jobs set leased_until = ${until}
        where name = ${name} and leased_by = ${lease}
    returning name`.execute(db)
  return rows.length === 1
}

/** Gives the job back unfinished, due as before. */
export async function release(db: Queryable, { name, lease }: JobLease): Promise<void> {
  await sql`
    update scheduled_jobs set leased_by = null, leased_until = null
     where name = ${name} and leased_by = ${lease}`.execute(db)
}

export async function recordSuccess(
  db: Queryable,
  { name, lease }: JobLease,
  { now, dueAt, report }: { now: Date; dueAt: Date; report: unknown },
): Promise<void> {
  await sql`
    update scheduled_jobs
       set leased_by = null, leased_until = null, due_at = ${dueAt}, succeeded_at = ${now}, failures = 0,
           report = ${JSON.stringify(report ?? null)}::jsonb
     where name = ${name} and leased_by = ${lease}`.execute(db)
}

export async function recordFailure(db: Queryable, { name, lease }: JobLease, dueAt: Date): Promise<void> {
  await sql`
    update scheduled_jobs
       set leased_by = null, leased_until = null, due_at = ${dueAt}, failures = failures + 1
     where name = ${name} and leased_by = ${lease}`.execute(db)
}

export async function find(db: Queryable, name: string): Promise<JobState | undefined> {
  const { rows } = await sql<JobState>`
    select due_at as "dueAt", succeeded_at as "succeededAt", report, failures
      from scheduled_jobs where name = ${name}`.execute(db)
  return rows[0]
}
