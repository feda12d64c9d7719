/** All SQL of completions of language models. Sectors are the same in any case. */

import type { Queryable } from '@service/foundation/database/database.ts'
import { ofCompany } from '@service/foundation/database/of-company.ts'
import type { ListErasable } from '@service/foundation/erasure/model/eraser.ts'
import { sql } from 'kysely'
import type { CompletionText, StoredCompletion } from './stored-completion.ts'

/** How many were new: the same completion is kept once. */
export async function insertAll(tx: Queryable, completions: readonly StoredCompletion[]): Promise<number> {
  if (completions.length === 0) return 0
  const rows = completions.map(({ companyId, askedAt, ...rest }) => ({
    ...rest,
    answer: 'completion' in rest ? rest.completion : null,
    company_id: companyId ?? null,
    asked_at: askedAt.toISOString(),
  }))
  const { rows: inserted } = await sql`
    insert into visibility_answers (id, company_id, sector, provider, model, prompt, answer, failure, asked_at)
    select id, company_id, sector, provider, model, prompt, answer as completion, failure, asked_at
      from json_to_recordset(${JSON.stringify(rows)}::json)
           as answer (id text, company_id text, sector text, provider text, model text, prompt text, answer text,
                      failure text, asked_at timestamptz)
        on conflict do nothing
 returning id`.execute(tx)
  return inserted.length
}

/** The operator's completions and the company's own, in the order in which they were given. */
export async function listTexts(
  db: Queryable,
  companyId: string,
  { sector, from }: { sector: string; from: Date },
): Promise<CompletionText[]> {
  const { rows } = await sql<{ id: string; askedAt: Date; text: string }>`
    select id, asked_at, answer as text from visibility_answers
     where lower(sector) = lower(${sector}) and asked_at >= ${from} and answer is not null
       and (company_id is null or company_id = ${companyId})
     order by asked_at, id`.execute(db)
  return rows.map(({ askedAt, ...row }) => ({ ...row, askedAt: askedAt.getTime() }))
}

/** Whether the company can see any, however old. */
export async function hasAny(db: Queryable, companyId: string, sector: string): Promise<boolean> {
  const { rows } = await sql`
    select from visibility_answers
     where lower(sector) = lower(${sector}) and answer is not null and (company_id is null or company_id = ${companyId})
     limit 1`.execute(db)
  return rows.length > 0
}

export type Asked = { sector: string; provider: string; model: string; prompt: string; failed: boolean }

/** What the operator's questions have brought since then, failures included. */
export async function listAsked(db: Queryable, since: Date): Promise<Asked[]> {
  const { rows } = await sql<Asked>`
    select sector, provider, model, prompt, answer is null as failed
      from visibility_answers
     where company_id is null and asked_at >= ${since}`.execute(db)
  return rows
}

/** Of the companies' own subjects, without those of a sample: nobody is asked about the news of another year. */
export async function followedSectors(db: Queryable): Promise<string[]> {
  const { rows } = await sql<{ sector: string }>`
    select min(s.sector) as sector
      from company_subjects f join subjects s on s.id = f.subject_id
     where f.role = 'own' and not s.sample and s.sector <> ''
     group by lower(s.sector)
     order by lower(s.sector)`.execute(db)
  return rows.map(({ sector }) => sector)
}

/** Of the operator's completions all whose own subject is of the sector, of a company's completions the company alone. */
export async function companiesIn(
  db: Queryable,
  sectors: readonly string[],
  companyId: string | undefined,
): Promise<string[]> {
  const { rows } = await sql<{ companyId: string }>`
    select f.company_id
      from company_subjects f join subjects s on s.id = f.subject_id
     where f.role = 'own' and lower(s.sector) = any (${sectors.map((sector) => sector.toLowerCase())}::text[])
       and ${ofCompany(companyId, 'f.company_id')}
     order by f.company_id`.execute(db)
  return rows.map(({ companyId }) => companyId)
}

/** Failures included; returns how many those were. */
export async function deleteBefore(tx: Queryable, before: Date, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from visibility_answers
     where id = any (array(select id from visibility_answers where asked_at < ${before}
                            order by asked_at limit ${limit}))`.execute(tx)
  return Number(numAffectedRows ?? 0)
}

export type ErasableCompletion = { id: string; companyId: string | null; completion: string }

/** By id; of one company, or of all and the operator. */
export const listErasable: ListErasable<ErasableCompletion> = async (tx, companyId, afterId, limit) => {
  const { rows } = await sql<ErasableCompletion>`
    select id, company_id, answer as completion from visibility_answers
     where answer is not null and id > ${afterId}
       and ${ofCompany(companyId)}
     order by id limit ${limit}`.execute(tx)
  return rows
}

/** The hash of what stood there first is the one that is kept. */
export async function redact(
  tx: Queryable,
  { id, completion, originalSha256 }: { id: string; completion: string; originalSha256: Uint8Array },
  at: Date,
): Promise<void> {
  await sql`
    update visibility_answers
       set answer = ${completion}, redacted_at = ${at}, original_sha256 = coalesce(original_sha256, ${originalSha256})
     where id = ${id}`.execute(tx)
}

type CompletionRow = {
  id: string
  companyId: string | null
  sector: string
  provider: string
  model: string
  prompt: string
  completion: string | null
  failure: string | null
  askedAt: Date
}

/** The latest, failures included; without a company, the operator's. */
export async function listLatest(
  db: Queryable,
  companyId: string | undefined,
  limit: number,
): Promise<StoredCompletion[]> {
  const { rows } = await sql<CompletionRow>`
    select id, company_id, sector, provider, model, prompt, answer as completion, failure, asked_at
      from visibility_answers
     where company_id is not distinct from ${companyId ?? null}::text
     order by asked_at desc, id desc limit ${limit}`.execute(db)
  return rows.map(({ companyId, completion, failure, ...row }) => ({
    ...row,
    companyId: companyId ?? undefined,
    ...(completion !== null ? { completion } : { failure: failure ?? '' }),
  }))
}
