/** The SQL of erasing a person from articles and what was found in them, and from imports that are not done. */

import type { Queryable } from '@service/foundation/database/database.ts'
import { ofCompany } from '@service/foundation/database/of-company.ts'
import type { Owner } from '@service/reputation-domain/articles/owner.ts'
import { sql } from 'kysely'
import type { ErasableArticle, ErasableMention } from './redact-article.ts'

/** Who has articles, or will have those of an import; of one company, or of all and the platform. */
export async function owners(tx: Queryable, companyId: string | undefined): Promise<Owner[]> {
  const { rows } = await sql<{ owner: string }>`
    select owner
      from (select owner from article_days
             union select coalesce(company_id, '') from article_imports where finished_at is null) as known
     where ${ofCompany(companyId, 'owner')}
     order by owner`.execute(tx)
  return rows.map(({ owner }) => owner)
}

/** Those from which nobody has been erased yet, by id; `afterId` continues behind the last of a page. */
export async function listArticles(
  tx: Queryable,
  owner: Owner,
  afterId: string,
  limit: number,
): Promise<ErasableArticle[]> {
  const { rows } = await sql<ErasableArticle>`
    select id, title, text, page_text, url, outlet from articles
     where owner = ${owner} and id > ${afterId}
     order by id limit ${limit}`.execute(tx)
  return rows
}

export type RedactedArticle = ErasableArticle & { originalSha256: Uint8Array }

/** The hash of what stood there first is the one that is kept. */
export async function redactArticles(
  tx: Queryable,
  owner: Owner,
  articles: readonly RedactedArticle[],
  at: Date,
): Promise<void> {
  const rows = articles.map(({ originalSha256, pageText, ...article }) => ({
    ...article,
    page_text: pageText,
    hash: Buffer.from(originalSha256).toString('hex'),
  }))
  await sql`
    update articles a
       set title = r.title, text = r.text, page_text = r.page_text, url = r.url, outlet = r.outlet, redacted_at = ${at},
           original_sha256 = coalesce(a.original_sha256, decode(r.hash, 'hex'))
      from json_to_recordset(${JSON.stringify(rows)}::json)
           as r (id text, title text, text text, page_text text, url text, outlet text, hash text)
     where a.owner = ${owner} and a.id = r.id`.execute(tx)
}

type MentionRow = {
  articleId: string
  subjectId: string
  day: string
  title: string
  url: string
  outlet: string
  startAt: number
  endAt: number
  lead: string | null
  risks: ErasableMention['risks']
  words: NonNullable<ErasableMention['words']> | null
}

/** With the day on which each counts. */
export async function listMentions(
  tx: Queryable,
  owner: Owner,
  articleIds: readonly string[],
): Promise<(ErasableMention & { day: string })[]> {
  const { rows } = await sql<MentionRow>`
    select article_id, subject_id, (published_at at time zone 'UTC')::date::text as day, title, url, outlet, start_at,
           end_at, lead, risks, words
      from mentions where owner = ${owner} and article_id = any (${[...articleIds]}::text[])`.execute(tx)
  return rows.map(({ startAt, endAt, lead, words, ...row }) => ({
    ...row,
    ...(words && { words }),
    start: startAt,
    end: endAt,
    lead: lead ?? undefined,
  }))
}

export async function redactMentions(tx: Queryable, owner: Owner, mentions: readonly ErasableMention[]): Promise<void> {
  const rows = mentions.map(({ articleId, subjectId, start, end, lead, words, ...rest }) => ({
    ...rest,
    words: words ?? null,
    article_id: articleId,
    subject_id: subjectId,
    start_at: start,
    end_at: end,
    lead: lead ?? null,
  }))
  await sql`
    update mentions m
       set title = r.title, url = r.url, outlet = r.outlet, start_at = r.start_at, end_at = r.end_at, lead = r.lead,
           risks = r.risks, words = r.words
      from json_to_recordset(${JSON.stringify(rows)}::json)
           as r (article_id text, subject_id text, title text, url text, outlet text, start_at smallint,
                 end_at smallint, lead text, risks jsonb, words jsonb)
     where m.owner = ${owner} and m.article_id = r.article_id and m.subject_id = r.subject_id`.execute(tx)
}

export type PendingImport = { id: string; companyId: string | null; rows: Uint8Array }

/** Imports that are not done, of one company or of all and the platform; they are held. */
export async function lockPendingImports(tx: Queryable, companyId: string | undefined): Promise<PendingImport[]> {
  const { rows } = await sql<{ id: string; companyId: string | null; rows: Buffer }>`
    select id, company_id, rows from article_imports
     where finished_at is null and ${ofCompany(companyId)}
     order by id
       for update`.execute(tx)
  return rows
}

/** The process that works on the import has read the old rows, and loses its lease. */
export async function replaceRows(tx: Queryable, id: string, rows: Uint8Array): Promise<void> {
  await sql`
    update article_imports set rows = ${rows}, leased_by = null, leased_until = null where id = ${id}`.execute(tx)
}
