import type { Database } from '@service/foundation/database/database.ts'
import type { NewId } from '@service/foundation/new-id.ts'
import { threadTask } from '@service/foundation/threads/thread-task.ts'
import type { WorkerThread } from '@service/foundation/threads/worker-thread.ts'
import { dayOf, isoDay } from '@service/reputation-domain/series/model/day.ts'
import * as figures from '../queue/figures-due-store.ts'
import { leaseMs, pauseAfter } from '../queue/pacing.ts'
import { mentionsForSums, sumsFrom } from './compute-subject-days.ts'
import * as subjectDays from './subject-days-store.ts'
import { visibleMentions } from './visible-mentions.ts'

const subjectDaysTask = threadTask<typeof import('./subject-days.task.ts')>(
  new URL('./subject-days.task.ts', import.meta.url),
)

export type MakeDeps = { db: Database; thread: WorkerThread; now: () => Date; newId: NewId }

/** Adds up one subject's days for one viewer, and queues the figures that stand on them. False when none is due. */
export async function makeSubjectDays({ db, thread, now, newId }: MakeDeps): Promise<boolean> {
  const lease = newId('lease')
  const began = now()
  const span = { now: began, until: new Date(began.getTime() + leaseMs) }
  const due = await subjectDays.lease(db.connection, lease, span)
  if (!due) return false
  const fromDay = dayOf(Date.parse(due.fromDay))
  try {
    const visible = visibleMentions(db.connection, due.viewer, due.subjectId, mentionsForSums(fromDay))
    const sums = await thread.run(subjectDaysTask, fromDay, visible)
    await db.transaction(async (tx) => {
      if (!(await subjectDays.lockLeased(tx, due, lease))) return
      await subjectDays.replace(tx, due, isoDay(sumsFrom(fromDay)), sums)
      await figures.markFollowers(tx, due, due.fromDay, now())
      await subjectDays.finish(tx, due, pauseAfter(began, now()))
    })
  } catch (error) {
    await subjectDays.release(db.connection, due, lease, pauseAfter(began, now(), 'failed')).catch(() => {})
    throw error
  }
  return true
}
