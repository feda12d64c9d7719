import type { Database } from '@service/foundation/database/database.ts'
import { keepLease, type Lease, newLease } from '@service/foundation/jobs/lease.ts'
import type { NewId } from '@service/foundation/new-id.ts'
import { threadTask } from '@service/foundation/threads/thread-task.ts'
import type { WorkerThread } from '@service/foundation/threads/worker-thread.ts'
import { dayOf, isoDay } from '@service/reputation-domain/series/model/day.ts'
import type { From, Whose } from '../queue/days-due-store.ts'
import { charge } from '../queue/debts-store.ts'
import * as figures from '../queue/figures-due-store.ts'
import { leaseMs } from '../queue/pacing.ts'
import { type SubjectDays, subjectDaysDue } from '../queue/subject-days-due-store.ts'
import { mentionsForSums, sumsFrom } from './compute-subject-days.ts'
import { type DueWork, Effort } from './due-work.ts'
import * as subjectDays from './subject-days-store.ts'
import { visibleMentions } from './visible-mentions.ts'

const subjectDaysTask = threadTask<typeof import('./subject-days.task.ts')>(
  new URL('./subject-days.task.ts', import.meta.url),
)

export type MakeDeps = { db: Database; thread: WorkerThread; now: () => Date; newId: NewId }

/** Takes one subject's days for one viewer; undefined when none are due. */
export async function takeSubjectDays(deps: MakeDeps, whose?: Whose): Promise<DueWork | undefined> {
  const lease = newLease(deps, leaseMs)
  const due = await subjectDaysDue.take(deps.db.connection, lease, whose)
  return due && { step: 'subject-days', make: (stop) => makeSubjectDays(deps, lease, due, stop) }
}

/** Adds them up, and queues the figures that stand on them. */
async function makeSubjectDays(
  { db, thread, now }: MakeDeps,
  lease: Lease,
  due: From<SubjectDays>,
  stop: AbortSignal,
): Promise<void> {
  const effort = new Effort(now)
  const fromDay = dayOf(Date.parse(due.fromDay))
  const kept = keepLease(now, leaseMs, (until) => subjectDaysDue.renew(db.connection, lease, due, until))
  try {
    const visible = visibleMentions(db.connection, due.viewer, due.subjectId, mentionsForSums(fromDay))
    const { result: sums, waitedMs } = await thread.run(subjectDaysTask, fromDay, visible)
    effort.waited(waitedMs)
    await db.transaction(async (tx) => {
      if (!(await subjectDaysDue.lock(tx, lease, due))) return
      await subjectDays.replace(tx, due, isoDay(sumsFrom(fromDay)), sums)
      await figures.markFollowers(tx, due, due.fromDay, now())
      await charge(tx, due.viewer, effort.workedMs, now())
      await subjectDaysDue.finish(tx, lease, due, effort.againAt())
    })
  } catch (error) {
    await subjectDaysDue.release(db.connection, lease, due, effort.againAt(stop)).catch(() => {})
    throw error
  } finally {
    kept.letGo()
  }
}
