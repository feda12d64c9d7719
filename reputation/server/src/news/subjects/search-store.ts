/** All SQL of searching stored articles for subjects. */
import type { Queryable } from '@service/foundation/database/database.ts'
import { sql } from 'kysely'
import type { ArticlePosition } from '../articles/article-store.ts'

/** Subjects that are searched for together, for they are equally far. */
export type Search = { subjectIds: string[]; position: ArticlePosition | undefined }

/** Under which words each subject's articles have been searched; null: never. */
export async function searchedAs(db: Queryable): Promise<Map<string, string | null>> {
  const { rows } = await sql<{ id: string; searchedAs: string | null }>`select id, searched_as from subjects`.execute(
    db,
  )
  return new Map(rows.map(({ id, searchedAs }) => [id, searchedAs]))
}

/** Begins searches from the newest article on; one that is under way for the same goes on. */
export async function begin(tx: Queryable, wanted: readonly { subjectId: string; searchAs: string }[]): Promise<void> {
  const rows = wanted.map(({ subjectId, searchAs }) => ({ subject_id: subjectId, search_as: searchAs }))
  await sql`
    insert into subject_searches as s (subject_id, search_as)
    select subject_id, search_as
      from json_to_recordset(${JSON.stringify(rows)}::json) as wanted (subject_id text, search_as text)
     order by subject_id
        on conflict (subject_id) do update
           set search_as = excluded.search_as, at_owner = null, at_published_at = null, at_id = null
         where s.search_as <> excluded.search_as`.execute(tx)
}

type SearchRow = { ids: string[]; atOwner: string | null; atPublishedAt: Date | null; atId: string | null }

/** Those that have the longest way to go. */
export async function next(db: Queryable): Promise<Search | undefined> {
  const { rows } = await sql<SearchRow>`
    select array_agg(subject_id order by subject_id) as ids, at_owner, at_published_at, at_id
      from subject_searches
     group by at_owner, at_published_at, at_id
     order by at_owner desc nulls first, at_published_at desc, at_id desc
     limit 1`.execute(db)
  const row = rows[0]
  return row && { subjectIds: row.ids, position: positionOf(row) }
}

/**
 * Holds the searches until the transaction ends; false where one of them is not where it was. Their subjects are held
 * first, as by a transaction that removes one.
 */
export async function hold(tx: Queryable, { subjectIds, position }: Search): Promise<boolean> {
  await sql`
    select from subjects where id = any (${subjectIds}::text[]) order by id for no key update`.execute(tx)
  const { rows } = await sql`
    select from subject_searches
     where subject_id = any (${subjectIds}::text[])
       and (at_owner, at_published_at, at_id) is not distinct from
           (${position?.owner ?? null}::text, ${position?.publishedAt ?? null}::timestamptz, ${position?.id ?? null}::text)
     order by subject_id
       for update`.execute(tx)
  return rows.length === subjectIds.length
}

export async function advance(tx: Queryable, subjectIds: readonly string[], to: ArticlePosition): Promise<void> {
  await sql`
    update subject_searches set at_owner = ${to.owner}, at_published_at = ${to.publishedAt}, at_id = ${to.id}
     where subject_id = any (${[...subjectIds]}::text[])`.execute(tx)
}

export async function finish(tx: Queryable, subjectIds: readonly string[]): Promise<void> {
  await sql`
    update subjects s set searched_as = d.search_as
      from subject_searches d
     where d.subject_id = s.id and s.id = any (${[...subjectIds]}::text[])`.execute(tx)
  await sql`delete from subject_searches where subject_id = any (${[...subjectIds]}::text[])`.execute(tx)
}

/** Whether any subject that the company follows is still being searched for. */
export async function isUnderWay(db: Queryable, companyId: string): Promise<boolean> {
  const { rows } = await sql`
    select from company_subjects f join subject_searches s on s.subject_id = f.subject_id
     where f.company_id = ${companyId} limit 1`.execute(db)
  return rows.length > 0
}

const positionOf = ({ atOwner, atPublishedAt, atId }: SearchRow): ArticlePosition | undefined =>
  atOwner === null ? undefined : { owner: atOwner, publishedAt: atPublishedAt!, id: atId! }
