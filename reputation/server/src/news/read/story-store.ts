/** All SQL that reads stories. */
import type { Queryable } from '@service/foundation/database/database.ts'
import type { Severity } from '@service/reputation-domain/alerts/level.ts'
import type { RiskCategory } from '@service/reputation-domain/risk/model/categories.ts'
import { sql } from 'kysely'
import type { StoredStory } from '../model/stored-story.ts'

export type StoryFilter = {
  /** Stories that were written about on one of the days from `from` until before `until`. */
  from?: Date | undefined
  until?: Date | undefined
  category?: RiskCategory | undefined
  /** With articles in it, ISO 639-1. */
  language?: string | undefined
  severity?: Severity | undefined
  /** Continues a list behind its last story. */
  before?: StoryPosition | undefined
}

export type StoryPosition = { beganAt: Date; id: string }

/** A story lasts no longer, and neither does what is looked through for one that was written about on a day. */
const maxStoryDays = 6

export type ListedStory = Omit<StoredStory, 'storyDay' | 'articles' | 'headline' | 'alertedAt' | 'rule' | 'pace'> & {
  articleCount: number
  title: string
  source: string
  url: string
}

/** The last begun first, each with the article that stands for it. */
export async function list(
  db: Queryable,
  companyId: string,
  { from, until, category, severity, language, before }: StoryFilter,
  limit: number,
): Promise<ListedStory[]> {
  const { rows } = await sql<ListedStory>`
    select s.id, s.began_at, s.last_at, cardinality(s.articles) as article_count, s.outlet_count, s.positive, s.neutral,
           s.negative, s.average_score, s.level, s.category, s.reach, s.severity, s.alert_count, s.sample,
           s.languages, h.title, h.outlet as source, h.url
      from stories s
      join lateral (select a.title, a.outlet, a.url from articles a
                     where a.owner in ('', ${companyId}) and a.id = s.headline order by a.owner limit 1) h on true
     where s.company_id = ${companyId}
       ${from ? sql`and s.last_at >= ${from} and s.began_at >= ${from}::timestamptz - make_interval(days => ${maxStoryDays})` : sql``}
       ${until ? sql`and s.began_at < ${until}` : sql``}
       ${category ? sql`and s.category = ${category}` : sql``}
       ${language === undefined ? sql`` : sql`and s.languages @> array[lower(${language})]`}
       ${severity ? sql`and s.severity = ${severity}` : sql``}
       ${before ? sql`and (s.began_at, s.id) < (${before.beganAt}, ${before.id})` : sql``}
     order by s.began_at desc, s.id desc limit ${limit}`.execute(db)
  return rows
}

/** The articles of a story; none where there is no such story. */
export async function articlesOf(db: Queryable, companyId: string, id: string): Promise<string[]> {
  const { rows } = await sql<{ articles: string[] }>`
    select articles from stories where company_id = ${companyId} and id = ${id}`.execute(db)
  return rows[0]?.articles ?? []
}

/** The story of each of these articles, by article; they were published from `first` to `last`. */
export async function storiesOf(
  db: Queryable,
  companyId: string,
  articleIds: readonly string[],
  { first, last }: { first: Date; last: Date },
): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; articles: string[] }>`
    select id, articles from stories
     where company_id = ${companyId} and began_at <= ${last}
       and began_at >= ${first}::timestamptz - make_interval(days => ${maxStoryDays})
       and articles && ${[...articleIds]}::text[]`.execute(db)
  return new Map(rows.flatMap(({ id, articles }) => articles.map((article) => [article, id] as const)))
}
