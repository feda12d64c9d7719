import { sql } from 'kysely'
import { ofCompany, oneRow, type Queryable } from '../database/database.ts'
import { firstIdAt } from '../new-id.ts'
import type { AuditEvent, Fields } from './model/audit-event.ts'

export async function append(tx: Queryable, event: Omit<AuditEvent, 'redactedAt'>): Promise<void> {
  await sql`
    insert into audit_events (id, at, company_id, actor, action, target, before, after, request_id)
    values (${event.id}, ${event.at}, ${event.companyId}, ${event.actor}, ${event.action}, ${event.target},
            ${toJson(event.before)}::jsonb, ${toJson(event.after)}::jsonb, ${event.requestId})`.execute(tx)
}

export type AuditFilter = {
  companyId?: string | undefined
  target?: string | undefined
  /** As its text: `user:usr_…`. */
  actor?: string | undefined
  /** The name of an act, or what stands before its dot. */
  action?: string | undefined
  beforeId?: string | undefined
}

/** Newest first; `beforeId` continues a list behind its last event. */
export async function list(db: Queryable, filter: AuditFilter, limit: number): Promise<AuditEvent[]> {
  const { rows } = await sql<AuditEvent>`
    select id, at, company_id, actor, action, target, before, after, request_id, redacted_at
      from audit_events
     where ${ofCompany(filter.companyId)}
       and (${filter.target ?? null}::text is null or target = ${filter.target ?? null})
       and (${filter.actor ?? null}::text is null or actor = ${filter.actor ?? null})
       and (${filter.action ?? null}::text is null or ${filter.action ?? null} in (action, split_part(action, '.', 1)))
       and (${filter.beforeId ?? null}::text is null or id < ${filter.beforeId ?? null})
     order by id desc
     limit ${limit}`.execute(db)
  return rows
}

/** The names of people and keys of one company, by the text that stands for them as an actor. */
export async function namesOf(
  db: Queryable,
  companyId: string,
  actors: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ actor: string; name: string }>`
    select actor, name
      from unnest(${[...new Set(actors)]}::text[]) as actor
      join (select id, name from users where company_id = ${companyId} and name is not null
            union all
            select id, name from api_keys where company_id = ${companyId}) as named
        on actor in ('user:' || named.id, 'key:' || named.id)`.execute(db)
  return new Map(rows.map(({ actor, name }) => [actor, name]))
}

/** How many of these acts a company has seen since then. */
export async function count(
  db: Queryable,
  { companyId, actions, since }: { companyId: string; actions: readonly string[]; since: Date },
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from audit_events
     where company_id = ${companyId} and id >= ${firstIdAt('aud', since)} and action = any (${[...actions]}::text[])`.execute(
    db,
  )
  return oneRow(rows).count
}

/** How often a person has been erased since then, in the company or in all of them. */
export async function countErasures(db: Queryable, companyId: string, since: Date): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from audit_events
     where (company_id = ${companyId} or company_id is null) and id >= ${firstIdAt('aud', since)}
       and action = 'person.erase'`.execute(db)
  return oneRow(rows).count
}

/** `held`: the event is about a user under legal hold. */
export type HoldableEvent = AuditEvent & { held: boolean }

export async function listWithHolds(tx: Queryable, filter: AuditFilter, limit: number): Promise<HoldableEvent[]> {
  const events = await list(tx, filter, limit)
  const { rows } = await sql<{ id: string }>`
    select id from users where legal_hold and id = any (${events.map(({ target }) => target)}::text[])`.execute(tx)
  const held = new Set(rows.map(({ id }) => id))
  return events.map((event) => ({ ...event, held: held.has(event.target) }))
}

/** The one change an event may suffer; the database refuses it outside an erasure. */
export async function replaceContent(
  tx: Queryable,
  id: string,
  content: { before: Fields | null; after: Fields | null; originalSha256: Uint8Array; at: Date },
): Promise<void> {
  await sql`select set_config('service.erasure', 'on', true)`.execute(tx)
  await sql`
    update audit_events
       set before = ${toJson(content.before)}::jsonb, after = ${toJson(content.after)}::jsonb,
           original_sha256 = coalesce(original_sha256, ${content.originalSha256}), redacted_at = ${content.at}
     where id = ${id}`.execute(tx)
  await sql`select set_config('service.erasure', 'off', true)`.execute(tx)
}

const toJson = (fields: Fields | null): string | null => (fields === null ? null : JSON.stringify(fields))
