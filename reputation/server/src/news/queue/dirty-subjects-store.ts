/**
 * All SQL of what has been touched: which subjects' sums and which companies' figures are to be made anew since articles
 * have come in.
 */
import type { Queryable } from '@service/foundation/database/database.ts'
import { type Owner, operator } from '@service/reputation-domain/articles/owner.ts'
import { sql } from 'kysely'

/** Announced whenever there is something to compute. */
export const figuresDue = 'figures_due'

/** For a day that has become one with news: what is usual for anybody is reckoned by such days. */
export const everySubject = '*'

export type Touch = { owner: Owner; subjectId: string; day: string }

export async function touch(tx: Queryable, touches: readonly Touch[]): Promise<void> {
  if (touches.length === 0) return
  const rows = touches.map(({ owner, subjectId, day }) => ({ owner, subject_id: subjectId, day }))
  await sql`
    with touched as (
      insert into touched_subjects (owner, subject_id, day)
      select owner, subject_id, day
        from json_to_recordset(${JSON.stringify(rows)}::json) as touched (owner text, subject_id text, day date))
    select pg_notify(${figuresDue}, '')`.execute(tx)
}

/**
 * Takes up to a few thousand of the touches, and queues what they bear on. False when there were none.
 *
 * The operator's articles bear on the operator's own sums and on those of every company with articles of its own. A
 * company's articles bear on its sums alone; with the first of them it stops sharing the operator's, so all of its own
 * have to be made.
 */
export async function spread(tx: Queryable, now: Date): Promise<boolean> {
  const { rows } = await sql<{ owner: Owner; subjectId: string; day: string }>`
    with taken as (
      delete from touched_subjects
       where id in (select id from touched_subjects order by id limit 5000 for update skip locked)
   returning owner, subject_id, day)
    select owner, subject_id, min(day)::text as day from taken group by owner, subject_id`.execute(tx)
  if (rows.length === 0) return false
  const touched = JSON.stringify(rows)
  await sql`
    with touched as (
      select owner, subject_id, day
        from json_to_recordset(${touched}::json) as touched (owner text, subject_id text, day date)),
    viewers as (
      select distinct f.company_id as viewer, f.subject_id
        from company_subjects f
       where exists (select from article_days d where d.owner = f.company_id)
       union
      select ${operator}, s.id from subjects s where exists (select from company_subjects f where f.subject_id = s.id)),
    first_articles as (
      select v.viewer, v.subject_id, '1970-01-01'::date as day
        from viewers v
       where v.viewer <> ${operator} and v.viewer in (select owner from touched)
         and not exists (select from subject_days d where d.viewer = v.viewer and d.subject_id = v.subject_id)
         and not exists (select from subject_days_due d where d.viewer = v.viewer and d.subject_id = v.subject_id))
    insert into subject_days_due (viewer, subject_id, from_day, due_at)
    select viewer, subject_id, min(day), ${now}
      from (select v.viewer, v.subject_id, t.day
              from touched t join viewers v on v.subject_id = t.subject_id and t.owner in (${operator}, v.viewer)
             union all
            select viewer, subject_id, day from first_articles) as due
     group by viewer, subject_id
     order by viewer, subject_id
        on conflict (viewer, subject_id) do update
           set from_day = least(subject_days_due.from_day, excluded.from_day)`.execute(tx)
  // A company's own mentions are read by its figures too, and a day with news bears on everybody's.
  await sql`
    with touched as (
      select owner, subject_id, day
        from json_to_recordset(${touched}::json) as touched (owner text, subject_id text, day date))
    insert into figures_due (company_id, from_day, due_at)
    select f.company_id, min(t.day), ${now}
      from touched t join company_subjects f
        on t.subject_id in (f.subject_id, ${everySubject}) and t.owner in (${operator}, f.company_id)
     where f.role = 'own'
     group by f.company_id
     order by f.company_id
        on conflict (company_id) do update
           set from_day = least(figures_due.from_day, excluded.from_day)`.execute(tx)
  return true
}

/** The first day of each subject: whatever follows it is made anew as well. */
export function earliest(owner: string, touched: readonly { subjectId: string; day: string }[]): Touch[] {
  const first = new Map<string, string>()
  for (const { subjectId, day } of touched) {
    const known = first.get(subjectId)
    if (known === undefined || day < known) first.set(subjectId, day)
  }
  return [...first].map(([subjectId, day]) => ({ owner, subjectId, day }))
}
