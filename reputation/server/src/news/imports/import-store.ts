/** All SQL of imports. */
import type { Queryable } from '@service/foundation/database/database.ts'
import type { Span } from '@service/foundation/jobs/lease-span.ts'
import { sql } from 'kysely'
import type { ImportProgress, Rejection } from './article-import.ts'

/** Announced when there is an import to work on. */
export const importsChanged = 'article_imports_changed'

export type NewImport = {
  id: string
  /** Undefined: the articles become the operator's. */
  companyId: string | undefined
  createdAt: Date
  rows: Uint8Array
  rowCount: number
  rejectedCount: number
  rejected: readonly Rejection[]
}

export async function insert(tx: Queryable, one: NewImport): Promise<void> {
  await sql`
    insert into article_imports (id, company_id, created_at, rows, row_count, rejected_count, rejected)
    values (${one.id}, ${one.companyId ?? null}, ${one.createdAt}, ${one.rows}, ${one.rowCount}, ${one.rejectedCount},
            ${JSON.stringify(one.rejected)}::jsonb)`.execute(tx)
  await sql`select pg_notify(${importsChanged}, '')`.execute(tx)
}

type ImportRow = {
  id: string
  createdAt: Date
  rowCount: number
  rejectedCount: number
  rejected: Rejection[]
  doneCount: number
  createdCount: number
  updatedCount: number
  unchangedCount: number
  expiredCount: number
  finishedAt: Date | null
}

const columns = sql`
  id, created_at, row_count, rejected_count, rejected, done_count, created_count, updated_count, unchanged_count,
  expired_count, finished_at`

/** Of the company; undefined: of the operator. */
export async function find(
  db: Queryable,
  companyId: string | undefined,
  id: string,
): Promise<ImportProgress | undefined> {
  const { rows } = await sql<ImportRow>`
    select ${columns} from article_imports
     where id = ${id} and company_id is not distinct from ${companyId ?? null}`.execute(db)
  return rows[0] && toProgress(rows[0])
}

/** Newest first; `beforeId` continues a list behind its last. */
export async function list(
  db: Queryable,
  companyId: string | undefined,
  beforeId: string | undefined,
  limit: number,
): Promise<ImportProgress[]> {
  const { rows } = await sql<ImportRow>`
    select ${columns} from article_imports
     where company_id is not distinct from ${companyId ?? null}
       and (${beforeId ?? null}::text is null or id < ${beforeId ?? null})
     order by id desc limit ${limit}`.execute(db)
  return rows.map(toProgress)
}

export type LeasedImport = {
  id: string
  companyId: string | undefined
  createdAt: Date
  rows: Uint8Array
  done: number
}

/** The oldest that is unfinished and free. */
export async function lease(db: Queryable, lease: string, { now, until }: Span): Promise<LeasedImport | undefined> {
  const { rows } = await sql<{
    id: string
    companyId: string | null
    createdAt: Date
    rows: Buffer
    doneCount: number
  }>`
    update article_imports set leased_by = ${lease}, leased_until = ${until}
     where id = (select id from article_imports
                  where finished_at is null and (leased_until is null or leased_until <= ${now})
                  order by id limit 1 for update skip locked)
 returning id, company_id, created_at, rows, done_count`.execute(db)
  const row = rows[0]
  if (!row) return undefined
  const { id, companyId, createdAt, doneCount } = row
  return { id, companyId: companyId ?? undefined, createdAt: createdAt, rows: row.rows, done: doneCount }
}

export type Progress = Pick<ImportProgress, 'done' | 'created' | 'updated' | 'unchanged' | 'expired'>

/** Adds what a batch has done and holds the lease for longer; false when the lease was lost. */
export async function advance(
  tx: Queryable,
  id: string,
  lease: string,
  { done, created, updated, unchanged, expired }: Progress,
  until: Date,
): Promise<boolean> {
  const { rows } = await sql`
    update article_imports
       set done_count = done_count + ${done}, created_count = created_count + ${created},
           updated_count = updated_count + ${updated}, unchanged_count = unchanged_count + ${unchanged},
           expired_count = expired_count + ${expired}, leased_until = ${until}
     where id = ${id} and leased_by = ${lease}
 returning id`.execute(tx)
  return rows.length === 1
}

/** For a batch that takes longer than a lease, which a provider of sentiment that is slow to answer may make it do. */
export async function renewLease(db: Queryable, id: string, lease: string, until: Date): Promise<void> {
  await sql`
    update article_imports set leased_until = ${until} where id = ${id} and leased_by = ${lease}`.execute(db)
}

export async function finish(tx: Queryable, id: string, at: Date): Promise<void> {
  await sql`
    update article_imports set finished_at = ${at}, rows = null, leased_by = null, leased_until = null
     where id = ${id}`.execute(tx)
}

/** Gives an import back unfinished. */
export async function release(db: Queryable, id: string, lease: string, at: Date): Promise<void> {
  await sql`
    update article_imports set leased_until = ${at} where id = ${id} and leased_by = ${lease}`.execute(db)
}

/** Only one process can hold an embedded database, so all leases found at its start are of processes that died. */
export async function endLeases(db: Queryable): Promise<void> {
  await sql`
    update article_imports set leased_by = null, leased_until = null where finished_at is null`.execute(db)
}

/** Reports of what ended before then. */
export async function deleteFinishedBefore(tx: Queryable, before: Date, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from article_imports
     where id in (select id from article_imports where finished_at < ${before} order by id limit ${limit})`.execute(tx)
  return Number(numAffectedRows ?? 0)
}

const toProgress = (row: ImportRow): ImportProgress => ({
  id: row.id,
  createdAt: row.createdAt,
  rowCount: row.rowCount,
  rejectedCount: row.rejectedCount,
  rejected: row.rejected,
  done: row.doneCount,
  created: row.createdCount,
  updated: row.updatedCount,
  unchanged: row.unchangedCount,
  expired: row.expiredCount,
  finishedAt: row.finishedAt,
})
