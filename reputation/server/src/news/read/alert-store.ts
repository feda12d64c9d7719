/** All SQL that reads alerts. */
import type { Queryable } from '@service/foundation/database/database.ts'
import type { Severity } from '@service/reputation-domain/alerts/level.ts'
import { sql } from 'kysely'
import type { StoredAlert } from '../model/stored-alert.ts'

export type AlertFilter = {
  since: Date
  /** An alert with a later date is not shown before its time. */
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
  const { rows } = await sql<StoredAlert>`
    select id, kind, story, story_day::text, severity, detected_at, title, source, url, sentiment_score, sample, original_published_at,
           risk
      from alerts
     where company_id = ${companyId} and detected_at >= ${since} and detected_at <= ${until}
       and (${severity ?? null}::text is null or severity = ${severity ?? null})
       and (detected_at, id) < (${before?.detectedAt ?? 'infinity'}::timestamptz, ${before?.id ?? ''})
     order by detected_at desc, id desc
     limit ${limit}`.execute(db)
  return rows
}
