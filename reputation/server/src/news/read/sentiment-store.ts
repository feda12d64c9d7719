/** All SQL that reads the daily sentiment. */
import { oneRow, type Queryable } from '@service/foundation/database/database.ts'
import { sql } from 'kysely'
import type { SentimentDay } from '../model/sentiment-day.ts'

/** How many articles in languages that are not judged there were, both days included. */
export async function countUnjudged(
  db: Queryable,
  companyId: string,
  { from, to }: { from: string; to: string },
): Promise<number> {
  const { rows } = await sql<{ unjudged: number }>`
    select coalesce(sum(unjudged), 0)::int as unjudged
      from sentiment_days
     where company_id = ${companyId} and day between ${from}::date and ${to}::date`.execute(db)
  return oneRow(rows).unjudged
}

/** Both days included; only those with news. */
export async function readDays(
  db: Queryable,
  companyId: string,
  { from, to }: { from: string; to: string },
): Promise<Map<string, SentimentDay>> {
  const { rows } = await sql<SentimentDay>`
    select day::text, article_count, positive, neutral, negative, average_score, unjudged
      from sentiment_days
     where company_id = ${companyId} and day between ${from}::date and ${to}::date`.execute(db)
  return new Map(rows.map((row) => [row.day, row]))
}
