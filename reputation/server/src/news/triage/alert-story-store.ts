/** All SQL that reads stories with alerts, with what people decided about them. */
import { oneRow, type Queryable } from '@service/foundation/database/database.ts'
import type { Severity } from '@service/reputation-domain/alerts/level.ts'
import { platform } from '@service/reputation-domain/articles/owner.ts'
import type { RiskCategory } from '@service/reputation-domain/risk/model/categories.ts'
import type { RiskFinding } from '@service/reputation-domain/risk/model/finding.ts'
import { type RawBuilder, sql } from 'kysely'
import type { StoredStory } from '../model/stored-story.ts'
import type { TriageState } from './triage-states.ts'

export type AlertStory = Omit<StoredStory, 'storyDay' | 'headline' | 'alertedAt' | 'severity'> & {
  severity: Severity
  alertedAt: Date
  title: string
  source: string
  url: string
  state: TriageState
  /** It has become critical since it was last decided about. */
  rose: boolean
  assigneeId: string | null
  /** Null once they are erased. */
  assigneeName: string | null
  assigneeHasLeft: boolean
  mutedBy: 'story' | 'category' | null
  decidedAt: Date | null
}

export type AlertStoryFilter = {
  state?: TriageState | undefined
  /** Whatever is not closed. */
  open?: boolean | undefined
  severity?: Severity | undefined
  category?: RiskCategory | undefined
  assigneeId?: string | undefined
  muted?: boolean | undefined
  /** In the headline. */
  text?: string | undefined
  /** With an alert since then, and until before. */
  from?: Date | undefined
  until?: Date | undefined
  /** Continues a list behind its last story. */
  before?: { alertedAt: Date; id: string } | undefined
  id?: string | undefined
}

const alertedAt = sql`coalesce(s.alerted_at, s.began_at)`

/** Seen or closed as it was; not as it is now. */
const rose = sql`coalesce(s.severity = 'critical' and t.severity = 'high', false)`
const state = sql`
  case when t.state is null or (${rose} and t.state in ('seen', 'closed')) then 'new' else t.state end`

/** What is critical is never silenced by a mute of when it was not. */
const mutedBy = sql`
  case when t.muted_at_severity is not null and not (s.severity = 'critical' and t.muted_at_severity = 'high')
       then 'story'
       when s.severity = 'high' and exists (select from muted_categories c
                                             where c.company_id = s.company_id and c.category = s.category)
       then 'category' end`

/** Each story of the company that has alerts, beside its last decision. */
const alerting = (companyId: string): RawBuilder<unknown> => sql`
  from stories s
  left join lateral (select t.state, t.assignee_id, t.severity, t.muted_at_severity, t.at from story_triage t
                      where t.company_id = s.company_id and t.story = s.id order by t.at desc limit 1) t on true
 where s.company_id = ${companyId} and s.severity is not null`

/** The latest first. */
export async function list(
  db: Queryable,
  companyId: string,
  filter: AlertStoryFilter,
  limit: number,
): Promise<AlertStory[]> {
  const { state: wanted, open, severity, category, assigneeId, muted, text, from, until, before, id } = filter
  const { rows } = await sql<AlertStory>`
    with found as materialized (
      select s.id, s.company_id, s.headline, s.began_at, s.last_at, ${alertedAt} as alerted_at, s.articles,
             s.outlet_count, s.languages, s.positive, s.neutral, s.negative, s.average_score, s.level, s.category,
             s.reach, s.severity, s.alert_count, s.rule, s.pace, s.sample, ${state} as state, ${rose} as rose,
             t.assignee_id, ${mutedBy} as muted_by, t.at as decided_at
        ${alerting(companyId)}
         ${id === undefined ? sql`` : sql`and s.id = ${id}`}
         ${wanted ? sql`and ${state} = ${wanted}` : sql``}
         ${open ? sql`and ${state} <> 'closed'` : sql``}
         ${severity ? sql`and s.severity = ${severity}` : sql``}
         ${category ? sql`and s.category = ${category}` : sql``}
         ${assigneeId === undefined ? sql`` : sql`and t.assignee_id = ${assigneeId}`}
         ${muted === undefined ? sql`` : sql`and (${mutedBy} is not null) = ${muted}`}
         ${text === undefined ? sql`` : sql`and ${hasHeadlineWith(companyId, text)}`}
         ${from ? sql`and ${alertedAt} >= ${from}` : sql``}
         ${until ? sql`and ${alertedAt} < ${until}` : sql``}
         ${before ? sql`and (${alertedAt}, s.id) < (${before.alertedAt}, ${before.id})` : sql``}
       order by ${alertedAt} desc, s.id desc limit ${limit})
    select f.*, h.title, h.outlet as source, h.url, u.name as assignee_name,
           coalesce(u.removed_at is not null or u.erased_at is not null, false) as assignee_has_left
      from found f
      join lateral (select a.title, a.outlet, a.url from articles a
                     where a.owner in (${platform}, ${companyId}) and a.id = f.headline order by a.owner limit 1) h on true
      left join users u on u.id = f.assignee_id and u.company_id = f.company_id
     order by f.alerted_at desc, f.id desc`.execute(db)
  return rows
}

const hasHeadlineWith = (companyId: string, text: string) => sql`
  exists (select from articles a
           where a.owner in (${platform}, ${companyId}) and a.id = s.headline
             and position(lower(${text}) in lower(a.title)) > 0)`

export type TriageCounts = Record<TriageState, number> & { mine: number; muted: number; critical: number }

/** Of all that are kept; those that are muted count as muted alone. `critical`: of those that are new. */
export async function count(db: Queryable, companyId: string, userId: string | null): Promise<TriageCounts> {
  const { rows } = await sql<TriageCounts>`
    with every as (
      select ${state} as state, ${mutedBy} is not null as is_muted, t.assignee_id, s.severity ${alerting(companyId)})
    select count(*) filter (where not is_muted and state = 'new')::int as new,
           count(*) filter (where not is_muted and state = 'seen')::int as seen,
           count(*) filter (where not is_muted and state = 'assigned')::int as assigned,
           count(*) filter (where not is_muted and state = 'closed')::int as closed,
           count(*) filter (where not is_muted and state = 'assigned' and assignee_id = ${userId})::int as mine,
           count(*) filter (where not is_muted and state = 'new' and severity = 'critical')::int as critical,
           count(*) filter (where is_muted)::int as muted
      from every`.execute(db)
  return oneRow(rows)
}

export type JudgedMention = {
  articleId: string
  outlet: string
  risks: RiskFinding[]
}

/** What was judged of these articles about the subject. */
export async function mentionsOf(
  db: Queryable,
  companyId: string,
  subjectId: string,
  articleIds: readonly string[],
): Promise<JudgedMention[]> {
  if (articleIds.length === 0) return []
  const { rows } = await sql<JudgedMention>`
    select distinct on (article_id) article_id, outlet, risks from mentions
     where owner in (${platform}, ${companyId}) and subject_id = ${subjectId}
       and article_id = any (${[...articleIds]}::text[])
     order by article_id, owner`.execute(db)
  return rows
}

export type StoryAlertTime = { id: string; detectedAt: Date }

/** The alerts of a story, and when they were detected. */
export async function alertsOf(db: Queryable, companyId: string, story: string): Promise<StoryAlertTime[]> {
  const { rows } = await sql<StoryAlertTime>`
    select id, detected_at from alerts where company_id = ${companyId} and story = ${story}`.execute(db)
  return rows
}

export type Assignee = { id: string; name: string | null; email: string | null }

/** Who belongs to the company and has one of these roles. */
export async function listAssignees(db: Queryable, companyId: string, roles: readonly string[]): Promise<Assignee[]> {
  const { rows } = await sql<Assignee>`
    select id, name, email from users
     where company_id = ${companyId} and role = any (${[...roles]}::text[]) and removed_at is null and erased_at is null
     order by lower(name), id limit 500`.execute(db)
  return rows
}

export async function storyOfAlert(db: Queryable, companyId: string, alertId: string): Promise<string | undefined> {
  const { rows } = await sql<{ story: string }>`
    select story from alerts where company_id = ${companyId} and id = ${alertId}`.execute(db)
  return rows[0]?.story
}
