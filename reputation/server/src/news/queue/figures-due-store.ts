/** All SQL of which companies' figures have to be made anew. */
import type { Queryable } from '@service/foundation/database/database.ts'
import type { Span } from '@service/foundation/jobs/lease-span.ts'
import { sql } from 'kysely'
import { figuresDue } from './dirty-subjects-store.ts'

/** Before all articles: everything is to be made anew. */
export const everyDay = '1970-01-01'

export type DueFigures = { companyId: string; fromDay: string }

/** The figures of these companies are to be made anew from the day on. */
export async function markDue(tx: Queryable, companyIds: readonly string[], day: string, at: Date): Promise<void> {
  if (companyIds.length === 0) return
  await sql`
    with due as (
      insert into figures_due (company_id, from_day, due_at)
      select id, ${day}::date, ${at} from unnest(${[...companyIds]}::text[]) as id order by id
          on conflict (company_id) do update
             set from_day = least(figures_due.from_day, excluded.from_day)
       returning company_id)
    select pg_notify(${figuresDue}, '') from due limit 1`.execute(tx)
}

/** Of all that see what the viewer sees of the subject: their own articles make others see something else. */
export async function markFollowers(
  tx: Queryable,
  { viewer, subjectId }: { viewer: string; subjectId: string },
  day: string,
  at: Date,
): Promise<void> {
  await sql`
    insert into figures_due (company_id, from_day, due_at)
    select f.company_id, ${day}::date, ${at}
      from company_subjects f
     where f.subject_id = ${subjectId}
       and ${viewer} = case when exists (select from article_days d where d.owner = f.company_id) then f.company_id
                            else '' end
       and exists (select from company_subjects own where own.company_id = f.company_id and own.role = 'own')
     order by f.company_id
        on conflict (company_id) do update
           set from_day = least(figures_due.from_day, excluded.from_day)`.execute(tx)
}

/** When a day has closed, its score may have dropped: figures that were made before that are made anew. */
export async function markBehind(tx: Queryable, lastDay: string, at: Date): Promise<void> {
  await sql`
    insert into figures_due (company_id, from_day, due_at)
    select company_id, last_day, ${at} from company_figures where last_day < ${lastDay}::date
        on conflict (company_id) do nothing`.execute(tx)
}

/** The company that has waited longest and is free. What comes in from now on is kept apart from what is leased. */
export async function lease(db: Queryable, lease: string, { now, until }: Span): Promise<DueFigures | undefined> {
  const { rows } = await sql<{ companyId: string; leasedFromDay: string }>`
    update figures_due
       set leased_by = ${lease}, leased_until = ${until}, from_day = 'infinity',
           leased_from_day = least(leased_from_day, from_day)
     where company_id = (select company_id from figures_due
                          where due_at <= ${now} and (leased_until is null or leased_until <= ${now})
                          order by due_at limit 1 for update skip locked)
 returning company_id, leased_from_day::text`.execute(db)
  const row = rows[0]
  return row && { companyId: row.companyId, fromDay: row.leasedFromDay }
}

/** Holds the company's row until the transaction ends; false when the lease was lost. */
export async function lockLeased(tx: Queryable, companyId: string, lease: string): Promise<boolean> {
  const { rows } = await sql`
    select from figures_due where company_id = ${companyId} and leased_by = ${lease} for update`.execute(tx)
  return rows.length === 1
}

/** What was leased is done: the row goes, unless more has come in meanwhile, which is due after a pause. */
export async function finish(tx: Queryable, companyId: string, againAt: Date): Promise<void> {
  await sql`delete from figures_due where company_id = ${companyId} and from_day = 'infinity'`.execute(tx)
  await sql`
    update figures_due
       set leased_by = null, leased_until = null, leased_from_day = null, due_at = ${againAt}
     where company_id = ${companyId}`.execute(tx)
}

/** Gives a company back unfinished, to be taken again at the time given. */
export async function release(db: Queryable, companyId: string, lease: string, at: Date): Promise<void> {
  await sql`
    update figures_due set leased_by = null, leased_until = null, due_at = ${at}
     where company_id = ${companyId} and leased_by = ${lease}`.execute(db)
}

/** When something falls due next: a subject, a company, or a lease that runs out. */
export async function nextDueAt(db: Queryable): Promise<Date | undefined> {
  const { rows } = await sql<{ at: Date | null }>`
    select least((select min(greatest(due_at, leased_until)) from subject_days_due),
                 (select min(greatest(due_at, leased_until)) from figures_due)) as at`.execute(db)
  return rows[0]?.at ?? undefined
}

/** Only one process can hold an embedded database, so all leases found at its start are of processes that died. */
export async function endLeases(db: Queryable): Promise<void> {
  await sql`update figures_due set leased_by = null, leased_until = null where leased_by is not null`.execute(db)
}
