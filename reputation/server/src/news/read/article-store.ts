/** All SQL that reads articles as figures see them: the mentions of a subject, with what was judged of them. */
import type { Queryable } from '@service/foundation/database/database.ts'
import { type Owner, platform } from '@service/reputation-domain/articles/owner.ts'
import type { Correction } from '@service/reputation-domain/mentions/correction.ts'
import type { Label } from '@service/reputation-domain/mentions/mentions.ts'
import type { RiskCategory } from '@service/reputation-domain/risk/model/categories.ts'
import { sql } from 'kysely'
import { concernsCompany, correctedMentions } from '../articles/correction-store.ts'
import type { JudgedColumns } from '../model/judged-columns.ts'
import type { DrivingWord } from '../model/stored-mention.ts'

export type ArticleFilter = {
  /** Until before `until`. */
  from?: Date | undefined
  until?: Date | undefined
  tone?: Label | undefined
  category?: RiskCategory | undefined
  outlet?: string | undefined
  /** ISO 639-1. */
  language?: string | undefined
  /** Whether figures count it. */
  counted?: boolean | undefined
  /** Whether it is about the company, and in a language that is not judged. */
  unjudged?: boolean | undefined
  /** Whether a person has corrected its judgement. */
  corrected?: boolean | undefined
  /** These alone. */
  articleIds?: readonly string[] | undefined
  /** Continues a list behind its last article. */
  before?: ArticlePosition | undefined
}

export type ArticlePosition = { publishedAt: Date; articleId: string }

export type ListedArticle = JudgedColumns & {
  articleId: string
  publishedAt: Date
  title: string
  outlet: string
  url: string
  language: string | null
  /** Null where the release that judged it did not keep them. */
  words: DrivingWord[] | null
  sample: boolean
  originalPublishedAt: Date | null
  /** Null where none holds. */
  correction: HoldingCorrection | null
}

export type HoldingCorrection = Correction & { id: string; note: string | null; at: Date; actor: string }

/** The likeliest of the three, as `labelOf` decides between equals. */
const tone = sql`
  case when m.p_neutral >= m.p_negative and m.p_neutral >= m.p_positive then 'neutral'
       when m.p_negative >= m.p_positive then 'negative' else 'positive' end`

/** Newest first. An article that the platform has as well is listed once, as the platform has it. */
export async function list(
  db: Queryable,
  companyId: string,
  subjectId: string,
  filter: ArticleFilter,
  limit: number,
): Promise<ListedArticle[]> {
  const { rows } = await sql<ListedArticle>`
    select *
      from ((${ofOwner(platform, companyId, subjectId, filter, limit)})
             union all
            (${ofOwner(companyId, companyId, subjectId, filter, limit)})) as found
     order by published_at desc, article_id desc limit ${limit}`.execute(db)
  return rows.map(({ correction, ...row }) => ({
    ...row,
    correction: correction && { ...correction, at: new Date(correction.at) },
  }))
}

/** One owner's, so that an index gives them in order. */
function ofOwner(owner: Owner, companyId: string, subjectId: string, filter: ArticleFilter, limit: number) {
  const { from, until, tone: wanted, category, outlet, language, counted, unjudged, articleIds, before } = filter
  const { corrected } = filter
  return sql<ListedArticle>`
    select m.article_id, m.published_at, m.title, m.outlet, m.url, m.language, m.judged_judged as judged,
           m.judged_p_company as p_company, m.judged_role as role, m.judged_p_negative as p_negative,
           m.judged_p_neutral as p_neutral, m.judged_p_positive as p_positive, m.provider, m.provider_version,
           m.judged_risks as risks, m.words, m.sample, m.original_published_at,
           (select jsonb_build_object('id', c.id, 'tone', c.tone, 'aboutCompany', c.about_company, 'gravity', c.gravity,
                                      'category', c.category, 'isAlert', c.is_alert, 'note', c.note, 'at', c.at,
                                      'actor', c.actor)
              from article_corrections c where c.id = m.correction) as correction
      from ${correctedMentions(companyId)} m
     where m.subject_id = ${subjectId} and m.owner = ${owner}
       ${from ? sql`and m.published_at >= ${from}` : sql``}
       ${until ? sql`and m.published_at < ${until}` : sql``}
       ${before ? sql`and (m.published_at, m.article_id) < (${before.publishedAt}, ${before.articleId})` : sql``}
       ${wanted ? sql`and m.judged and ${tone} = ${wanted}` : sql``}
       ${category ? sql`and m.risks @> ${JSON.stringify([{ category }])}::jsonb` : sql``}
       ${outlet === undefined ? sql`` : sql`and lower(m.outlet) = lower(${outlet})`}
       ${language === undefined ? sql`` : sql`and m.language = lower(${language})`}
       ${counted === undefined ? sql`` : sql`and (${concernsCompany} and m.judged) = ${counted}`}
       ${unjudged === undefined ? sql`` : sql`and (${concernsCompany} and not m.judged) = ${unjudged}`}
       ${corrected === undefined ? sql`` : sql`and (m.correction is not null) = ${corrected}`}
       ${articleIds ? sql`and m.article_id = any (${[...articleIds]}::text[])` : sql``}
       ${owner === platform ? sql`` : notOfPlatform}
     order by m.published_at desc, m.article_id desc limit ${limit}`
}

const notOfPlatform = sql`
  and not exists (select from mentions p
                   where p.owner = ${platform} and p.article_id = m.article_id and p.subject_id = m.subject_id)`
