/** All SQL of what has been announced. */
import type { Queryable } from '@service/foundation/database/database.ts'
import type { Announced } from '@service/reputation-domain/alerts/alert-events.ts'
import { type Day, dayMs, dayOf, isoDay } from '@service/reputation-domain/series/model/day.ts'
import { sql } from 'kysely'
import type { AlertAnnouncement } from '../model/figures.ts'

/** Longer than any story lasts, and than a fall rests. */
const keptMs = 60 * dayMs

export async function readAlerts(db: Queryable, companyId: string): Promise<Announced[]> {
  const { rows } = await sql<Announced>`
    select article_id, audience, severity from announced_articles where company_id = ${companyId}`.execute(db)
  return rows
}

export async function addAlerts(
  tx: Queryable,
  companyId: string,
  announced: readonly AlertAnnouncement[],
  now: Date,
): Promise<void> {
  if (announced.length === 0) return
  const rows = announced
    .filter(({ at }) => now.getTime() - at.getTime() < keptMs)
    .map(({ articleId, audience, severity, at }) => ({ article_id: articleId, audience, severity, at }))
  await sql`
    insert into announced_articles (company_id, article_id, audience, severity, at)
    select distinct on (article_id, audience) ${companyId}, article_id, audience, severity, at
      from json_to_recordset(${JSON.stringify(rows)}::json)
           as announced (article_id text, audience text, severity text, at timestamptz)
     order by article_id, audience, severity
        on conflict (company_id, article_id, audience) do update set severity = excluded.severity
         where excluded.severity = 'critical'`.execute(tx)
  await sql`
    delete from announced_articles
     where company_id = ${companyId} and at < ${new Date(now.getTime() - keptMs)}`.execute(tx)
}

export async function readDrops(db: Queryable, companyId: string, now: Date): Promise<Day[]> {
  const { rows } = await sql<{ day: string }>`
    select day::text as day from announced_drops
     where company_id = ${companyId} and day > ${isoDay(dayOf(now.getTime() - keptMs))}::date`.execute(db)
  return rows.map(({ day }) => dayOf(Date.parse(day)))
}

export async function addDrops(tx: Queryable, companyId: string, days: readonly Day[], at: Date): Promise<void> {
  if (days.length === 0) return
  await sql`
    insert into announced_drops (company_id, day, at)
    select ${companyId}, day, ${at} from unnest(${days.map(isoDay)}::date[]) as day
        on conflict do nothing`.execute(tx)
}
