/** All SQL that reads a month of news beside its figures. */
import { oneRow, type Queryable } from '@service/foundation/database/database.ts'
import { type Owner, platform } from '@service/reputation-domain/articles/owner.ts'
import { sql } from 'kysely'
import { concernsCompany, correctedMentions } from '../articles/correction-store.ts'
import type { CountedStory, MonthAlerts, MonthSources } from '../model/month-of-news.ts'

export type Span = { from: Date; until: Date }

type StoryRow = Omit<CountedStory, 'beganAt' | 'lastAt' | 'alertedAt'> & {
  beganAt: Date
  lastAt: Date
  alertedAt: Date | null
}

/** Of all that are written about in that time, those with the most articles and those that speak of a risk. */
export async function listStories(
  db: Queryable,
  companyId: string,
  { from, until }: Span,
  limit: number,
): Promise<{ stories: CountedStory[]; count: number }> {
  const { rows } = await sql<StoryRow & { count: number }>`
    select s.id, s.began_at, s.last_at, cardinality(s.articles) as article_count, s.outlet_count, s.positive, s.neutral,
           s.negative, s.level, s.category, s.reach, s.severity, s.articles, h.title, h.outlet as source, h.url,
           (select min(a.detected_at) from alerts a where a.company_id = s.company_id and a.story = s.id) as alerted_at,
           count(*) over ()::int as count
      from stories s
      join lateral (select a.title, a.outlet, a.url from articles a
                     where a.owner in (${platform}, ${companyId}) and a.id = s.headline order by a.owner limit 1) h on true
     where s.company_id = ${companyId} and s.last_at >= ${from} and s.began_at < ${until}
     order by (s.severity = 'critical') desc nulls last, (s.severity is null), cardinality(s.articles) desc, s.began_at, s.id
     limit ${limit}`.execute(db)
  const stories = rows.map(({ count: _count, beganAt, lastAt, alertedAt, ...story }) => ({
    ...story,
    beganAt: beganAt.getTime(),
    lastAt: lastAt.getTime(),
    alertedAt: alertedAt?.getTime() ?? null,
  }))
  return { stories, count: rows[0]?.count ?? 0 }
}

/** Of the articles published in that time. */
export async function countAlerts(db: Queryable, companyId: string, { from, until }: Span): Promise<MonthAlerts> {
  const { rows } = await sql<MonthAlerts>`
    select count(*) filter (where severity = 'critical')::int as critical,
           count(*) filter (where severity = 'high')::int as high
      from alerts
     where company_id = ${companyId} and coalesce(published_at, detected_at) >= ${from}
       and coalesce(published_at, detected_at) < ${until}`.execute(db)
  return oneRow(rows)
}

export type SubjectCounts = { subjectId: string; articles: number; mean: number | null }

/** What figures are made of, about each subject. An article that the platform has as well counts once. */
export async function countBySubject(
  db: Queryable,
  { companyId, viewer }: { companyId: string; viewer: Owner },
  subjectIds: readonly string[],
  { from, until }: Span,
): Promise<SubjectCounts[]> {
  const { rows } = await sql<SubjectCounts>`
    select subject_id, count(*)::int as articles,
           (sum((p_positive - p_negative)::numeric) / count(*))::double precision as mean
      from ${correctedMentions(companyId)} m
     where subject_id = any (${[...subjectIds]}::text[]) and owner in (${platform}, ${viewer})
       and published_at >= ${from} and published_at < ${until}
       and judged and ${concernsCompany}
       and (owner = ${platform} or not exists (
             select from mentions p
              where p.owner = ${platform} and p.article_id = m.article_id and p.subject_id = m.subject_id))
     group by subject_id`.execute(db)
  return rows
}

/** The dates on which anything at all was published. */
export async function listNewsDates(
  db: Queryable,
  viewer: Owner,
  { from, to }: { from: string; to: string },
): Promise<Set<string>> {
  const { rows } = await sql<{ day: string }>`
    select distinct day::text from article_days
     where owner in (${platform}, ${viewer}) and day between ${from}::date and ${to}::date`.execute(db)
  return new Set(rows.map(({ day }) => day))
}

/** As they stand now. */
export async function readSources(
  db: Queryable,
  companyId: string,
  { from, until }: Span,
): Promise<Omit<MonthSources, 'silentDates'>> {
  const { rows } = await sql<Omit<MonthSources, 'silentDates'>>`
    select (select count(*)::int from feeds where company_id = ${companyId} and enabled) as feeds,
           (select count(*)::int from feeds where company_id is null and enabled) as shared_feeds,
           (select count(*)::int from feeds
             where (company_id = ${companyId} or company_id is null) and enabled and outcome <> 'unchanged' and outcome not like 'read,%') as failing_feeds,
           (select count(*)::int from article_imports
             where company_id = ${companyId} and created_at >= ${from} and created_at < ${until}) as imports`.execute(
    db,
  )
  return oneRow(rows)
}
