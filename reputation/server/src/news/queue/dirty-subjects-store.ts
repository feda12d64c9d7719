/**
 * All SQL of dirty subjects: what has changed since sums and figures were made of it.
 *
 * Every change of articles or mentions marks a subject **dirty** from a day on, in the same transaction. Later that is
 * **fanned out**: the days of the subject are due again for each viewer, and so are the figures of the companies that
 * follow it. The table keeps its older name.
 */
import type { Queryable } from '@service/foundation/database/database.ts'
import { type Owner, platform } from '@service/reputation-domain/articles/owner.ts'
import { sql } from 'kysely'

/** Announced whenever there is something to compute. */
export const figuresDueChannel = 'figures_due'

/** For a day that has become one with news, or ceased to be: what is usual for anybody is counted in such days. */
export const everySubject = '*'

export type DirtySubject = { owner: Owner; subjectId: string; day: string }

/** The first day of each subject: whatever follows it is computed again as well. */
export function earliest(owner: Owner, dirty: readonly { subjectId: string; day: string }[]): DirtySubject[] {
  const first = new Map<string, string>()
  for (const { subjectId, day } of dirty) {
    const known = first.get(subjectId)
    if (known === undefined || day < known) first.set(subjectId, day)
  }
  return [...first].map(([subjectId, day]) => ({ owner, subjectId, day }))
}

export async function markDirty(tx: Queryable, dirty: readonly DirtySubject[]): Promise<void> {
  if (dirty.length === 0) return
  const rows = dirty.map(({ owner, subjectId, day }) => ({ owner, subject_id: subjectId, day }))
  await sql`
    with dirty as (
      insert into touched_subjects (owner, subject_id, day)
      select owner, subject_id, day
        from json_to_recordset(${JSON.stringify(rows)}::json) as dirty (owner text, subject_id text, day date))
    select pg_notify(${figuresDueChannel}, '')`.execute(tx)
}

/** How many dirty subjects are fanned out in one transaction. */
const batchSize = 5_000

/**
 * Takes a batch of dirty subjects and queues what depends on them. False when there were none.
 *
 * On the platform's articles depend the platform's own sums and those of every company with articles of its own. On a
 * company's articles depend its sums alone; with the first of them it stops sharing the platform's sums, so all of its own
 * have to be made.
 */
export async function fanOut(tx: Queryable, now: Date): Promise<boolean> {
  const { rows } = await sql<DirtySubject>`
    with taken as (
      delete from touched_subjects
       where id in (select id from touched_subjects order by id limit ${batchSize} for update skip locked)
   returning owner, subject_id, day)
    select owner, subject_id, min(day)::text as day from taken group by owner, subject_id`.execute(tx)
  if (rows.length === 0) return false
  const dirty = JSON.stringify(rows.map(({ owner, subjectId, day }) => ({ owner, subject_id: subjectId, day })))
  await sql`
    with dirty as (
      select owner, subject_id, day
        from json_to_recordset(${dirty}::json) as dirty (owner text, subject_id text, day date)),
    viewers as (
      select distinct f.company_id as viewer, f.subject_id
        from company_subjects f
       where exists (select from article_days d where d.owner = f.company_id)
       union
      select ${platform}, s.id from subjects s where exists (select from company_subjects f where f.subject_id = s.id)),
    first_articles as (
      select v.viewer, v.subject_id, '1970-01-01'::date as day
        from viewers v
       where v.viewer <> ${platform} and v.viewer in (select owner from dirty)
         and not exists (select from subject_days d where d.viewer = v.viewer and d.subject_id = v.subject_id)
         and not exists (select from subject_days_due d where d.viewer = v.viewer and d.subject_id = v.subject_id))
    insert into subject_days_due (viewer, subject_id, from_day, due_at)
    select viewer, subject_id, min(day), ${now}
      from (select v.viewer, v.subject_id, t.day
              from dirty t join viewers v on v.subject_id = t.subject_id and t.owner in (${platform}, v.viewer)
             union all
            select viewer, subject_id, day from first_articles) as due
     group by viewer, subject_id
     order by viewer, subject_id
        on conflict (viewer, subject_id) do update
           set from_day = least(subject_days_due.from_day, excluded.from_day)`.execute(tx)
  // A company's figures read its own mentions too, and a day with news changes everybody's.
  await sql`
    with dirty as (
      select owner, subject_id, day
        from json_to_recordset(${dirty}::json) as dirty (owner text, subject_id text, day date))
    insert into figures_due (company_id, from_day, due_at)
    select f.company_id, min(t.day), ${now}
      from dirty t join company_subjects f
        on t.subject_id in (f.subject_id, ${everySubject}) and t.owner in (${platform}, f.company_id)
     where f.role = 'own'
     group by f.company_id
     order by f.company_id
        on conflict (company_id) do update
           set from_day = least(figures_due.from_day, excluded.from_day)`.execute(tx)
  return true
}
