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
  story?: string | undefined
  /** Continues a list behind its last alert. */
  before?: AlertPosition | undefined
}

/** The sort key of the list: what was detected at once stands in order of publication. */
export type AlertPosition = { detectedAt: Date; publishedAt: Date; id: string }

/** Alerts that the previous release has written have the time of publication in `detected_at`. */
const publishedAt = sql`coalesce(published_at, detected_at)`

const columns = sql`
  id, kind, story, story_day::text, severity, detected_at, ${publishedAt} as published_at, title, source, url,
  sentiment_score, sample, original_published_at, risk, language`

/** Those detected last first. */
export async function list(
  db: Queryable,
  companyId: string,
  filter: AlertFilter,
  limit: number,
): Promise<StoredAlert[]> {
  const { rows } = await sql<StoredAlert>`
    select ${columns} from alerts
     where ${matches(companyId, filter)} and ${isBehind(publishedAt, filter.before)}
     order by detected_at desc, ${publishedAt} desc, id desc
     limit ${limit}`.execute(db)
  return rows
}

export type StoryAlert = StoredAlert & { alertCount: number }

/** One alert of each story: the most severe, among those the one detected last. */
export async function listByStory(
  db: Queryable,
  companyId: string,
  filter: AlertFilter,
  limit: number,
): Promise<StoryAlert[]> {
  const { rows } = await sql<StoryAlert>`
    select *
      from (select distinct on (story) ${columns}, count(*) over (partition by story)::int as alert_count
              from alerts
             where ${matches(companyId, filter)}
             order by story, (severity = 'critical') desc, detected_at desc, ${publishedAt} desc, id desc) as of_story
     where ${isBehind(sql`published_at`, filter.before)}
     order by detected_at desc, published_at desc, id desc
     limit ${limit}`.execute(db)
  return rows
}

function matches(
  companyId: string,
  { publishedSince, detectedSince = publishedSince, until, severity, story }: AlertFilter,
) {
  return sql`
    company_id = ${companyId} and ${publishedAt} >= ${publishedSince}
      and detected_at >= ${detectedSince} and detected_at <= ${until}
      ${severity === undefined ? sql`` : sql`and severity = ${severity}`}
      ${story === undefined ? sql`` : sql`and story = ${story}`}`
}

const isBehind = (published: ReturnType<typeof sql>, before: AlertPosition | undefined) =>
  before
    ? sql`(detected_at, ${published}, id) < (${before.detectedAt}, ${before.publishedAt}, ${before.id})`
    : sql`true`
