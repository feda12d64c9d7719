/** All SQL of pages that are fetched for their articles' text. */
import type { Queryable } from '@service/foundation/database/database.ts'
import { type Lease, LeasedRows } from '@service/foundation/jobs/lease.ts'
import type { Owner } from '@service/reputation-domain/articles/owner.ts'
import { sql } from 'kysely'

/** Announced when there is a page to fetch. */
export const pagesChanged = 'article_pages_changed'

const leased = new LeasedRows('article_pages_due', ['owner', 'article_id'])

export async function add(tx: Queryable, owner: Owner, articleIds: readonly string[], at: Date): Promise<void> {
  if (articleIds.length === 0) return
  await sql`
    insert into article_pages_due (owner, article_id, due_at)
    select ${owner}, id, ${at} from unnest(${[...articleIds]}::text[]) as id
        on conflict do nothing`.execute(tx)
  await sql`select pg_notify(${pagesChanged}, '')`.execute(tx)
}

export type DuePage = { owner: Owner; articleId: string; url: string; tries: number }

/** Pages that have waited longest and are free. */
export async function take(db: Queryable, lease: Lease, limit: number): Promise<DuePage[]> {
  const due = leased.take(lease, {
    where: sql`due_at <= ${lease.now}`,
    orderBy: sql`due_at`,
    limit,
    returning: sql`owner, article_id, tries`,
  })
  const { rows } = await sql<DuePage>`
    with taken as (${due})
    select t.owner, t.article_id, t.tries, a.url
      from taken t join articles a on a.owner = t.owner and a.id = t.article_id`.execute(db)
  return rows
}

type Page = Pick<DuePage, 'owner' | 'articleId'>

/** Whatever came of it. */
export async function finish(tx: Queryable, { owner, articleId }: Page): Promise<void> {
  await sql`delete from article_pages_due where owner = ${owner} and article_id = ${articleId}`.execute(tx)
}

/** Gives it back, to be tried again. */
export async function release(
  db: Queryable,
  lease: Lease,
  { owner, articleId }: Page,
  { tries, at }: { tries: number; at: Date },
): Promise<void> {
  await leased.release(db, lease.id, { owner, article_id: articleId }, sql`tries = ${tries}, due_at = ${at}`)
}

export async function nextDueAt(db: Queryable): Promise<Date | undefined> {
  const { rows } = await sql<{ at: Date | null }>`
    select min(greatest(due_at, leased_until)) as at from article_pages_due`.execute(db)
  return rows[0]?.at ?? undefined
}

export const endLeases = (db: Queryable): Promise<void> => leased.endAll(db)
