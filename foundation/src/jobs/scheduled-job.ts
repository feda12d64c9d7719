/**
 * A job that one process at a time runs periodically, whichever process it is.
 *
 * When it is due stands in the database (`scheduled_jobs`). Every process polls; the first to find the job due takes a
 * **lease** (`lease.ts`), renews it while it works, and records when the job is due again. A process that dies leaves a
 * lease that runs out, and another starts over: a job must be safe to repeat, and to interrupt anywhere. A run that fails
 * is retried sooner.
 */
import type { Database } from '../database/database.ts'
import type { Logger } from '../log/log.ts'
import type { NewId } from '../new-id.ts'
import * as store from './job-store.ts'
import { keepLease, newLease } from './lease.ts'
import { WakeLoop } from './wake-loop.ts'

export type ScheduledJob = {
  name: string
  everyMs: number
  /** Returns a report of the run, which is stored. `stop` is aborted at shutdown and when the lease was lost. */
  run(stop: AbortSignal): Promise<unknown>
}

export type JobDeps = { db: Database; now: () => Date; newId: NewId; log: Logger }

/** Short, for the job of a dead process waits for it. */
const leaseMs = 60_000
const pollEveryMs = 60_000
const maxRetryMs = 15 * 60_000

/** Runs the job if it is due and free, and returns whether it was. */
export async function runIfDue(deps: JobDeps, job: ScheduledJob, stop: AbortSignal): Promise<boolean> {
  const { db, now, log } = deps
  const { name } = job
  const later = (ms: number) => new Date(now().getTime() + ms)
  const lease = newLease(deps, leaseMs)
  if (!(await store.leaseIfDue(db.connection, lease, name))) return false

  const { lost, letGo } = keepLease(now, leaseMs, (until) => store.renewLease(db.connection, lease, name, until))
  const halt = AbortSignal.any([stop, lost])
  try {
    const report = await job.run(halt)
    if (halt.aborted) {
      await store.release(db.connection, lease, name)
    } else {
      await store.recordSuccess(db.connection, lease, name, { now: now(), dueAt: later(job.everyMs), report })
      log[didNothing(report) ? 'debug' : 'info']({ job: name, report }, 'job done')
    }
  } catch (err) {
    log.error({ err, job: name }, 'job failed')
    await store.recordFailure(db.connection, lease, name, later(Math.min(job.everyMs, maxRetryMs)))
  } finally {
    letGo()
  }
  return true
}

/** Polls at once, and then again and again. `stop` resolves when a run under way has been given back. */
export function startScheduledJob(deps: JobDeps, job: ScheduledJob): { stop(): Promise<void> } {
  return new WakeLoop({
    tick: ({ stop }) => runIfDue(deps, job, stop),
    pollEveryMs,
    retryAfterMs: pollEveryMs,
    report: (err) => deps.log.error({ err, job: job.name }, 'could not determine whether a job is due'),
  })
}

/** A report of counts that are all zero. */
const didNothing = (report: unknown): boolean =>
  typeof report === 'object' && report !== null && Object.values(report).every((count) => count === 0)
