/** All SQL of the sums of subjects' days, as each viewer sees them. */
import type { Queryable } from '@service/foundation/database/database.ts'
import type { Owner } from '@service/reputation-domain/articles/owner.ts'
import type { DaySums } from '@service/reputation-domain/score/day-sums.ts'
import { type Day, isoDay } from '@service/reputation-domain/series/model/day.ts'
import { sql } from 'kysely'
import type { SubjectDays } from '../queue/subject-days-due-store.ts'

/** Replaces all that is stored from the day on; rows that come out as they were are left alone. */
export async function replace(
  tx: Queryable,
  { viewer, subjectId }: SubjectDays,
  fromDay: string,
  days: readonly DaySums[],
): Promise<void> {
  const rows = days.map((sums) => ({ day: isoDay(sums.day), sums }))
  await sql`
    delete from subject_days
     where viewer = ${viewer} and subject_id = ${subjectId} and day >= ${fromDay}::date
       and day <> all (${rows.map(({ day }) => day)}::date[])`.execute(tx)
  await sql`
    insert into subject_days as s (viewer, subject_id, day, sums)
    select ${viewer}, ${subjectId}, day, sums
      from json_to_recordset(${JSON.stringify(rows)}::json) as d (day date, sums jsonb)
        on conflict (viewer, subject_id, day) do update set sums = excluded.sums
         where s.sums is distinct from excluded.sums`.execute(tx)
}

export async function read(
  db: Queryable,
  viewer: Owner,
  subjectIds: readonly string[],
  fromDay: Day,
): Promise<Map<string, DaySums[]>> {
  const { rows } = await sql<{ subjectId: string; sums: DaySums }>`
    select subject_id, sums from subject_days
     where viewer = ${viewer} and subject_id = any (${[...subjectIds]}::text[]) and day >= ${isoDay(fromDay)}::date
     order by subject_id, day`.execute(db)
  const bySubject = Map.groupBy(rows, ({ subjectId }) => subjectId)
  return new Map(subjectIds.map((id) => [id, (bySubject.get(id) ?? []).map(({ sums }) => sums)]))
}

/** The latest before a day, if there is any. */
export async function lastBefore(db: Queryable, viewer: Owner, subjectId: string, day: Day): Promise<DaySums[]> {
  const { rows } = await sql<{ sums: DaySums }>`
    select sums from subject_days
     where viewer = ${viewer} and subject_id = ${subjectId} and day < ${isoDay(Math.max(0, day))}::date
     order by day desc limit 1`.execute(db)
  return rows.map(({ sums }) => sums)
}

/** Of a subject that is removed; what was due goes with the subject. */
export async function removeSubject(tx: Queryable, subjectId: string): Promise<void> {
  await sql`delete from subject_days where subject_id = ${subjectId}`.execute(tx)
}

/** The sums of a company that has no articles of its own any more. */
export async function removeViewer(tx: Queryable, viewer: Owner): Promise<void> {
  await sql`delete from subject_days where viewer = ${viewer}`.execute(tx)
}
