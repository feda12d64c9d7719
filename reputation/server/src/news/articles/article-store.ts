/** All SQL of articles and of what they are known by. */
import { oneRow, type Queryable } from '@service/foundation/database/database.ts'
import { type Owner, platform } from '@service/reputation-domain/articles/owner.ts'
import { type Day, dayOf } from '@service/reputation-domain/series/model/day.ts'
import { sql } from 'kysely'
import type { StoredArticle } from '../model/stored-article.ts'

/** One intake at a time for each owner, in whatever process, until the transaction ends. */
export async function lockIntake(tx: Queryable, owner: Owner): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`articles of ${owner}`}, 0))`.execute(tx)
}

type ArticleRow = {
  owner: string
  id: string
  title: string
  text: string | null
  url: string
  host: string
  outlet: string
  language: string | null
  publishedAt: Date
  originalPublishedAt: Date | null
  claimedPublishedAt: Date | null
  claimedUpdatedAt: Date | null
  seenAt: Date
  fetchedAt: Date
  feedId: string | null
  sample: boolean
  pageText: string | null
  redacted: boolean
}

const columns = sql`
  a.owner, a.id, a.title, a.text, a.url, a.host, a.outlet, a.language, a.published_at, a.original_published_at,
  a.claimed_published_at, a.claimed_updated_at, a.seen_at, a.fetched_at, a.feed_id, a.sample, a.page_text,
  a.redacted_at is not null as redacted`

/** Articles that are stored, by id, and the ids under which keys are known. */
export type KnownArticles = { byId: ReadonlyMap<string, StoredArticle>; idByKey: ReadonlyMap<string, string> }

/** Those of the owner that any of the keys is known for. A key of no article is of one that was pruned. */
export async function findKnown(db: Queryable, owner: Owner, keys: readonly string[]): Promise<KnownArticles> {
  const { rows: known } = await sql<{ key: string; articleId: string }>`
    select key, article_id from article_keys where owner = ${owner} and key = any (${[...keys]}::text[])`.execute(db)
  if (known.length === 0) return { byId: new Map(), idByKey: new Map() }
  const ids = [...new Set(known.map(({ articleId }) => articleId))]
  const { rows } = await sql<ArticleRow>`
    select ${columns} from articles a where a.owner = ${owner} and a.id = any (${ids}::text[])`.execute(db)
  return {
    byId: new Map(rows.map((row) => [row.id, toArticle(row)])),
    idByKey: new Map(known.map(({ key, articleId }) => [key, articleId])),
  }
}

export async function find(db: Queryable, owner: Owner, id: string): Promise<StoredArticle | undefined> {
  const { rows } = await sql<ArticleRow>`
    select ${columns} from articles a where a.owner = ${owner} and a.id = ${id}`.execute(db)
  return rows[0] && toArticle(rows[0])
}

/** Writes new articles and changed ones, and what they are known by. */
export async function save(
  tx: Queryable,
  owner: Owner,
  articles: readonly StoredArticle[],
  keys: readonly { key: string; articleId: string }[],
): Promise<void> {
  const rows = articles.map((article) => ({
    id: article.id,
    title: article.title,
    text: article.text ?? null,
    url: article.url,
    host: article.host,
    outlet: article.outlet,
    language: article.language ?? null,
    published_at: instant(article.publishedAt),
    original_published_at: instant(article.originalPublishedAt),
    claimed_published_at: instant(article.claimedPublishedAt),
    claimed_updated_at: instant(article.claimedUpdatedAt),
    seen_at: instant(article.seenAt),
    fetched_at: instant(article.fetchedAt),
    feed_id: article.feedId ?? null,
    sample: article.sample,
    page_text: article.pageText ?? null,
  }))
  await sql`
    insert into articles (owner, id, title, text, url, host, outlet, language, published_at, original_published_at,
                          claimed_published_at, claimed_updated_at, seen_at, fetched_at, feed_id, sample, page_text)
    select ${owner}, id, title, text, url, host, outlet, language, published_at, original_published_at,
           claimed_published_at, claimed_updated_at, seen_at, fetched_at, feed_id, sample, page_text
      from json_to_recordset(${JSON.stringify(rows)}::json)
           as article (id text, title text, text text, url text, host text, outlet text, language text,
                       published_at timestamptz, original_published_at timestamptz, claimed_published_at timestamptz,
                       claimed_updated_at timestamptz, seen_at timestamptz, fetched_at timestamptz, feed_id text,
                       sample boolean, page_text text)
        on conflict (owner, id) do update
           set title = excluded.title, text = excluded.text, url = excluded.url, host = excluded.host,
               outlet = excluded.outlet, language = excluded.language, published_at = excluded.published_at,
               original_published_at = excluded.original_published_at,
               claimed_published_at = excluded.claimed_published_at, claimed_updated_at = excluded.claimed_updated_at,
               seen_at = excluded.seen_at, fetched_at = excluded.fetched_at, feed_id = excluded.feed_id,
               sample = excluded.sample, page_text = excluded.page_text`.execute(tx)
  const keyRows = keys.map(({ key, articleId }) => ({ key, article_id: articleId }))
  await sql`
    insert into article_keys (owner, key, article_id)
    select ${owner}, key, article_id
      from json_to_recordset(${JSON.stringify(keyRows)}::json) as known (key text, article_id text)
        on conflict (owner, key) do nothing`.execute(tx)
}

/** Keys alone, for versions of known articles that say nothing new under another address. */
export async function saveKeys(
  tx: Queryable,
  owner: Owner,
  keys: readonly { key: string; articleId: string }[],
): Promise<void> {
  if (keys.length > 0) await save(tx, owner, [], keys)
}

/** Returns those of the days that had no news before. */
export async function addDays(tx: Queryable, owner: Owner, days: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ day: string }>`
    insert into article_days (owner, day)
    select ${owner}, day from unnest(${[...days]}::date[]) as day
        on conflict do nothing
 returning day::text`.execute(tx)
  return rows.map(({ day }) => day)
}

/** Of days that an article has left: returns those that have none now. */
export async function removeEmptyDays(tx: Queryable, owner: Owner, days: readonly string[]): Promise<string[]> {
  if (days.length === 0) return []
  const { rows } = await sql<{ day: string }>`
    delete from article_days d
     where d.owner = ${owner} and d.day = any (${[...days]}::date[])
       and not exists (select from articles a
                        where a.owner = d.owner and a.published_at >= d.day::timestamp at time zone 'UTC'
                          and a.published_at < (d.day + 1)::timestamp at time zone 'UTC')
 returning d.day::text`.execute(tx)
  return rows.map(({ day }) => day)
}

/** Whose articles reach back before a day's beginning. */
export async function ownersBefore(db: Queryable, before: Date): Promise<Owner[]> {
  const { rows } = await sql<{ owner: string }>`
    select distinct owner from article_days
     where day < (${before}::timestamptz at time zone 'UTC')::date order by owner`.execute(db)
  return rows.map(({ owner }) => owner)
}

/**
 * The oldest of the owner's that were published before then; returns their ids. An article without a date of its own
 * would be news again if a feed still holds it: what it was known by stays, and is of no article.
 */
export async function deleteBefore(tx: Queryable, owner: Owner, before: Date, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string; dated: boolean }>`
    delete from articles a
     where a.owner = ${owner}
       and a.id = any (array(select id from articles
                              where owner = ${owner} and published_at < ${before}
                              order by published_at, id limit ${limit}))
 returning a.id, coalesce(a.claimed_published_at, a.claimed_updated_at) is not null as dated`.execute(tx)
  const dated = rows.flatMap(({ id, dated }) => (dated ? id : []))
  await sql`delete from article_keys where owner = ${owner} and article_id = any (${dated}::text[])`.execute(tx)
  return rows.map(({ id }) => id)
}

/** Once no article is left from before. Returns how many days with news the owner has left. */
export async function deleteDaysBefore(tx: Queryable, owner: Owner, before: Date): Promise<number> {
  await sql`
    delete from article_days
     where owner = ${owner} and day < (${before}::timestamptz at time zone 'UTC')::date`.execute(tx)
  const { rows } = await sql<{ days: number }>`
    select count(*)::int as days from article_days where owner = ${owner}`.execute(tx)
  return oneRow(rows).days
}

/** Whether a company has articles of its own. */
export async function hasArticles(db: Queryable, companyId: string): Promise<boolean> {
  const { rows } = await sql`select from article_days where owner = ${companyId} limit 1`.execute(db)
  return rows.length > 0
}

/** The days with news that a viewer can see, in order. */
export async function listDays(db: Queryable, viewer: Owner): Promise<Day[]> {
  const { rows } = await sql<{ day: string }>`
    select distinct day::text as day from article_days
     where owner in ('', ${viewer}) order by 1`.execute(db)
  return rows.map(({ day }) => dayOf(Date.parse(day)))
}

export type ArticlePosition = { owner: Owner; publishedAt: Date; id: string }

/** Backwards from a position, from the last of the last owner on: for a reader of all that is stored. */
export async function listBackwards(
  db: Queryable,
  before: ArticlePosition | undefined,
  limit: number,
): Promise<StoredArticle[]> {
  const { rows } = before
    ? await sql<ArticleRow>`
        select ${columns} from articles a
         where (a.owner, a.published_at, a.id) < (${before.owner}, ${before.publishedAt}, ${before.id})
         order by a.owner desc, a.published_at desc, a.id desc limit ${limit}`.execute(db)
    : await sql<ArticleRow>`
        select ${columns} from articles a
         order by a.owner desc, a.published_at desc, a.id desc limit ${limit}`.execute(db)
  return rows.map(toArticle)
}

export type StoredHeadline = { articleId: string; title: string; outlet: string; url: string; publishedAt: Date }

/** Headlines that a company can see, published since then, the newest first. */
export async function listHeadlines(
  db: Queryable,
  viewer: Owner,
  since: Date,
  limit: number,
): Promise<StoredHeadline[]> {
  const ofOwner = (owner: Owner) => sql`
    (select id as article_id, title, outlet, url, published_at from articles
      where owner = ${owner} and published_at >= ${since}
      order by published_at desc, id desc limit ${limit})`
  const { rows } = await sql<StoredHeadline>`
    select * from (${ofOwner(platform)} union all ${ofOwner(viewer)}) as visible
     order by published_at desc, article_id desc limit ${limit}`.execute(db)
  return rows
}

const instant = (ms: number | undefined): string | null => (ms === undefined ? null : new Date(ms).toISOString())

function toArticle({ text, language, pageText, redacted, ...row }: ArticleRow): StoredArticle {
  return {
    ...row,
    ...(text !== null && { text }),
    ...(language !== null && { language }),
    publishedAt: row.publishedAt.getTime(),
    originalPublishedAt: row.originalPublishedAt?.getTime(),
    claimedPublishedAt: row.claimedPublishedAt?.getTime(),
    claimedUpdatedAt: row.claimedUpdatedAt?.getTime(),
    seenAt: row.seenAt.getTime(),
    fetchedAt: row.fetchedAt.getTime(),
    feedId: row.feedId ?? undefined,
    ...(pageText !== null && { pageText }),
    ...(redacted && { redacted }),
  }
}
