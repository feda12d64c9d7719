/** All SQL of batches. */
import type { Queryable } from '@service/foundation/database/database.ts'
import { ofCompany } from '@service/foundation/database/of-company.ts'
import { actorText, readActor } from '@service/foundation/identity/model/actor.ts'
import { type Lease, LeasedRows } from '@service/foundation/jobs/lease.ts'
import { sql } from 'kysely'
import type { Caller, Party, RecordedMatch } from '../model/screening-record.ts'

/** Announced when there is a batch to work on. */
export const batchesChanged = 'screening_batches_changed'

const leased = new LeasedRows('screening_batches', ['company_id', 'id'])

export type Batch = {
  id: string
  createdAt: Date
  actor: string
  label: string
  rowCount: number
  doneCount: number
  /** How many of those done have a match. */
  matchCount: number
  finishedAt: Date | null
}

export type BatchKey = { companyId: string; id: string }

/** One batch of a company is started at a time, until the transaction ends. */
export async function lock(tx: Queryable, companyId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`screening batches of ${companyId}`}, 0))`.execute(tx)
}

/** To be called in a transaction: the rows and their batch appear together. */
export async function insert(
  tx: Queryable,
  { companyId, actor, requestId }: Caller,
  batch: { id: string; label: string; at: Date; parties: readonly Party[] },
): Promise<void> {
  const { id, label, at, parties } = batch
  await sql`
    insert into screening_batches (company_id, id, created_at, actor, request_id, label, row_count, due_at)
    values (${companyId}, ${id}, ${at}, ${actorText(actor)}, ${requestId}, ${label}, ${parties.length}, ${at})`.execute(
    tx,
  )
  for (let from = 0; from < parties.length; from += rowsPerStatement) {
    const part = parties.slice(from, from + rowsPerStatement).map((party, i) => ({ row: from + i + 1, party }))
    await sql`
      insert into screening_batch_rows (company_id, batch_id, row, party)
      select ${companyId}, ${id}, row, party
        from jsonb_to_recordset(${JSON.stringify(part)}::jsonb) as r (row int, party jsonb)`.execute(tx)
  }
  await sql`select pg_notify(${batchesChanged}, '')`.execute(tx)
}

const rowsPerStatement = 1_000

const columns = sql`id, created_at, actor, label, row_count, done_count, match_count, finished_at`

export async function find(db: Queryable, { companyId, id }: BatchKey): Promise<Batch | undefined> {
  const { rows } = await sql<Batch>`
    select ${columns} from screening_batches where company_id = ${companyId} and id = ${id}`.execute(db)
  return rows[0]
}

/** Newest first; `beforeId` continues a list behind its last. */
export async function list(
  db: Queryable,
  companyId: string,
  beforeId: string | undefined,
  limit: number,
): Promise<Batch[]> {
  const { rows } = await sql<Batch>`
    select ${columns} from screening_batches
     where company_id = ${companyId} and (${beforeId ?? null}::text is null or id < ${beforeId ?? null})
     order by id desc limit ${limit}`.execute(db)
  return rows
}

export async function countUnfinished(db: Queryable, companyId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from screening_batches
     where company_id = ${companyId} and finished_at is null`.execute(db)
  return rows[0]?.count ?? 0
}

export type LeasedBatch = BatchKey & { caller: Caller }

/** The unfinished one that has waited longest, so that companies are served round-robin, part by part. */
export async function take(db: Queryable, lease: Lease): Promise<LeasedBatch | undefined> {
  const { rows } = await leased
    .take<{ companyId: string; id: string; actor: string; requestId: string }>(lease, {
      where: sql`finished_at is null and due_at <= ${lease.now}`,
      orderBy: sql`due_at`,
      limit: 1,
      returning: sql`company_id, id, actor, request_id`,
    })
    .execute(db)
  const [row] = rows
  if (!row) return undefined
  const { companyId, id, actor, requestId } = row
  return { companyId, id, caller: { companyId, requestId, actor: readActor(actor) } }
}

export type BatchRow = { row: number; party: Party | null; screeningId: string }

/** The next rows, each with the id that its screening has or will have; `newIds` for those that have none yet. */
export async function takeRows(
  db: Queryable,
  { companyId, id }: BatchKey,
  newIds: readonly string[],
): Promise<BatchRow[]> {
  const { rows } = await sql<BatchRow>`
    update screening_batch_rows r
       set screening_id = coalesce(r.screening_id, next.id)
      from (select row, (${[...newIds]}::text[])[row_number() over (order by row)] as id
              from screening_batch_rows
             where company_id = ${companyId} and batch_id = ${id} and not done
             order by row limit ${newIds.length}) next
     where r.company_id = ${companyId} and r.batch_id = ${id} and r.row = next.row
 returning r.row, r.party, r.screening_id`.execute(db)
  return rows.sort((one, other) => one.row - other.row)
}

/** Those of these screenings that are recorded already, with whether they found somebody. */
export async function readRecorded(
  db: Queryable,
  companyId: string,
  ids: readonly string[],
): Promise<Map<string, { clean: boolean }>> {
  const { rows } = await sql<{ id: string; clean: boolean }>`
    select id, clean from screenings where company_id = ${companyId} and id = any (${[...ids]}::text[])`.execute(db)
  return new Map(rows.map(({ id, clean }) => [id, { clean }]))
}

/**
 * The screenings that these rows were given whose person was erased. An erasure that is under way is waited for, and one that
 * comes later waits until the transaction ends. A row that is merely done names nobody either: another worker may have noted
 * it after our lease ran out, and its screening stays. One that was done without being screened has no screening.
 */
export async function lockErased(
  tx: Queryable,
  { companyId, id }: BatchKey,
  taken: readonly Pick<BatchRow, 'row' | 'screeningId'>[],
): Promise<string[]> {
  const { rows: locked } = await sql<{ row: number; isErased: boolean }>`
    select row, party is null and (not done or screening_id is null) as is_erased from screening_batch_rows
     where company_id = ${companyId} and batch_id = ${id} and row = any (${taken.map(({ row }) => row)}::int[])
     order by row for update`.execute(tx)
  const erased = new Set(locked.flatMap(({ row, isErased }) => (isErased ? [row] : [])))
  return taken.flatMap(({ row, screeningId }) => (erased.has(row) ? [screeningId] : []))
}

/** Notes rows as done. To be called in a transaction; false when the lease was lost. */
export async function advance(
  tx: Queryable,
  lease: Lease,
  { companyId, id }: BatchKey,
  { rows, matches, at }: { rows: readonly number[]; matches: number; at: Date },
): Promise<boolean> {
  const { rows: held } = await sql<{ finished: boolean }>`
    update screening_batches
       set done_count = done_count + ${rows.length}, match_count = match_count + ${matches}, due_at = ${at},
           finished_at = case when done_count + ${rows.length} >= row_count then ${at}::timestamptz end, ${leased.ended}
     where ${leased.heldBy(lease.id, { company_id: companyId, id })}
 returning finished_at is not null as finished`.execute(tx)
  if (held.length === 0) return false
  await sql`
    update screening_batch_rows r
       set done = true, party = null,
           -- By this a worker that stalled, and records the row only now, learns that its person was erased.
           screening_id = case when r.party is not null
                                 or exists (select from screenings s
                                             where s.company_id = r.company_id and s.id = r.screening_id)
                               then r.screening_id end
     where r.company_id = ${companyId} and r.batch_id = ${id} and r.row = any (${[...rows]}::int[])`.execute(tx)
  return true
}

export async function release(db: Queryable, lease: Lease, { companyId, id }: BatchKey, dueAt: Date): Promise<void> {
  await leased.release(db, lease.id, { company_id: companyId, id }, sql`due_at = ${dueAt}`)
}

export const endLeases = (db: Queryable): Promise<void> => leased.endAll(db)

export type ResultRow = {
  row: number
  screeningId: string | null
  done: boolean
  /** Of the row while it waits, of the record afterwards; null once erased. */
  party: Party | null
  clean: boolean | null
  matches: readonly RecordedMatch[] | null
}

export async function readResults(
  db: Queryable,
  { companyId, id }: BatchKey,
  { afterRow, onlyMatches }: { afterRow: number; onlyMatches: boolean },
  limit: number,
): Promise<ResultRow[]> {
  const { rows } = await sql<ResultRow>`
    select r.row, r.screening_id, r.done, coalesce(s.query, r.party) as party, s.clean, s.results as matches
      from screening_batch_rows r
      left join screenings s on s.company_id = r.company_id and s.id = r.screening_id
     where r.company_id = ${companyId} and r.batch_id = ${id} and r.row > ${afterRow}
       and (${!onlyMatches} or s.clean = false)
     order by r.row limit ${limit}`.execute(db)
  return rows
}

/** What was asked in these screenings, by id, as far as it is not erased. */
export async function readParties(
  db: Queryable,
  companyId: string,
  screeningIds: readonly string[],
): Promise<Map<string, Party>> {
  const { rows } = await sql<{ id: string; party: Party }>`
    select id, query as party from screenings
     where company_id = ${companyId} and id = any (${[...screeningIds]}::text[]) and query is not null`.execute(db)
  return new Map(rows.map(({ id, party }) => [id, party]))
}

/** Rows that wait and name somebody. */
export async function listErasable(
  tx: Queryable,
  companyId: string | undefined,
): Promise<{ companyId: string; batchId: string; row: number; party: Party }[]> {
  const { rows } = await sql<{ companyId: string; batchId: string; row: number; party: Party }>`
    select company_id, batch_id, row, party from screening_batch_rows
     where party is not null and ${ofCompany(companyId)}`.execute(tx)
  return rows
}

export async function redact(
  tx: Queryable,
  { companyId, batchId, row }: { companyId: string; batchId: string; row: number },
): Promise<void> {
  await sql`
    update screening_batch_rows set party = null
     where company_id = ${companyId} and batch_id = ${batchId} and row = ${row}`.execute(tx)
}

/** Deletes up to `limit` batches that are older, with their rows. */
export async function deleteBefore(tx: Queryable, before: Date, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from screening_batches
     where (company_id, id) in (select company_id, id from screening_batches where created_at < ${before} limit ${limit})`.execute(
    tx,
  )
  return Number(numAffectedRows ?? 0)
}
