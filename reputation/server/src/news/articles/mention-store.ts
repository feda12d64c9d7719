/** All SQL of mentions. */
import type { Queryable } from '@service/foundation/database/database.ts'
import type { Owner } from '@service/reputation-domain/articles/owner.ts'
import { sql } from 'kysely'
import type { JudgedColumns } from '../model/judged-columns.ts'
import type { StoredMention } from '../model/stored-mention.ts'

export async function insertAll(tx: Queryable, mentions: readonly StoredMention[]): Promise<void> {
  if (mentions.length === 0) return
  const rows = mentions.map((mention) => ({
    subject_id: mention.subjectId,
    published_at: new Date(mention.publishedAt).toISOString(),
    article_id: mention.articleId,
    owner: mention.owner,
    host: mention.host,
    outlet: mention.outlet,
    title: mention.title,
    url: mention.url,
    start_at: mention.start,
    end_at: mention.end,
    p_company: mention.pCompany,
    role: mention.role,
    p_negative: mention.probabilities.negative,
    p_neutral: mention.probabilities.neutral,
    p_positive: mention.probabilities.positive,
    provider: mention.provider,
    provider_version: mention.providerVersion,
    risks: mention.risks,
    lead: mention.lead ?? null,
    words: mention.words ?? null,
    language: mention.language ?? null,
    judged: mention.judged ?? true,
    sample: mention.sample,
    original_published_at:
      mention.originalPublishedAt === undefined ? null : new Date(mention.originalPublishedAt).toISOString(),
  }))
  await sql`
    insert into mentions (subject_id, published_at, article_id, owner, host, outlet, title, url, start_at, end_at,
                          p_company, role, p_negative, p_neutral, p_positive, provider, provider_version, risks, lead,
                          sample, original_published_at, words, language, judged)
    select subject_id, published_at, article_id, owner, host, outlet, title, url, start_at, end_at, p_company, role,
           p_negative, p_neutral, p_positive, provider, provider_version, risks, lead, sample, original_published_at,
           words, language, judged
      from json_to_recordset(${JSON.stringify(rows)}::json)
           as mention (subject_id text, published_at timestamptz, article_id text, owner text, host text, outlet text,
                       title text, url text, start_at smallint, end_at smallint, p_company double precision, role text,
                       p_negative double precision, p_neutral double precision, p_positive double precision,
                       provider text, provider_version text, risks jsonb, lead text, sample boolean,
                       original_published_at timestamptz, words jsonb, language text, judged boolean)`.execute(tx)
}

/** Of these articles; where subjects are named, theirs alone. Returns which subjects were spoken of, and on which day. */
export async function deleteOf(
  tx: Queryable,
  owner: Owner,
  articleIds: readonly string[],
  subjectIds?: readonly string[],
): Promise<{ subjectId: string; day: string }[]> {
  if (articleIds.length === 0) return []
  const { rows } = await sql<{ subjectId: string; day: string }>`
    delete from mentions
     where owner = ${owner} and article_id = any (${[...articleIds]}::text[])
       and (${subjectIds === undefined}::boolean or subject_id = any (${[...(subjectIds ?? [])]}::text[]))
 returning subject_id, (published_at at time zone 'UTC')::date::text as day`.execute(tx)
  return rows
}

/** Returns how many those were. */
export async function deleteOfSubject(tx: Queryable, subjectId: string): Promise<number> {
  const { numAffectedRows } = await sql`delete from mentions where subject_id = ${subjectId}`.execute(tx)
  return Number(numAffectedRows ?? 0)
}

type MentionRow = JudgedColumns & {
  subjectId: string
  publishedAt: Date
  articleId: string
  owner: string
  host: string
  outlet: string
  title: string
  url: string
  startAt: number
  endAt: number
  lead: string | null
  language: string | null
  sample: boolean
  originalPublishedAt: Date | null
}

const columns = sql`
  subject_id, published_at, article_id, owner, host, outlet, title, url, start_at, end_at, p_company, role, p_negative,
  p_neutral, p_positive, provider, provider_version, risks, lead, sample, original_published_at, language,
  judged`

/** Rows read at once: as many as can be read without holding up other requests. */
const slice = 2_000

/** Of a subject in the owner's articles, from a time on until before another, in order of publication, slice by slice. */
export async function* listFrom(
  db: Queryable,
  owner: Owner,
  subjectId: string,
  from: Date,
  until?: Date,
): AsyncGenerator<StoredMention[]> {
  let after = { at: from, id: '' }
  for (;;) {
    const { rows } = await sql<MentionRow>`
      select ${columns} from mentions
       where subject_id = ${subjectId} and owner = ${owner}
         and (published_at, article_id) > (${after.at}, ${after.id})
         ${until ? sql`and published_at < ${until}` : sql``}
       order by published_at, article_id limit ${slice}`.execute(db)
    if (rows.length > 0) yield rows.map(toMention)
    const last = rows.at(-1)
    if (!last || rows.length < slice) return
    after = { at: last.publishedAt, id: last.articleId }
  }
}

const toMention = ({
  startAt,
  endAt,
  pNegative,
  pNeutral,
  pPositive,
  language,
  ...row
}: MentionRow): StoredMention => ({
  ...row,
  ...(language !== null && { language }),
  publishedAt: row.publishedAt.getTime(),
  start: startAt,
  end: endAt,
  probabilities: { negative: pNegative, neutral: pNeutral, positive: pPositive },
  lead: row.lead ?? undefined,
  originalPublishedAt: row.originalPublishedAt?.getTime(),
})
