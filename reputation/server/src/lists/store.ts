/** All SQL of the lists: versions, what changed between them, and the state that all processes share. */

import type { Queryable } from '@service/foundation/database/database.ts'
import { type Lease, LeasedRows } from '@service/foundation/jobs/lease.ts'
import type { EntryChange } from '@service/reputation-domain/lists/changes.ts'
import type { ListId } from '@service/reputation-domain/lists/model/entry.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Validator } from './download/download.ts'
import type { RefusalCode } from './model/refusal.ts'

/** `NOTIFY` channel of every change to a list's state; the payload is the list. */
export const listsChanged = 'lists_changed'

/** One version of one list, without its content. Times are ISO 8601. */
export type ListVersion = {
  id: string
  list: ListId
  sha256: string
  publishedAt: string | null
  fetchedAt: string
  entries: number
  sample: boolean
}

/** Which version is in use, and how the list fares. */
export type ListState = {
  list: ListId
  current: ListVersion | undefined
  publishedAt: string | null
  fetchedAt: string | null
  stale: { since: string; code: RefusalCode; reason: string } | undefined
  dueAt: Date
}

/** A list that this process alone refreshes while its lease lasts. */
export type LeasedList = {
  list: ListId
  lease: string
  currentId: string | undefined
  /** Whether that one is the authority's own: not the sample, and not missing. */
  official: boolean
  validators: Validator[]
  failures: number
  acceptShrunken: boolean
}

export type NewVersion = ListVersion & { source: string; content: Uint8Array; changes: readonly EntryChange[] }

/** Makes sure that each list has a state. One whose addresses are others than before is due at once. */
export async function prepareStates(
  db: Queryable,
  lists: readonly { list: ListId; addressesSha256: string }[],
  now: Date,
): Promise<void> {
  for (const { list, addressesSha256 } of lists) {
    await sql`
      insert into list_states (list, due_at, addresses_sha256)
      values (${list}, ${now}, ${addressesSha256})
          on conflict (list) do update
             set due_at = excluded.due_at,
                 addresses_sha256 = excluded.addresses_sha256,
                 validators = '[]',
                 failures = 0
           where list_states.addresses_sha256 <> excluded.addresses_sha256`.execute(db)
  }
}

type StateRow = {
  list: ListId
  publishedAt: Date | null
  fetchedAt: Date | null
  staleSince: Date | null
  staleCode: RefusalCode | null
  staleReason: string | null
  dueAt: Date
  id: string | null
  sha256: string
  versionPublishedAt: Date | null
  versionFetchedAt: Date
  entries: number
  sample: boolean
}

export async function readStates(db: Queryable, lists: readonly ListId[]): Promise<ListState[]> {
  const { rows } = await sql<StateRow>`
    select s.list, s.published_at, s.fetched_at, s.stale_since, s.stale_code, s.stale_reason, s.due_at,
           v.id, v.sha256, v.published_at as version_published_at, v.fetched_at as version_fetched_at,
           v.entries, v.sample
      from list_states s
      left join list_versions v on v.id = s.current_id
     where s.list in (${sql.join(lists)})
     order by array_position(${lists}::text[], s.list)`.execute(db)
  return rows.map(toState)
}

function toState(row: StateRow): ListState {
  return {
    list: row.list,
    current:
      row.id === null
        ? undefined
        : {
            id: row.id,
            list: row.list,
            sha256: row.sha256,
            publishedAt: row.versionPublishedAt?.toISOString() ?? null,
            fetchedAt: row.versionFetchedAt.toISOString(),
            entries: row.entries,
            sample: row.sample,
          },
    publishedAt: row.publishedAt?.toISOString() ?? null,
    fetchedAt: row.fetchedAt?.toISOString() ?? null,
    stale:
      row.staleSince && row.staleCode && row.staleReason !== null
        ? { since: row.staleSince.toISOString(), code: row.staleCode, reason: row.staleReason }
        : undefined,
    dueAt: row.dueAt,
  }
}

/** Versions by id, whether or not their content is still there. */
export async function readVersions(db: Queryable, ids: readonly string[]): Promise<ListVersion[]> {
  const { rows } = await sql<{
    id: string
    list: ListId
    sha256: string
    publishedAt: Date | null
    fetchedAt: Date
    entries: number
    sample: boolean
  }>`
    select id, list, sha256, published_at, fetched_at, entries, sample
      from list_versions where id = any (${[...ids]}::text[]) order by list, id`.execute(db)
  return rows.map(({ publishedAt, fetchedAt, ...row }) => ({
    ...row,
    publishedAt: publishedAt?.toISOString() ?? null,
    fetchedAt: fetchedAt.toISOString(),
  }))
}

/** Contents by version id; a version that is unknown, or whose content has been pruned, is missing. */
export async function readContents(db: Queryable, ids: readonly string[]): Promise<Map<string, Uint8Array>> {
  const { rows } = await sql<{ id: string; content: Uint8Array }>`
    select id, content from list_versions where id in (${sql.join(ids)}) and content is not null`.execute(db)
  return new Map(rows.map(({ id, content }) => [id, content]))
}

const leased = new LeasedRows('list_states', ['list'])

type LeasedRow = Omit<LeasedList, 'lease' | 'currentId'> & { currentId: string | null }

/** Leases every list that is due and that no live process is refreshing. */
export async function leaseDue(db: Queryable, lists: readonly ListId[], lease: Lease): Promise<LeasedList[]> {
  const { rows } = await leased
    .take<LeasedRow>(lease, {
      where: sql`list in (${sql.join(lists)}) and due_at <= ${lease.now}`,
      orderBy: sql`due_at`,
      limit: lists.length,
      returning: sql`list, current_id, validators, failures, accept_shrunken,
                     exists (select from list_versions v where v.id = current_id and not v.sample) as official`,
    })
    .execute(db)
  return rows.map((row) => ({ ...row, lease: lease.id, currentId: row.currentId ?? undefined }))
}

/** False when the lease has run out and another process has taken the list. */
export const renewLease = (db: Queryable, { list, lease }: LeasedList, until: Date): Promise<boolean> =>
  leased.renew(db, lease, { list }, until)

/** Gives a list back untouched, due as before. */
export const releaseLease = (db: Queryable, { list, lease }: LeasedList): Promise<boolean> =>
  leased.release(db, lease, { list })

export const endLeases = (db: Queryable): Promise<void> => leased.endAll(db)

/**
 * The authority's file has been seen and is the one in use. `seen` is absent when the authority itself said so (304),
 * which tells nothing new. False when the lease was lost.
 */
export async function recordFresh(
  db: Queryable,
  { list, lease }: LeasedList,
  { now, dueAt, seen }: { now: Date; dueAt: Date; seen?: { publishedAt: string | null; validators: Validator[] } },
): Promise<boolean> {
  const { rows } = await sql`
    update list_states
       set fetched_at = ${now},
           ${seen ? sql`published_at = ${seen.publishedAt}, validators = ${JSON.stringify(seen.validators)}::jsonb,` : sql``}
           stale_since = null, stale_code = null, stale_reason = null, failures = 0, accept_shrunken = false,
           due_at = ${dueAt}, ${leased.ended}
     where ${leased.heldBy(lease, { list })}
 returning list`.execute(db)
  await announce(db, list)
  return rows.length === 1
}

/** The list in use is kept. `since` stays that of the first failure in a row. */
export async function recordRefusal(
  db: Queryable,
  { list, lease }: LeasedList,
  { now, dueAt, code, reason }: { now: Date; dueAt: Date; code: RefusalCode; reason: string },
): Promise<void> {
  await sql`
    update list_states
       set stale_since = coalesce(stale_since, ${now}), stale_code = ${code}, stale_reason = ${reason},
           failures = failures + 1, due_at = ${dueAt}, ${leased.ended}
     where ${leased.heldBy(lease, { list })}`.execute(db)
  await announce(db, list)
}

/**
 * Makes a new version the current one. To be called in a transaction: the version, its changes and the state that
 * points to it appear together or not at all. False, with nothing written, when the lease was lost.
 */
export async function replaceCurrent(
  tx: Queryable,
  { list, lease }: LeasedList,
  version: NewVersion,
  { now, dueAt, validators }: { now: Date; dueAt: Date; validators: readonly Validator[] },
): Promise<boolean> {
  const { rows } = await sql<{ currentId: string | null }>`
    select current_id from list_states where ${leased.heldBy(lease, { list })} for update`.execute(tx)
  const held = rows[0]
  if (!held) return false
  await insertVersion(tx, version, now)
  if (held.currentId !== null) {
    await insertChanges(tx, version.id, held.currentId, version.changes)
    await sql`update list_versions set superseded_at = ${now} where id = ${held.currentId}`.execute(tx)
  }
  await sql`
    update list_states
       set previous_id = current_id, current_id = ${version.id},
           published_at = ${version.publishedAt}, fetched_at = ${now},
           stale_since = null, stale_code = null, stale_reason = null, failures = 0, accept_shrunken = false,
           validators = ${JSON.stringify(validators)}::jsonb,
           due_at = ${dueAt}, ${leased.ended}
     where list = ${list}`.execute(tx)
  await announce(tx, list)
  return true
}

/** Puts the bundled sample in use where the list has no version yet; the refresh stays due. To be called in a transaction. */
export async function adoptSample(tx: Queryable, version: NewVersion, now: Date): Promise<boolean> {
  const { rows } = await sql<{ list: ListId }>`
    select list from list_states where list = ${version.list} and current_id is null for update`.execute(tx)
  if (rows.length === 0) return false
  await insertVersion(tx, version, now)
  await sql`
    update list_states
       set current_id = ${version.id}, published_at = ${version.publishedAt}, fetched_at = ${version.fetchedAt}
     where list = ${version.list}`.execute(tx)
  await announce(tx, version.list)
  return true
}

async function insertVersion(tx: Queryable, version: NewVersion, now: Date): Promise<void> {
  await sql`
    insert into list_versions (id, list, sha256, published_at, fetched_at, entries, sample, source, content, created_at)
    values (${version.id}, ${version.list}, ${version.sha256}, ${version.publishedAt}, ${version.fetchedAt},
            ${version.entries}, ${version.sample}, ${version.source}, ${version.content}, ${now})`.execute(tx)
}

/** A new parser can change every entry of a list; so many rows are written in parts, so that no statement holds them all. */
const changesPerStatement = 1000

async function insertChanges(
  tx: Queryable,
  versionId: string,
  previousId: string,
  changes: readonly EntryChange[],
): Promise<void> {
  for (let start = 0; start < changes.length; start += changesPerStatement) {
    const part = changes
      .slice(start, start + changesPerStatement)
      .map(({ entityId, kind, fields }) => ({ entity_id: entityId, kind, fields }))
    await sql`
      insert into list_changes (version_id, previous_id, entity_id, kind, fields)
      select ${versionId}, ${previousId}, entity_id, kind, fields
        from jsonb_to_recordset(${JSON.stringify(part)}::jsonb) as change (entity_id text, kind text, fields jsonb)`.execute(
      tx,
    )
  }
}

/** What a version changed, by entity id; nothing for the first version of a list. */
export async function readChanges(db: Queryable, versionId: string): Promise<EntryChange[]> {
  const { rows } = await sql<EntryChange>`
    select entity_id, kind, fields from list_changes where version_id = ${versionId} order by entity_id collate "C"`.execute(
    db,
  )
  return rows
}

/** The operator's word that the next download of a list may be as short as it likes. Due at once. */
export async function acceptShrunken(db: Queryable, list: ListId, now: Date): Promise<void> {
  await sql`update list_states set accept_shrunken = true, due_at = ${now} where list = ${list}`.execute(db)
  await announce(db, list)
}

/** A version just replaced may still be in use in a process that has not followed yet. */
const pruneGraceMs = 24 * 3600 * 1000

/**
 * Drops the content of versions that nobody can ask for any more: neither current nor previous, replaced a day ago or
 * longer, and not `cited`, a query of the version ids that records stand on. Rows and changes stay: they are small.
 */
export async function pruneVersions(db: Queryable, cited: RawBuilder<unknown>, now: Date): Promise<number> {
  const { rows } = await sql`
    update list_versions
       set content = null
     where content is not null
       and superseded_at < ${new Date(now.getTime() - pruneGraceMs)}
       and not exists (select from list_states
                        where list_versions.id in (list_states.current_id, list_states.previous_id))
       and id not in (${cited})
 returning id`.execute(db)
  return rows.length
}

async function announce(db: Queryable, list: ListId): Promise<void> {
  await sql`select pg_notify(${listsChanged}, ${list})`.execute(db)
}
