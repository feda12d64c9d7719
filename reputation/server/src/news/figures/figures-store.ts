/** All SQL that writes figures. Rows that come out as they were are left alone. */

import type { Queryable } from '@service/foundation/database/database.ts'
import { ofCompany } from '@service/foundation/database/of-company.ts'
import { sql } from 'kysely'
import type { ComputedAlert, Figures, ScoreDay, SentimentDay, StoredAlert } from '../model/figures.ts'
import * as stories from './stories-store.ts'

/** Replaces all that these figures are given for. */
export async function replace(tx: Queryable, companyId: string, figures: Figures, computedAt: Date): Promise<void> {
  const { lastDay, methodologyVersion, sample, drivers } = figures
  await replaceSentiment(tx, companyId, figures.sentimentFrom, figures.sentiment)
  await replaceScores(tx, companyId, figures.scoresFrom, figures.scores)
  await stories.replace(tx, companyId, figures.storiesFrom, figures.storyIds, figures.stories)
  await stories.moveDecisions(tx, companyId, figures.storiesFrom)
  await replaceAlerts(tx, companyId, figures.storiesFrom, figures.alerts, computedAt)
  await sql`
    insert into company_figures (company_id, last_day, methodology_version, computed_at, sample, drivers)
    values (${companyId}, ${lastDay}, ${methodologyVersion}, ${computedAt}, ${sample},
            ${JSON.stringify(drivers)}::jsonb)
        on conflict (company_id) do update
           set last_day = excluded.last_day, computed_at = excluded.computed_at, drivers = excluded.drivers,
               methodology_version = excluded.methodology_version, sample = excluded.sample`.execute(tx)
}

/** For a company that follows nothing as its own any more. */
export async function removeAll(tx: Queryable, companyId: string): Promise<void> {
  await sql`delete from sentiment_days where company_id = ${companyId}`.execute(tx)
  await sql`delete from score_days where company_id = ${companyId}`.execute(tx)
  await sql`delete from alerts where company_id = ${companyId}`.execute(tx)
  await sql`delete from stories where company_id = ${companyId}`.execute(tx)
  await sql`delete from company_figures where company_id = ${companyId}`.execute(tx)
}

/** Nobody writes alerts and drivers until the transaction ends: two that write row by row would deadlock. */
export async function holdQuotes(tx: Queryable): Promise<void> {
  await sql`lock table alerts, company_figures in share row exclusive mode`.execute(tx)
}

export type QuotingAlert = Pick<StoredAlert, 'id' | 'title' | 'source' | 'url' | 'risk'> & { companyId: string }

/** Alerts that may quote articles with these titles; of one company, or of all. */
export async function alertsQuoting(
  tx: Queryable,
  companyId: string | undefined,
  titles: readonly string[],
): Promise<QuotingAlert[]> {
  const { rows } = await sql<QuotingAlert>`
    select company_id, id, title, source, url, risk from alerts
     where ${ofCompany(companyId)}
       and (title = any (${[...titles]}::text[]) or risk is not null)`.execute(tx)
  return rows
}

export async function requoteAlerts(tx: Queryable, alerts: readonly QuotingAlert[]): Promise<void> {
  if (alerts.length === 0) return
  const rows = alerts.map(({ companyId, ...alert }) => ({ ...alert, company_id: companyId }))
  await sql`
    update alerts a set title = r.title, source = r.source, url = r.url, risk = r.risk
      from json_to_recordset(${JSON.stringify(rows)}::json)
           as r (company_id text, id text, title text, source text, url text, risk jsonb)
     where a.company_id = r.company_id and a.id = r.id`.execute(tx)
}

export type CompanyDrivers = { companyId: string; drivers: Figures['drivers'] }

export async function listDrivers(tx: Queryable, companyId: string | undefined): Promise<CompanyDrivers[]> {
  const { rows } = await sql<CompanyDrivers>`
    select company_id, drivers from company_figures
     where ${ofCompany(companyId)}`.execute(tx)
  return rows
}

export async function replaceDrivers(tx: Queryable, { companyId, drivers }: CompanyDrivers): Promise<void> {
  await sql`
    update company_figures set drivers = ${JSON.stringify(drivers)}::jsonb where company_id = ${companyId}`.execute(tx)
}

/** Removes figures of days before, table by table: up to so many rows, and how many those were. */
export const figuresByDay = {
  'sums of days': deleteDaysOf('subject_days', 'day'),
  'sentiment days': deleteDaysOf('sentiment_days', 'day'),
  'score days': deleteDaysOf('score_days', 'day'),
  alerts: deleteDaysOf('alerts', 'story_day'),
  stories: deleteDaysOf('stories', 'story_day'),
}

function deleteDaysOf(table: string, day: string) {
  return async (tx: Queryable, before: Date, limit: number): Promise<number> => {
    const { numAffectedRows } = await sql`
      delete from ${sql.table(table)}
       where ctid = any (array(select ctid from ${sql.table(table)}
                                where ${sql.ref(day)} < (${before}::timestamptz at time zone 'UTC')::date
                                limit ${limit}))`.execute(tx)
    return Number(numAffectedRows ?? 0)
  }
}

/** From a day on, the days of a company that are not among these. */
async function deleteOthers(
  tx: Queryable,
  table: string,
  companyId: string,
  fromDay: string,
  days: readonly { day: string }[],
): Promise<void> {
  await sql`
    delete from ${sql.table(table)}
     where company_id = ${companyId} and day >= ${fromDay}::date
       and day <> all (${days.map(({ day }) => day)}::date[])`.execute(tx)
}

async function replaceSentiment(tx: Queryable, companyId: string, fromDay: string, days: readonly SentimentDay[]) {
  await deleteOthers(tx, 'sentiment_days', companyId, fromDay, days)
  const rows = days.map(({ articleCount, averageScore, ...rest }) => ({
    ...rest,
    article_count: articleCount,
    average_score: averageScore,
  }))
  await sql`
    insert into sentiment_days as s (company_id, day, article_count, positive, neutral, negative, average_score,
                                   unjudged)
    select ${companyId}, day, article_count, positive, neutral, negative, average_score, unjudged
      from json_to_recordset(${JSON.stringify(rows)}::json)
           as d (day date, article_count int, positive int, neutral int, negative int, average_score double precision,
                 unjudged int)
        on conflict (company_id, day) do update
           set article_count = excluded.article_count, positive = excluded.positive, neutral = excluded.neutral,
               negative = excluded.negative, average_score = excluded.average_score, unjudged = excluded.unjudged
         where s is distinct from excluded`.execute(tx)
}

async function replaceScores(tx: Queryable, companyId: string, fromDay: string, days: readonly ScoreDay[]) {
  await deleteOthers(tx, 'score_days', companyId, fromDay, days)
  const rows = days.map(({ methodologyVersion, effectiveMentions, ...rest }) => ({
    ...rest,
    effective_mentions: effectiveMentions,
    methodology_version: methodologyVersion,
  }))
  await sql`
    insert into score_days as s (company_id, day, observed, effective_mentions, pillars, methodology_version)
    select ${companyId}, day, observed, effective_mentions, pillars, methodology_version
      from json_to_recordset(${JSON.stringify(rows)}::json)
           as d (day date, observed boolean, effective_mentions double precision, pillars jsonb,
                 methodology_version text)
        on conflict (company_id, day) do update
           set observed = excluded.observed, effective_mentions = excluded.effective_mentions,
               pillars = excluded.pillars, methodology_version = excluded.methodology_version
         where s is distinct from excluded`.execute(tx)
}

/** When alerts were detected, by id. */
export async function detectedAt(tx: Queryable, companyId: string, ids: readonly string[]): Promise<Map<string, Date>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<{ id: string; detectedAt: Date }>`
    select id, detected_at from alerts where company_id = ${companyId} and id = any (${[...ids]}::text[])`.execute(tx)
  return new Map(rows.map(({ id, detectedAt }) => [id, detectedAt]))
}

/**
 * An alert that is there keeps the time at which it was detected, unless it has become critical. One whose article is
 * dated ahead is detected when that time has come.
 */
async function replaceAlerts(
  tx: Queryable,
  companyId: string,
  storiesFrom: string,
  alerts: readonly ComputedAlert[],
  now: Date,
): Promise<void> {
  await sql`
    delete from alerts
     where company_id = ${companyId} and story_day >= ${storiesFrom}::date
       and not exists (select from unnest(${alerts.map(({ id }) => id)}::text[]) as kept (id) where kept.id = alerts.id)`.execute(
    tx,
  )
  for (let at = 0; at < alerts.length; at += alertsAtOnce) {
    await upsertAlerts(tx, companyId, alerts.slice(at, at + alertsAtOnce), now)
  }
}

/** Few enough that requests are not held up where the database runs in the process. */
const alertsAtOnce = 500

async function upsertAlerts(
  tx: Queryable,
  companyId: string,
  alerts: readonly ComputedAlert[],
  now: Date,
): Promise<void> {
  const rows = alerts.map(({ publishedAt, sentimentScore, storyDay, originalPublishedAt, ...rest }) => ({
    ...rest,
    story_day: storyDay,
    published_at: publishedAt.toISOString(),
    sentiment_score: sentimentScore,
    original_published_at: originalPublishedAt?.toISOString() ?? null,
  }))
  // A row that a conflict is found with is written, changed or not: those that are as they were do not come so far.
  await sql`
    insert into alerts as a (company_id, id, kind, story, story_day, severity, detected_at, published_at, title, source,
                             url, sentiment_score, sample, original_published_at, risk, language)
    select ${companyId}, id, kind, story, story_day, severity, greatest(published_at, ${now}), published_at, title,
           source, url, sentiment_score, sample, original_published_at, risk, language
      from json_to_recordset(${JSON.stringify(rows)}::json)
           as d (id text, kind text, story text, story_day date, severity text, published_at timestamptz, title text,
                 source text, url text, sentiment_score double precision, sample boolean,
                 original_published_at timestamptz, risk jsonb, language text)
     where not exists (
             select from alerts a
              where a.company_id = ${companyId} and a.id = d.id
                and (a.kind, a.story, a.story_day, a.severity, a.published_at, a.title, a.source, a.url,
                     a.sentiment_score, a.sample, a.original_published_at, a.risk, a.language)
                    is not distinct from
                    (d.kind, d.story, d.story_day, d.severity, d.published_at, d.title, d.source, d.url,
                     d.sentiment_score, d.sample, d.original_published_at, d.risk, d.language))
        on conflict (company_id, id) do update
           set kind = excluded.kind, story = excluded.story, story_day = excluded.story_day,
               severity = excluded.severity, published_at = excluded.published_at, title = excluded.title,
               source = excluded.source, url = excluded.url, sentiment_score = excluded.sentiment_score,
               sample = excluded.sample, original_published_at = excluded.original_published_at, risk = excluded.risk,
               language = excluded.language,
               detected_at = case when excluded.severity = 'critical' and a.severity = 'high' then excluded.detected_at
                                  else greatest(a.detected_at, excluded.published_at) end
         where (a.kind, a.story, a.story_day, a.severity, a.published_at, a.title, a.source, a.url, a.sentiment_score,
                a.sample, a.original_published_at, a.risk, a.language)
               is distinct from
               (excluded.kind, excluded.story, excluded.story_day, excluded.severity, excluded.published_at,
                excluded.title, excluded.source, excluded.url, excluded.sentiment_score, excluded.sample,
                excluded.original_published_at, excluded.risk, excluded.language)`.execute(tx)
}
