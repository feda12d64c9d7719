/** All SQL that reads the daily sentiment. */
import type { Queryable } from '@service/foundation/database/database.ts'
import { sql } from 'kysely'
import type { SentimentDay } from '../model/sentiment-day.ts'

/** Both days included; only those with news. */
export async function readDays(
  db: Queryable,
  companyId: string,
  { from, to }: { from: string; to: string },
): Promise<Map<string, SentimentDay>> {
  const { rows } = await sql<SentimentDay>`
    select day::text, article_count, positive, neutral, negative, average_score
      from sentiment_days
     where company_id = ${companyId} and day between ${from}::date and ${to}::date`.execute(db)
  return new Map(rows.map((row) => [row.day, row]))
}
