import type { Database } from '@service/foundation/database/database.ts'
import { newLease } from '@service/foundation/jobs/lease.ts'
import type { NewId } from '@service/foundation/new-id.ts'
import { threadTask } from '@service/foundation/threads/thread-task.ts'
import type { WorkerThread } from '@service/foundation/threads/worker-thread.ts'
import { dayOf, isoDay } from '@service/reputation-domain/series/model/day.ts'
import * as figures from '../queue/figures-due-store.ts'
import { leaseMs, pauseAfter } from '../queue/pacing.ts'
import { subjectDaysDue } from '../queue/subject-days-due-store.ts'
import { mentionsForSums, sumsFrom } from './compute-subject-days.ts'
import * as subjectDays from './subject-days-store.ts'
import { visibleMentions } from './visible-mentions.ts'

const subjectDaysTask = threadTask<typeof import('./subject-days.task.ts')>(
  new URL('./subject-days.task.ts', import.meta.url),
)

export type MakeDeps = { db: Database; thread: WorkerThread; now: () => Date; newId: NewId }

/** Adds up one subject's days for one viewer, and queues the figures that stand on them. False when none is due. */
export async function makeSubjectDays({ db, thread, now, newId }: MakeDeps): Promise<boolean> {
  const lease = newLease({ now, newId }, leaseMs)
  const began = lease.now
  const due = await subjectDaysDue.take(db.connection, lease)
  if (!due) return false
  const fromDay = dayOf(Date.parse(due.fromDay))
  try {
    const visible = visibleMentions(db.connection, due.viewer, due.subjectId, mentionsForSums(fromDay))
    const sums = await thread.run(subjectDaysTask, fromDay, visible)
    await db.transaction(async (tx) => {
      if (!(await subjectDaysDue.lock(tx, lease, due))) return
      await subjectDays.replace(tx, due, isoDay(sumsFrom(fromDay)), sums)
      await figures.markFollowers(tx, due, due.fromDay, now())
      await subjectDaysDue.finish(tx, lease, due, pauseAfter(began, now()))
    })
  } catch (error) {
    await subjectDaysDue.release(db.connection, lease, due, pauseAfter(began, now(), 'failed')).catch(() => {})
    throw error
  }
  return true
}
