/** All SQL of which subjects' days have to be summed up again, and for whom. */
import type { Queryable } from '@service/foundation/database/database.ts'
import type { Owner } from '@service/reputation-domain/articles/owner.ts'
import { sql } from 'kysely'
import { DaysDue } from './days-due-store.ts'

/** The days of a subject, as a viewer sees them. */
export type SubjectDays = { viewer: Owner; subjectId: string }

export const subjectDaysDue = new DaysDue<SubjectDays>('subject_days_due', {
  columns: ['viewer', 'subject_id'],
  columnsOf: ({ viewer, subjectId }) => ({ viewer, subject_id: subjectId }),
  owner: 'viewer',
  // One at a time for each viewer: others are not to wait for all of them.
  isReady: (now) => sql`not exists (
      select from subject_days_due other where other.viewer = subject_days_due.viewer and other.leased_until > ${now})`,
})

/** All that a viewer sees of the subjects is to be summed up again from the day on. */
export async function markSubjectDaysDue(
  tx: Queryable,
  viewer: Owner,
  subjectIds: readonly string[],
  day: string,
  now: Date,
): Promise<void> {
  await sql`
    insert into subject_days_due (viewer, subject_id, from_day, due_at)
    select ${viewer}, id, ${day}::date, ${now} from unnest(${[...subjectIds]}::text[]) as id order by id
        on conflict (viewer, subject_id) do update
           set from_day = least(subject_days_due.from_day, excluded.from_day)`.execute(tx)
}

/** For a company that has no articles of its own any more. */
export async function removeViewer(tx: Queryable, viewer: Owner): Promise<void> {
  await sql`delete from subject_days_due where viewer = ${viewer}`.execute(tx)
}
