import { sql } from 'kysely'
import type { Queryable } from '../database/database.ts'
import { type Lease, LeasedRows } from './lease.ts'

const jobs = new LeasedRows('scheduled_jobs', ['name'])

export type JobState = { dueAt: Date; succeededAt: Date | null; report: unknown; failures: number }

/** True when the job was due and no live process is running it. A job that is not stored yet is due. */
export async function leaseIfDue(db: Queryable, lease: Lease, name: string): Promise<boolean> {
  const { id, now, until } = lease
  const { rows } = await sql`
    insert into scheduled_jobs (name, due_at, leased_by, leased_until)
    values (${name}, ${now}, ${id}, ${until})
        on conflict (name) do update
           set ${jobs.taken(lease)}
         where scheduled_jobs.due_at <= ${now} and ${jobs.isFree(now)}
 returning name`.execute(db)
  return rows.length === 1
}

/** False when the lease ran out and another process has taken the job. */
export const renewLease = (db: Queryable, lease: Lease, name: string, until: Date): Promise<boolean> =>
  jobs.renew(db, lease.id, { name }, until)

/** Gives the job back unfinished, due as before. */
export const release = (db: Queryable, lease: Lease, name: string): Promise<boolean> =>
  jobs.release(db, lease.id, { name })

export async function recordSuccess(
  db: Queryable,
  lease: Lease,
  name: string,
  { now, dueAt, report }: { now: Date; dueAt: Date; report: unknown },
): Promise<void> {
  await sql`
    update scheduled_jobs
       set ${jobs.ended}, due_at = ${dueAt}, succeeded_at = ${now}, failures = 0,
           report = ${JSON.stringify(report ?? null)}::jsonb
     where ${jobs.heldBy(lease.id, { name })}`.execute(db)
}

export async function recordFailure(db: Queryable, lease: Lease, name: string, dueAt: Date): Promise<void> {
  await sql`
    update scheduled_jobs
       set ${jobs.ended}, due_at = ${dueAt}, failures = failures + 1
     where ${jobs.heldBy(lease.id, { name })}`.execute(db)
}

/** Of all jobs that ever ran here. */
export async function all(db: Queryable): Promise<(Omit<JobState, 'report'> & { name: string; isRunning: boolean })[]> {
  const { rows } = await sql<Omit<JobState, 'report'> & { name: string; isRunning: boolean }>`
    select name, due_at, succeeded_at, failures, leased_until > clock_timestamp() as is_running
      from scheduled_jobs order by name`.execute(db)
  return rows.map((row) => ({ ...row, isRunning: row.isRunning ?? false }))
}

export async function find(db: Queryable, name: string): Promise<JobState | undefined> {
  const { rows } = await sql<JobState>`
    select due_at, succeeded_at, report, failures
      from scheduled_jobs where name = ${name}`.execute(db)
  return rows[0]
}
