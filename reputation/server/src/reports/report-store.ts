/** All SQL of reports. */
import type { Queryable } from '@service/foundation/database/database.ts'
import { ofCompany } from '@service/foundation/database/of-company.ts'
import { type Act, actorText } from '@service/foundation/identity/model/actor.ts'
import type { Period } from '@service/reputation-domain/series/model/month.ts'
import { sql } from 'kysely'
import type { Report } from './model/report.ts'
import type { ReportFacts, ReportType } from './model/report-facts.ts'

export type NewReport = Omit<Report, 'lastDate' | 'isWholeMonth' | 'comment' | 'sample'> & {
  madeBy: Act['actor']
  facts: ReportFacts
  factsSha256: string
  pdf: Uint8Array
  pdfSha256: string
}

export type Series = { companyId: string; type: ReportType; period: Period }

/** Until the transaction ends, nobody else writes a revision of it. */
export async function lock(tx: Queryable, { companyId, type, period }: Series): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`report ${companyId} ${type} ${period}`}, 0))`.execute(tx)
}

/** Until the transaction ends, no erasure goes through the reports; one that has done so has ended before this returns. */
export async function holdErasures(tx: Queryable): Promise<void> {
  await sql`select pg_advisory_xact_lock_shared(hashtextextended('erasure from reports', 0))`.execute(tx)
}

/** Until the transaction of the erasure ends, no report is written. */
export async function holdReports(tx: Queryable): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('erasure from reports', 0))`.execute(tx)
}

export type LastRevision = { id: string; revision: number; factsSha256: string; isThere: boolean }

/** Deleted ones included, for their numbers are not given again. */
export async function lastRevision(
  db: Queryable,
  { companyId, type, period }: Series,
): Promise<LastRevision | undefined> {
  const { rows } = await sql<LastRevision>`
    select id, revision, facts_sha256, (deleted_at is null and redacted_at is null) as is_there from reports
     where company_id = ${companyId} and type = ${type} and period = ${period}
     order by revision desc limit 1`.execute(db)
  return rows[0]
}

export async function insert(tx: Queryable, report: NewReport): Promise<void> {
  const { id, companyId, type, period, revision, madeAt, madeBy, headline, facts, factsSha256, pdf, pdfSha256 } = report
  await sql`
    insert into reports (id, company_id, type, period, revision, made_at, made_by, headline, facts, facts_sha256, pdf,
                         pdf_sha256, pdf_bytes, original_sha256)
    values (${id}, ${companyId}, ${type}, ${period}, ${revision}, ${madeAt}, ${actorText(madeBy)}, ${headline},
            ${JSON.stringify(facts)}::jsonb, ${factsSha256}, ${Buffer.from(pdf)}, ${pdfSha256}, ${pdf.byteLength},
            ${pdfSha256})`.execute(tx)
}

const columns = sql`
  id, company_id, type, period, revision, made_at, headline, facts->>'lastDate' as last_date,
  (facts->>'isWholeMonth')::boolean as is_whole_month, facts->>'comment' as comment,
  (facts->'news'->>'sample')::boolean as sample`

/** The last made first. */
export async function list(
  db: Queryable,
  companyId: string,
  { period, beforeId }: { period?: string | undefined; beforeId?: string | undefined },
  limit: number,
): Promise<Report[]> {
  const { rows } = await sql<Report>`
    select ${columns} from reports
     where company_id = ${companyId} and deleted_at is null
       ${period === undefined ? sql`` : sql`and period = ${period}`}
       ${beforeId === undefined ? sql`` : sql`and id < ${beforeId}`}
     order by id desc limit ${limit}`.execute(db)
  return rows
}

export async function find(db: Queryable, companyId: string, id: string): Promise<Report | undefined> {
  const { rows } = await sql<Report>`
    select ${columns} from reports where id = ${id} and company_id = ${companyId} and deleted_at is null`.execute(db)
  return rows[0]
}

export type StoredPdf = {
  revision: number
  madeAt: Date
  period: Period
  /** Null after an erasure, until it has been set again. */
  pdf: Buffer | null
  pdfSha256: string | null
}

export async function findPdf(db: Queryable, companyId: string, id: string): Promise<StoredPdf | undefined> {
  const { rows } = await sql<StoredPdf>`
    select revision, made_at, period, pdf, pdf_sha256 from reports
     where id = ${id} and company_id = ${companyId} and deleted_at is null`.execute(db)
  return rows[0]
}

export async function factsOf(db: Queryable, companyId: string, id: string): Promise<ReportFacts | undefined> {
  const { rows } = await sql<{ facts: ReportFacts }>`
    select facts from reports where id = ${id} and company_id = ${companyId} and deleted_at is null`.execute(db)
  return rows[0]?.facts
}

/** Sets again what an erasure has removed, unless the facts have changed since these were read. */
export async function restorePdf(
  db: Queryable,
  id: string,
  facts: ReportFacts,
  { pdf, sha256 }: { pdf: Uint8Array; sha256: string },
): Promise<boolean> {
  const { rows } = await sql`
    update reports set pdf = ${Buffer.from(pdf)}, pdf_sha256 = ${sha256}, pdf_bytes = ${pdf.byteLength}
     where id = ${id} and pdf is null and facts = ${JSON.stringify(facts)}::jsonb
    returning id`.execute(db)
  return rows.length === 1
}

/** Its row stays, without what was in it. Returns it as it was. */
export async function remove(tx: Queryable, companyId: string, id: string, at: Date): Promise<Report | undefined> {
  const found = await find(tx, companyId, id)
  if (!found) return undefined
  const { rows } = await sql`
    update reports set deleted_at = ${at}, facts = null, pdf = null, pdf_sha256 = null, pdf_bytes = null
     where id = ${id} and company_id = ${companyId} and deleted_at is null
    returning id`.execute(tx)
  return rows.length === 1 ? found : undefined
}

export type ErasableReport = { id: string; companyId: string; facts: ReportFacts }

/** A page of them, in the order of their ids. */
export async function lockErasable(
  tx: Queryable,
  companyId: string | undefined,
  afterId: string,
  limit: number,
): Promise<ErasableReport[]> {
  const { rows } = await sql<ErasableReport>`
    select id, company_id, facts from reports
     where ${ofCompany(companyId)} and facts is not null and id > ${afterId}
     order by id limit ${limit} for update`.execute(tx)
  return rows
}

/** The document goes: it is set again from these when it is next read. */
export async function redact(tx: Queryable, id: string, facts: ReportFacts, at: Date): Promise<void> {
  await sql`
    update reports
       set facts = ${JSON.stringify(facts)}::jsonb, pdf = null, pdf_sha256 = null, pdf_bytes = null, redacted_at = ${at}
     where id = ${id}`.execute(tx)
}

export async function deleteBefore(tx: Queryable, before: Date, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from reports
     where id in (select id from reports where made_at < ${before} order by made_at limit ${limit})`.execute(tx)
  return Number(numAffectedRows ?? 0)
}

/** Whether the company was in the news on the day or later. */
export async function hasFigures(db: Queryable, companyId: string, day: string): Promise<boolean> {
  const { rows } =
    await sql`select from sentiment_days where company_id = ${companyId} and day >= ${day}::date limit 1`.execute(db)
  return rows.length === 1
}
