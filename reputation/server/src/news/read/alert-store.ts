/** All SQL that reads alerts. */
import type { Queryable } from '@service/foundation/database/database.ts'
import type { Severity } from '@service/reputation-domain/alerts/level.ts'
import { sql } from 'kysely'
import type { StoredAlert } from '../model/stored-alert.ts'

export type AlertFilter = {
  /** Published since then, and detected since then. */
  publishedSince: Date
  detectedSince?: Date | undefined
  /** An alert whose article is dated ahead is not shown before its time. */
  until: Date
  severity?: Severity | undefined
  /** Continues a list behind its last alert. */
  before?: AlertPosition | undefined
}

/** The sort key of the list: what was detected at once stands in order of publication. */
export type AlertPosition = { detectedAt: Date; publishedAt: Date; id: string }

/** Alerts that the previous release has written have the time of publication in `detected_at`. */
const publishedAt = sql`coalesce(published_at, detected_at)`

/** Newest first. */
export async function list(
  db: Queryable,
  companyId: string,
  { publishedSince, detectedSince = publishedSince, until, severity, before }: AlertFilter,
  limit: number,
): Promise<StoredAlert[]> {
  const { rows } = await sql<StoredAlert>`
    select id, kind, story, story_day::text, severity, detected_at, ${publishedAt} as published_at, title, source, url,
           sentiment_score, sample, original_published_at, risk
      from alerts
     where company_id = ${companyId} and ${publishedAt} >= ${publishedSince}
       and detected_at >= ${detectedSince} and detected_at <= ${until}
       and (${severity ?? null}::text is null or severity = ${severity ?? null})
       and (detected_at, ${publishedAt}, id)
           < (${before?.detectedAt ?? 'infinity'}::timestamptz, ${before?.publishedAt ?? 'infinity'}::timestamptz, ${before?.id ?? ''})
     order by detected_at desc, ${publishedAt} desc, id desc
     limit ${limit}`.execute(db)
  return rows
}
