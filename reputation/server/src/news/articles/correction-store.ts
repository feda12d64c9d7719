/** All SQL of corrections: what people said about judgements. At most one holds for an article; the others are its history. */

import type { Queryable } from '@service/foundation/database/database.ts'
import { ofCompany } from '@service/foundation/database/of-company.ts'
import type { ErasableNote, RedactedNote } from '@service/foundation/erasure/model/note-redactor.ts'
import type { Correction } from '@service/reputation-domain/mentions/correction.ts'
import { minPCompany } from '@service/reputation-domain/mentions/mentions.ts'
import type { RiskCategory } from '@service/reputation-domain/risk/model/categories.ts'
import { sql } from 'kysely'

export type StoredCorrection = Correction & {
  id: string
  companyId: string
  subjectId: string
  articleId: string
  /** Of the article, when it was corrected. */
  publishedAt: Date
  note: string | null
  at: Date
  /** As the audit names actors. */
  actor: string
  /** Null while it holds. */
  endedAt: Date | null
  endedBy: string | null
}

const columns = sql`
  c.id, c.company_id, c.subject_id, c.article_id, c.published_at, c.tone, c.about_company, c.gravity, c.category,
  c.is_alert, c.note, c.at, c.actor, c.ended_at, c.ended_by`

export async function insert(tx: Queryable, correction: StoredCorrection): Promise<void> {
  const { id, companyId, subjectId, articleId, publishedAt, tone, aboutCompany, gravity, category, isAlert } =
    correction
  await sql`
    insert into article_corrections (id, company_id, subject_id, article_id, published_at, tone, about_company, gravity,
                                     category, is_alert, note, at, actor)
    values (${id}, ${companyId}, ${subjectId}, ${articleId}, ${publishedAt}, ${tone}, ${aboutCompany}, ${gravity},
            ${category}, ${isAlert}, ${correction.note}, ${correction.at}, ${correction.actor})`.execute(tx)
}

/** Ends the one that holds and returns it. */
export async function end(
  tx: Queryable,
  of: Pick<StoredCorrection, 'companyId' | 'subjectId' | 'articleId'>,
  { at, actor }: { at: Date; actor: string },
): Promise<StoredCorrection | undefined> {
  const { rows } = await sql<StoredCorrection>`
    update article_corrections c set ended_at = ${at}, ended_by = ${actor}
     where c.company_id = ${of.companyId} and c.subject_id = ${of.subjectId} and c.article_id = ${of.articleId}
       and c.ended_at is null
 returning ${columns}`.execute(tx)
  return rows[0]
}

/** One at a time for each company, until the transaction ends. */
export async function lock(tx: Queryable, companyId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`corrections of ${companyId}`}, 0))`.execute(tx)
}

/** Those that hold, by article. */
export async function readHolding(
  db: Queryable,
  companyId: string,
  subjectId: string,
): Promise<Map<string, StoredCorrection>> {
  const { rows } = await sql<StoredCorrection>`
    select ${columns} from article_corrections c
     where c.company_id = ${companyId} and c.subject_id = ${subjectId} and c.ended_at is null`.execute(db)
  return new Map(rows.map((row) => [row.articleId, row]))
}

/** When the first article that is corrected was published, from a time on. */
export async function firstCorrected(
  db: Queryable,
  companyId: string,
  subjectId: string,
  from: Date,
): Promise<Date | undefined> {
  const { rows } = await sql<{ first: Date | null }>`
    select min(m.published_at) as first
      from article_corrections c
      join mentions m on m.article_id = c.article_id and m.subject_id = c.subject_id and m.owner in ('', c.company_id)
     where c.company_id = ${companyId} and c.subject_id = ${subjectId} and c.ended_at is null
       and m.published_at >= ${from}`.execute(db)
  return rows[0]?.first ?? undefined
}

export type CorrectionFilter = {
  articleId?: string | undefined
  /** Whether it holds. */
  holds?: boolean | undefined
  beforeId?: string | undefined
}

/** Newest first. */
export async function list(
  db: Queryable,
  companyId: string,
  { articleId, holds, beforeId }: CorrectionFilter,
  limit: number,
): Promise<StoredCorrection[]> {
  const { rows } = await sql<StoredCorrection>`
    select ${columns} from article_corrections c
     where c.company_id = ${companyId}
       ${articleId === undefined ? sql`` : sql`and c.article_id = ${articleId}`}
       ${holds === undefined ? sql`` : sql`and (c.ended_at is null) = ${holds}`}
       ${beforeId === undefined ? sql`` : sql`and c.id < ${beforeId}`}
     order by c.id desc limit ${limit}`.execute(db)
  return rows
}

export type Label = Pick<StoredCorrection, 'id' | 'articleId' | 'tone' | 'aboutCompany' | 'gravity' | 'category'> & {
  title: string
  startAt: number
  endAt: number
  subjectName: string
  riskCategory: RiskCategory | null
}

/** Those that hold and whose article is stored, newest first, with what a model is trained on. */
export async function listLabels(
  db: Queryable,
  companyId: string,
  beforeId: string | undefined,
  limit: number,
): Promise<Label[]> {
  const { rows } = await sql<Label>`
    select c.id, c.article_id, c.tone, c.about_company, c.gravity, c.category, m.title, m.start_at, m.end_at,
           s.name as subject_name, m.risks -> 0 ->> 'category' as risk_category
      from article_corrections c
      join subjects s on s.id = c.subject_id
      join lateral (select title, start_at, end_at, risks from mentions
                     where article_id = c.article_id and subject_id = c.subject_id and owner in ('', c.company_id)
                     order by owner limit 1) m on true
     where c.company_id = ${companyId} and c.ended_at is null
       ${beforeId === undefined ? sql`` : sql`and c.id < ${beforeId}`}
     order by c.id desc limit ${limit}`.execute(db)
  return rows
}

/** Of articles that are past their age. */
export async function deleteBefore(tx: Queryable, before: Date, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from article_corrections
     where id = any (array(select id from article_corrections where published_at < ${before}
                            order by published_at limit ${limit}))`.execute(tx)
  return Number(numAffectedRows ?? 0)
}

/** Page by page; of one company, or of all. */
export async function lockErasable(
  tx: Queryable,
  companyId: string | undefined,
  afterId: string,
  limit: number,
): Promise<ErasableNote[]> {
  const { rows } = await sql<ErasableNote>`
    select id, company_id, note from article_corrections
     where ${ofCompany(companyId)} and note is not null and id > ${afterId}
     order by id limit ${limit} for update`.execute(tx)
  return rows
}

export async function redact(tx: Queryable, { id, note, originalSha256, at }: RedactedNote): Promise<void> {
  await sql`
    update article_corrections
       set note = ${note}, redacted_at = ${at}, original_sha256 = coalesce(original_sha256, ${originalSha256})
     where id = ${id}`.execute(tx)
}

/**
 * The mentions as a company has them, for queries that narrow or count them: as `corrected` in the domain, but for the risks,
 * of which only the categories are right. `correction` is null where none holds.
 */
export const correctedMentions = (companyId: string) => sql`(
  select m.subject_id, m.owner, m.article_id, m.published_at, m.title, m.outlet, m.url, m.language, m.provider,
         m.provider_version, m.words, m.sample, m.original_published_at,
         m.p_company as judged_p_company, m.role as judged_role, m.judged as judged_judged, m.risks as judged_risks,
         m.p_negative as judged_p_negative, m.p_neutral as judged_p_neutral, m.p_positive as judged_p_positive,
         case c.about_company when true then 1 when false then 0 else m.p_company end as p_company,
         case when c.about_company then 'subject' else m.role end as role,
         m.judged or c.tone is not null as judged,
         case when c.tone is null then m.p_negative when c.tone = 'negative' then 1 else 0 end as p_negative,
         case when c.tone is null then m.p_neutral when c.tone = 'neutral' then 1 else 0 end as p_neutral,
         case when c.tone is null then m.p_positive when c.tone = 'positive' then 1 else 0 end as p_positive,
         case when c.gravity = 0 then '[]'::jsonb
              when c.category is not null then m.risks || jsonb_build_array(jsonb_build_object('category', c.category))
              else m.risks end as risks,
         c.id as correction
    from mentions m
    left join article_corrections c
      on c.company_id = ${companyId} and c.subject_id = m.subject_id and c.article_id = m.article_id
     and c.ended_at is null)`

/** Of a row of these: whether it is about the company. */
export const concernsCompany = sql`m.p_company >= ${minPCompany} and m.role <> 'source'`
