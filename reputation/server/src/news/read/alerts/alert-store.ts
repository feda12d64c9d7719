/** All SQL that reads alerts. */
import type { Queryable } from '@service/foundation/database/database.ts'
import type { Severity } from '@service/reputation-domain/alerts/level.ts'
import { sql } from 'kysely'
import type { RiskDetail, StoredAlert } from '../../model/stored-alert.ts'

type AlertRow = {
  id: string
  kind: StoredAlert['kind']
  story: string
  storyDay: string
  severity: Severity
  detectedAt: Date
  title: string
  source: string
  url: string
  sentimentScore: number
  sample: boolean
  originalPublishedAt: Date | null
  risk: RiskDetail | null
}

export type AlertFilter = {
  since: Date
  /** What is dated later is not told before its time. */
  until: Date
  severity?: Severity | undefined
  /** Continues a list behind its last alert. */
  before?: { detectedAt: Date; id: string } | undefined
}

/** Newest first. */
export async function list(
  db: Queryable,
  companyId: string,
  { since, until, severity, before }: AlertFilter,
  limit: number,
): Promise<StoredAlert[]> {
  const { rows } = await sql<AlertRow>`
    select id, kind, story, story_day::text, severity, detected_at, title, source, url, sentiment_score, sample, original_published_at,
           risk
      from alerts
     where company_id = ${companyId} and detected_at >= ${since} and detected_at <= ${until}
       and (${severity ?? null}::text is null or severity = ${severity ?? null})
       and (detected_at, id) < (${before?.detectedAt ?? 'infinity'}::timestamptz, ${before?.id ?? ''})
     order by detected_at desc, id desc
     limit ${limit}`.execute(db)
  return rows.map((row) => ({
    id: row.id,
    kind: row.kind,
    story: row.story,
    storyDay: row.storyDay,
    severity: row.severity,
    detectedAt: row.detectedAt,
    title: row.title,
    source: row.source,
    url: row.url,
    sentimentScore: row.sentimentScore,
    sample: row.sample,
    originalPublishedAt: row.originalPublishedAt,
    risk: row.risk,
  }))
}
