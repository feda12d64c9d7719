/** All SQL of which companies' figures have to be made again. */
import type { Queryable } from '@service/foundation/database/database.ts'
import { sql } from 'kysely'
import { DaysDue } from './days-due-store.ts'
import { figuresDueChannel } from './dirty-subjects-store.ts'

export const figuresDue = new DaysDue<{ companyId: string }>('figures_due', {
  columns: ['company_id'],
  columnsOf: ({ companyId }) => ({ company_id: companyId }),
  owner: 'company_id',
  isReady: haveTheirSums,
})

/** The sums that a company's figures are made of would make them due again. */
function haveTheirSums(now: Date) {
  return sql`not exists (
    select from company_subjects f join subject_days_due d on d.subject_id = f.subject_id
     where f.company_id = figures_due.company_id and (d.due_at <= ${now} or d.leased_until > ${now})
       and d.viewer = case when exists (select from article_days a where a.owner = f.company_id) then f.company_id
                           else '' end)`
}

/** The figures of these companies are to be made again from the day on. */
export async function markFiguresDue(
  tx: Queryable,
  companyIds: readonly string[],
  day: string,
  at: Date,
): Promise<void> {
  if (companyIds.length === 0) return
  await sql`
    with due as (
      insert into figures_due (company_id, from_day, due_at)
      select id, ${day}::date, ${at} from unnest(${[...companyIds]}::text[]) as id order by id
          on conflict (company_id) do update
             set from_day = least(figures_due.from_day, excluded.from_day)
       returning company_id)
    select pg_notify(${figuresDueChannel}, '') from due limit 1`.execute(tx)
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

/** When a day has closed, its score may have dropped: figures that were made before that are made again. */
export async function markBehind(tx: Queryable, lastDay: string, at: Date): Promise<void> {
  await sql`
    insert into figures_due (company_id, from_day, due_at)
    select company_id, last_day, ${at} from company_figures where last_day < ${lastDay}::date
        on conflict (company_id) do nothing`.execute(tx)
}
