/** All SQL that writes what people decide about stories, and reads what they did. */

import type { Queryable } from '@service/foundation/database/database.ts'
import { ofCompany } from '@service/foundation/database/of-company.ts'
import type { ErasableNote, RedactedNote } from '@service/foundation/erasure/model/note-redactor.ts'
import type { Severity } from '@service/reputation-domain/alerts/level.ts'
import { sql } from 'kysely'
import type { StoryActWord, TriageState } from './triage-states.ts'

export type Triage = {
  state: TriageState
  assigneeId: string | null
  mutedAtSeverity: Severity | null
}

/** What it is tied to: an article, whatever the id of the story is by now. */
export type StoryKey = { articleId: string; story: string }

/** Holds a story with alerts until the transaction ends, with what was decided last. */
export async function lock(
  tx: Queryable,
  companyId: string,
  story: string,
): Promise<(StoryKey & { severity: Severity; decided: (Triage & { severity: Severity }) | undefined }) | undefined> {
  const { rows: stories } = await sql<{ first: string; severity: Severity }>`
    select articles[1] as first, severity from stories
     where company_id = ${companyId} and id = ${story} and severity is not null for update`.execute(tx)
  const found = stories[0]
  if (!found) return undefined
  const { rows } = await sql<Triage & { articleId: string; severity: Severity }>`
    select article_id, state, assignee_id, muted_at_severity, severity from story_triage
     where company_id = ${companyId} and story = ${story} order by at desc limit 1`.execute(tx)
  const decided = rows[0]
  return { articleId: decided?.articleId ?? found.first, story, severity: found.severity, decided }
}

export async function write(
  tx: Queryable,
  companyId: string,
  { articleId, story, state, assigneeId, severity, mutedAtSeverity }: StoryKey & Triage & { severity: Severity },
  at: Date,
): Promise<void> {
  await sql`
    insert into story_triage (company_id, article_id, story, state, assignee_id, severity, muted_at_severity, at)
    values (${companyId}, ${articleId}, ${story}, ${state}, ${assigneeId}, ${severity}, ${mutedAtSeverity}, ${at})
        on conflict (company_id, article_id) do update
           set story = excluded.story, state = excluded.state, assignee_id = excluded.assignee_id,
               severity = excluded.severity, muted_at_severity = excluded.muted_at_severity, at = excluded.at`.execute(
    tx,
  )
}

export type StoryAct = {
  id: string
  at: Date
  /** As the audit names actors. */
  actor: string
  act: StoryActWord | null
  assigneeId: string | null
  note: string | null
  redactedAt: Date | null
}

export async function addActs(
  tx: Queryable,
  companyId: string,
  { articleId, story }: StoryKey,
  acts: readonly Omit<StoryAct, 'redactedAt'>[],
): Promise<void> {
  for (const { id, at, actor, act, assigneeId, note } of acts) {
    await sql`
      insert into story_acts (id, company_id, article_id, story, at, actor, act, assignee_id, note)
      values (${id}, ${companyId}, ${articleId}, ${story}, ${at}, ${actor}, ${act}, ${assigneeId}, ${note})`.execute(tx)
  }
}

/** The last of them, in order. */
export async function listActs(db: Queryable, companyId: string, story: string, limit: number): Promise<StoryAct[]> {
  const { rows } = await sql<StoryAct>`
    select id, at, actor, act, assignee_id, note, redacted_at from story_acts
     where company_id = ${companyId} and story = ${story} order by id desc limit ${limit}`.execute(db)
  return rows.reverse()
}

export type MutedCategory = { category: string; at: Date; actor: string }

export async function listMutedCategories(db: Queryable, companyId: string): Promise<MutedCategory[]> {
  const { rows } = await sql<MutedCategory>`
    select category, at, actor from muted_categories where company_id = ${companyId} order by category`.execute(db)
  return rows
}

/** False where it is so already. */
export async function muteCategory(
  tx: Queryable,
  { companyId, ...muted }: MutedCategory & { companyId: string },
): Promise<boolean> {
  const { rows } = await sql`
    insert into muted_categories (company_id, category, at, actor)
    values (${companyId}, ${muted.category}, ${muted.at}, ${muted.actor})
        on conflict do nothing returning category`.execute(tx)
  return rows.length === 1
}

/** False where it is so already. */
export async function unmuteCategory(tx: Queryable, companyId: string, category: string): Promise<boolean> {
  const { rows } = await sql`
    delete from muted_categories where company_id = ${companyId} and category = ${category}
    returning category`.execute(tx)
  return rows.length === 1
}

export async function lockErasable(
  tx: Queryable,
  companyId: string | undefined,
  afterId: string,
  limit: number,
): Promise<ErasableNote[]> {
  const { rows } = await sql<ErasableNote>`
    select id, company_id, note from story_acts
     where note is not null and id > ${afterId} and ${ofCompany(companyId)}
     order by id limit ${limit} for update`.execute(tx)
  return rows
}

export async function redact(tx: Queryable, { id, note, originalSha256, at }: RedactedNote): Promise<void> {
  await sql`
    update story_acts
       set note = ${note}, redacted_at = ${at}, original_sha256 = coalesce(original_sha256, ${originalSha256})
     where id = ${id}`.execute(tx)
}

/** Deletes up to `limit` rows of either table that are older, and returns how many those were. */
export const deleteBefore =
  (table: 'story_triage' | 'story_acts') =>
  async (tx: Queryable, before: Date, limit: number): Promise<number> => {
    const { numAffectedRows } = await sql`
      delete from ${sql.table(table)}
       where ctid = any (array(select ctid from ${sql.table(table)} where at < ${before} limit ${limit}))`.execute(tx)
    return Number(numAffectedRows ?? 0)
  }
