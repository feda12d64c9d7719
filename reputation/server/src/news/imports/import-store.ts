/** All SQL of imports. */
import type { Queryable } from '@service/foundation/database/database.ts'
import { type Lease, LeasedRows } from '@service/foundation/jobs/lease.ts'
import { ownerOf } from '@service/reputation-domain/articles/owner.ts'
import { sql } from 'kysely'
import { debtOf } from '../queue/debts-store.ts'
import type { ImportProgress, Rejection } from './article-import.ts'

/** Announced when there is an import to work on. */
export const importsChanged = 'article_imports_changed'

const leased = new LeasedRows('article_imports', ['id'])

export type NewImport = {
  id: string
  /** Undefined: the articles become the platform's. */
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

const columns = sql`
  id, created_at, row_count, rejected_count, rejected, done_count as done, created_count as created,
  updated_count as updated, unchanged_count as unchanged, expired_count as expired, finished_at`

/** An import of the company, or, where that is undefined, of the platform. */
export async function find(
  db: Queryable,
  companyId: string | undefined,
  id: string,
): Promise<ImportProgress | undefined> {
  const { rows } = await sql<ImportProgress>`
    select ${columns} from article_imports
     where id = ${id} and company_id is not distinct from ${companyId ?? null}`.execute(db)
  return rows[0]
}

/** Newest first; `beforeId` continues a list behind its last. */
export async function list(
  db: Queryable,
  companyId: string | undefined,
  beforeId: string | undefined,
  limit: number,
): Promise<ImportProgress[]> {
  const { rows } = await sql<ImportProgress>`
    select ${columns} from article_imports
     where company_id is not distinct from ${companyId ?? null}
       and (${beforeId ?? null}::text is null or id < ${beforeId ?? null})
     order by id desc limit ${limit}`.execute(db)
  return rows
}

export type LeasedImport = {
  id: string
  companyId: string | undefined
  createdAt: Date
  rows: Uint8Array
  done: number
}

const owner = sql`coalesce(article_imports.company_id, '')`

/** Of the imports that are unfinished and free, that of the owner with the least debt; of one owner, the oldest. */
export async function take(db: Queryable, lease: Lease): Promise<LeasedImport | undefined> {
  const { rows } = await leased
    .take<Omit<LeasedImport, 'companyId'> & { companyId: string | null }>(lease, {
      where: sql`finished_at is null`,
      orderBy: sql`${debtOf(owner, lease.now)}, id`,
      limit: 1,
      returning: sql`id, company_id, created_at, rows, done_count as done`,
    })
    .execute(db)
  const row = rows[0]
  return row && { ...row, companyId: row.companyId ?? undefined }
}

/** Whether an import of another owner is free, and of one with less debt. */
export async function othersComeFirst(
  db: Queryable,
  { companyId }: Pick<LeasedImport, 'companyId'>,
  now: Date,
): Promise<boolean> {
  const own = ownerOf(companyId)
  const { rows } = await sql`
    select from article_imports
     where finished_at is null and ${owner} <> ${own} and ${leased.isFree(now)}
       and ${debtOf(owner, now)} < ${debtOf(sql`${own}`, now)}
     limit 1`.execute(db)
  return rows.length > 0
}

export type Progress = Pick<ImportProgress, 'done' | 'created' | 'updated' | 'unchanged' | 'expired'>

/** Adds what a batch has done and holds the lease until then; false when the lease was lost. */
export async function advance(
  tx: Queryable,
  lease: Lease,
  id: string,
  { done, created, updated, unchanged, expired }: Progress,
  until: Date,
): Promise<boolean> {
  const { rows } = await sql`
    update article_imports
       set done_count = done_count + ${done}, created_count = created_count + ${created},
           updated_count = updated_count + ${updated}, unchanged_count = unchanged_count + ${unchanged},
           expired_count = expired_count + ${expired}, ${leased.heldUntil(until)}
     where ${leased.heldBy(lease.id, { id })}
 returning id`.execute(tx)
  return rows.length === 1
}

/** For a batch that takes longer than a lease, as it may with a slow provider of sentiment. */
export const renewLease = (db: Queryable, lease: Lease, id: string, until: Date): Promise<boolean> =>
  leased.renew(db, lease.id, { id }, until)

export async function finish(tx: Queryable, lease: Lease, id: string, at: Date): Promise<void> {
  await sql`
    update article_imports set finished_at = ${at}, rows = null, ${leased.ended}
     where ${leased.heldBy(lease.id, { id })}`.execute(tx)
}

/** Gives an import back unfinished, to be taken again at the time given; a renewal on its way finds no lease to renew. */
export async function release(db: Queryable, lease: Lease, id: string, at: Date): Promise<void> {
  await sql`
    update article_imports set leased_by = null, ${leased.heldUntil(at)}
     where ${leased.heldBy(lease.id, { id })}`.execute(db)
}

export const endLeases = (db: Queryable): Promise<void> => leased.endAll(db)

/** Reports of what ended before then. */
export async function deleteFinishedBefore(tx: Queryable, before: Date, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from article_imports
     where id in (select id from article_imports where finished_at < ${before} order by id limit ${limit})`.execute(tx)
  return Number(numAffectedRows ?? 0)
}
