/** All SQL of how far the sample has been taken in. */
import type { Queryable } from '@service/foundation/database/database.ts'
import { sql } from 'kysely'

export type SampleState = {
  shiftedDays: number
  /** In the dates of the file. */
  takenInUntil: Date | null
  /** Which sample it is; null for that of releases that had one alone. */
  edition: string | null
}

export async function read(db: Queryable): Promise<SampleState | undefined> {
  const { rows } = await sql<SampleState>`
    select shifted_days, taken_in_until, edition from news_sample`.execute(db)
  return rows[0]
}

export async function begin(tx: Queryable, shiftedDays: number, edition: string): Promise<void> {
  await sql`insert into news_sample (shifted_days, edition) values (${shiftedDays}, ${edition})`.execute(tx)
}

/** All of the sample that has been taken in, and that it has been. */
export async function remove(tx: Queryable, subjectIds: readonly string[]): Promise<void> {
  await sql`delete from mentions where owner = '' and sample`.execute(tx)
  await sql`
    delete from article_keys
     where owner = '' and article_id in (select id from articles where owner = '' and sample)`.execute(tx)
  await sql`delete from articles where owner = '' and sample`.execute(tx)
  await sql`delete from news_sample`.execute(tx)
  await recount(tx, subjectIds)
}

export async function advance(tx: Queryable, until: Date): Promise<void> {
  await sql`update news_sample set taken_in_until = ${until}`.execute(tx)
}

/** Moves everything of the sample by some days more, and all figures that stand on it are due again. */
export async function shift(tx: Queryable, byDays: number, subjectIds: readonly string[]): Promise<void> {
  const by = sql`make_interval(days => ${byDays}::int)`
  await sql`update news_sample set shifted_days = shifted_days + ${byDays}`.execute(tx)
  await sql`
    update articles set published_at = published_at + ${by}, claimed_published_at = claimed_published_at + ${by}
     where owner = '' and sample`.execute(tx)
  await sql`update mentions set published_at = published_at + ${by} where owner = '' and sample`.execute(tx)
  await recount(tx, subjectIds)
}

/** The days with news, and all that is made of these subjects' news. */
async function recount(tx: Queryable, subjectIds: readonly string[]): Promise<void> {
  await sql`delete from article_days where owner = ''`.execute(tx)
  await sql`
    insert into article_days (owner, day)
    select distinct '', (published_at at time zone 'UTC')::date from articles where owner = ''`.execute(tx)
  await sql`
    insert into touched_subjects (owner, subject_id, day)
    select '', id, '1970-01-01'::date from unnest(${[...subjectIds, '*']}::text[]) as id`.execute(tx)
}

/** How many of these events were kept: none of a company that has no webhook. */
export async function countEvents(db: Queryable, ids: readonly string[]): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from events where id = any (${[...ids]}::text[])`.execute(db)
  return rows[0]?.count ?? 0
}
