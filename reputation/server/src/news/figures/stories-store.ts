/** All SQL that writes stories. Rows that come out as they were are left alone. */
import type { Queryable } from '@service/foundation/database/database.ts'
import { sql } from 'kysely'
import type { StoredStory } from '../model/stored-story.ts'

/** Replaces these, and removes those that began on the day or later and are not among the ids. */
export async function replace(
  tx: Queryable,
  companyId: string,
  fromDay: string,
  ids: readonly string[],
  stories: readonly StoredStory[],
): Promise<void> {
  await sql`
    delete from stories
     where company_id = ${companyId} and story_day >= ${fromDay}::date
       and id <> all (${[...ids]}::text[])`.execute(tx)
  const rows = stories.map((story) => ({
    id: story.id,
    story_day: story.storyDay,
    began_at: story.beganAt,
    last_at: story.lastAt,
    headline: story.headline,
    articles: story.articles,
    outlet_count: story.outletCount,
    languages: story.languages,
    positive: story.positive,
    neutral: story.neutral,
    negative: story.negative,
    average_score: story.averageScore,
    level: story.level,
    category: story.category,
    reach: story.reach,
    severity: story.severity,
    alert_count: story.alertCount,
    sample: story.sample,
    alerted_at: story.alertedAt,
    rule: story.rule,
    pace: story.pace,
  }))
  await sql`
    insert into stories as s (company_id, id, story_day, began_at, last_at, headline, articles, outlet_count, positive,
                              neutral, negative, average_score, level, category, reach, severity, alert_count, sample,
                              languages, alerted_at, rule, pace)
    select ${companyId}, id, story_day, began_at, last_at, headline, articles, outlet_count, positive, neutral,
           negative, average_score, level, category, reach, severity, alert_count, sample, languages, alerted_at, rule, pace
      from json_to_recordset(${JSON.stringify(rows)}::json)
           as d (id text, story_day date, began_at timestamptz, last_at timestamptz, headline text, articles text[],
                 outlet_count int, positive int, neutral int, negative int, average_score double precision, level text,
                 category text, reach double precision, severity text, alert_count int, sample boolean,
                 languages text[], alerted_at timestamptz, rule jsonb, pace int[])
        on conflict (company_id, id) do update
           set story_day = excluded.story_day, began_at = excluded.began_at, last_at = excluded.last_at,
               headline = excluded.headline, articles = excluded.articles, outlet_count = excluded.outlet_count,
               positive = excluded.positive, neutral = excluded.neutral, negative = excluded.negative,
               average_score = excluded.average_score, level = excluded.level, category = excluded.category,
               reach = excluded.reach, severity = excluded.severity, alert_count = excluded.alert_count,
               sample = excluded.sample, languages = excluded.languages, alerted_at = excluded.alerted_at,
               rule = excluded.rule, pace = excluded.pace
         where s is distinct from excluded`.execute(tx)
}

/** What people decided about stories that have another id by now, or have become part of others, is decided about those. */
export async function moveDecisions(tx: Queryable, companyId: string, fromDay: string): Promise<void> {
  for (const table of ['story_triage', 'story_acts']) {
    await sql`
      update ${sql.table(table)} t set story = s.id
        from stories s
       where t.company_id = ${companyId} and s.company_id = t.company_id and s.story_day >= ${fromDay}::date
         and s.articles @> array[t.article_id] and t.story <> s.id
         and not exists (select from stories o where o.company_id = t.company_id and o.id = t.story)`.execute(tx)
  }
}
