/**
 * A job that has to be done now and then, by one process, whichever it is.
 *
 * When it is due stands in the database (`scheduled_jobs`). Every process looks every so often; the first that finds it
 * due takes a **lease**, renews it while it works, and writes down when the job is due again. A process that dies leaves
 * a lease that runs out, and another begins anew: what a job does must be safe to repeat, and to break off anywhere. A
 * run that fails is tried again sooner.
 */
import type { Database } from '../database/database.ts'
import type { Logger } from '../log/logger.ts'
import type { NewId } from '../new-id.ts'
import * as store from './job-store.ts'
import { repeat } from './repeat.ts'

export type ScheduledJob = {
  name: string
  everyMs: number
  /** Returns what is worth knowing of the run. `stop` is aborted at shutdown and when the lease was lost. */
  run(stop: AbortSignal): Promise<unknown>
}

export type JobDeps = { db: Database; now: () => Date; newId: NewId; log: Logger }

/** Short, for a dead process's job waits for it; renewed thrice within. */
const leaseMs = 60_000
const lookEveryMs = 60_000
const longestRetryMs = 15 * 60_000

/** Runs the job if it is due and free, and says whether it was. */
export async function runIfDue(deps: JobDeps, job: ScheduledJob, stop: AbortSignal): Promise<boolean> {
  const { db, now, newId, log } = deps
  const held = { name: job.name, lease: newId('lease') }
  const later = (ms: number) => new Date(now().getTime() + ms)
  if (!(await store.leaseIfDue(db.connection, held, { now: now(), until: later(leaseMs) }))) return false

  const lost = new AbortController()
  const renewal = setInterval(async () => {
    // When the database cannot be asked, the lease may run out; whoever takes it then repeats what is safe to repeat.
    if (!(await store.renewLease(db.connection, held, later(leaseMs)).catch(() => true))) lost.abort()
  }, leaseMs / 3)
  const halt = AbortSignal.any([stop, lost.signal])
  try {
    const report = await job.run(halt)
    if (halt.aborted) {
      await store.release(db.connection, held)
    } else {
      await store.recordSuccess(db.connection, held, { now: now(), dueAt: later(job.everyMs), report })
      log.info({ job: job.name, report }, 'job done')
    }
  } catch (err) {
    log.error({ err, job: job.name }, 'job failed')
    await store.recordFailure(db.connection, held, later(Math.min(job.everyMs, longestRetryMs)))
  } finally {
    clearInterval(renewal)
  }
  return true
}

/** Looks at once, and then again and again. `stop` resolves when a run under way has been given back. */
export function startScheduledJob(deps: JobDeps, job: ScheduledJob): { stop(): Promise<void> } {
  const stopping = new AbortController()
  const ended = repeat(async () => {
    await runIfDue(deps, job, stopping.signal).catch((err) =>
      deps.log.error({ err, job: job.name }, 'could not tell whether a job is due'),
    )
    return lookEveryMs
  }, stopping.signal)
  return {
    async stop() {
      stopping.abort()
      await ended
    },
  }
}
