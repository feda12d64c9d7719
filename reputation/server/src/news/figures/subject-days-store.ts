/** All SQL of what days add up to, and of which have to be added up anew. */
import type { Queryable } from '@service/foundation/database/database.ts'
import type { Span } from '@service/foundation/jobs/lease-span.ts'
import type { Owner } from '@service/reputation-domain/articles/owner.ts'
import type { DaySums } from '@service/reputation-domain/score/day-sums.ts'
import { type Day, isoDay } from '@service/reputation-domain/series/model/day.ts'
import { sql } from 'kysely'

export type DueSubject = { viewer: Owner; subjectId: string; fromDay: string }

/** The one that has waited longest and is free. What comes in from now on is kept apart from what is leased. */
export async function lease(db: Queryable, lease: string, { now, until }: Span): Promise<DueSubject | undefined> {
  const { rows } = await sql<{ viewer: string; subjectId: string; leasedFromDay: string }>`
    update subject_days_due
       set leased_by = ${lease}, leased_until = ${until}, from_day = 'infinity',
           leased_from_day = least(leased_from_day, from_day)
     where (viewer, subject_id) = (select viewer, subject_id from subject_days_due
                                    where due_at <= ${now} and (leased_until is null or leased_until <= ${now})
                                    order by due_at limit 1 for update skip locked)
 returning viewer, subject_id, leased_from_day::text`.execute(db)
  const row = rows[0]
  return row && { viewer: row.viewer, subjectId: row.subjectId, fromDay: row.leasedFromDay }
}

/** Holds the row until the transaction ends; false when the lease was lost. */
export async function lockLeased(tx: Queryable, { viewer, subjectId }: DueSubject, lease: string): Promise<boolean> {
  const { rows } = await sql`
    select from subject_days_due
     where viewer = ${viewer} and subject_id = ${subjectId} and leased_by = ${lease} for update`.execute(tx)
  return rows.length === 1
}

/** What was leased is done: the row goes, unless more has come in meanwhile, which is due after a pause. */
export async function finish(tx: Queryable, { viewer, subjectId }: DueSubject, againAt: Date): Promise<void> {
  await sql`
    delete from subject_days_due
     where viewer = ${viewer} and subject_id = ${subjectId} and from_day = 'infinity'`.execute(tx)
  await sql`
    update subject_days_due
       set leased_by = null, leased_until = null, leased_from_day = null, due_at = ${againAt}
     where viewer = ${viewer} and subject_id = ${subjectId}`.execute(tx)
}

/** Gives it back unfinished, to be taken again at the time given. */
export async function release(
  db: Queryable,
  { viewer, subjectId }: DueSubject,
  lease: string,
  at: Date,
): Promise<void> {
  await sql`
    update subject_days_due set leased_by = null, leased_until = null, due_at = ${at}
     where viewer = ${viewer} and subject_id = ${subjectId} and leased_by = ${lease}`.execute(db)
}

/** All that a viewer sees of the subjects is to be added up anew from the day on. */
export async function markDue(
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

/** Replaces all that is stored from the day on; rows that come out as they were are left alone. */
export async function replace(
  tx: Queryable,
  { viewer, subjectId }: DueSubject,
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

/** Of a company that has no articles of its own any more. */
export async function removeViewer(tx: Queryable, viewer: Owner): Promise<void> {
  await sql`delete from subject_days_due where viewer = ${viewer}`.execute(tx)
  await sql`delete from subject_days where viewer = ${viewer}`.execute(tx)
}

/** Only one process can hold an embedded database, so all leases found at its start are of processes that died. */
export async function endLeases(db: Queryable): Promise<void> {
  await sql`update subject_days_due set leased_by = null, leased_until = null where leased_by is not null`.execute(db)
}
