/** All SQL of pages that are fetched for their articles' text. */
import type { Queryable } from '@service/foundation/database/database.ts'
import type { Span } from '@service/foundation/jobs/lease-span.ts'
import type { Owner } from '@service/reputation-domain/articles/owner.ts'
import { sql } from 'kysely'

/** Announced when there is a page to fetch. */
export const pagesChanged = 'article_pages_changed'

export async function add(tx: Queryable, owner: Owner, articleIds: readonly string[], at: Date): Promise<void> {
  if (articleIds.length === 0) return
  await sql`
    insert into article_pages_due (owner, article_id, due_at)
    select ${owner}, id, ${at} from unnest(${[...articleIds]}::text[]) as id
        on conflict do nothing`.execute(tx)
  await sql`select pg_notify(${pagesChanged}, '')`.execute(tx)
}

export type DuePage = { owner: Owner; articleId: string; url: string; tries: number }

/** Those that have waited longest and are free. */
export async function lease(db: Queryable, lease: string, { now, until }: Span, limit: number): Promise<DuePage[]> {
  const { rows } = await sql<{ owner: string; articleId: string; url: string; tries: number }>`
    with leased as (
      update article_pages_due set leased_by = ${lease}, leased_until = ${until}
       where (owner, article_id) in (select owner, article_id from article_pages_due
                                      where due_at <= ${now} and (leased_until is null or leased_until <= ${now})
                                      order by due_at limit ${limit} for update skip locked)
   returning owner, article_id, tries)
    select l.owner, l.article_id, l.tries, a.url
      from leased l join articles a on a.owner = l.owner and a.id = l.article_id`.execute(db)
  return rows.map(({ articleId, ...row }) => ({ ...row, articleId: articleId }))
}

type Page = Pick<DuePage, 'owner' | 'articleId'>

/** Whatever came of it. */
export async function finish(tx: Queryable, { owner, articleId }: Page): Promise<void> {
  await sql`delete from article_pages_due where owner = ${owner} and article_id = ${articleId}`.execute(tx)
}

/** Gives it back, to be tried again. */
export async function release(
  db: Queryable,
  { owner, articleId }: Page,
  lease: string,
  { tries, at }: { tries: number; at: Date },
): Promise<void> {
  await sql`
    update article_pages_due set leased_by = null, leased_until = null, tries = ${tries}, due_at = ${at}
     where owner = ${owner} and article_id = ${articleId} and leased_by = ${lease}`.execute(db)
}

export async function nextDueAt(db: Queryable): Promise<Date | undefined> {
  const { rows } = await sql<{ at: Date | null }>`
    select min(greatest(due_at, leased_until)) as at from article_pages_due`.execute(db)
  return rows[0]?.at ?? undefined
}

/** Only one process can hold an embedded database, so all leases found at its start are of processes that died. */
export async function endLeases(db: Queryable): Promise<void> {
  await sql`update article_pages_due set leased_by = null, leased_until = null where leased_by is not null`.execute(db)
}
