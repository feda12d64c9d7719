/** All SQL of the versions of a list and of what lies between two of them. */
import type { Queryable } from '@service/foundation/database/database.ts'
import type { EntryChange } from '@service/reputation-domain/lists/changes.ts'
import type { ListId } from '@service/reputation-domain/lists/model/entry.ts'
import { sql } from 'kysely'

export type KnownVersion = {
  id: string
  sha256: string
  publishedAt: Date | null
  fetchedAt: Date
  entries: number
  sample: boolean
  source: string
  supersededAt: Date | null
  /** What it changed of the one before; null where nothing was compared: of the first, and behind the sample. */
  changes: { added: number; changed: number; removed: number } | null
}

/** Newest first. */
export async function listVersions(db: Queryable, list: ListId, limit: number): Promise<KnownVersion[]> {
  const { rows } = await sql<Omit<KnownVersion, 'changes'> & { added: number; changed: number; removed: number }>`
    select v.id, v.sha256, v.published_at, v.fetched_at, v.entries, v.sample, v.source, v.superseded_at,
           (count(*) filter (where c.kind = 'added'))::int as added,
           (count(*) filter (where c.kind = 'changed'))::int as changed,
           (count(*) filter (where c.kind = 'removed'))::int as removed
      from list_versions v left join list_changes c on c.version_id = v.id
     where v.list = ${list}
     group by v.id
     order by v.created_at desc, v.id desc
     limit ${limit}`.execute(db)
  return rows.map(({ added, changed, removed, ...version }, i) => {
    const before = rows[i + 1]
    const isCompared = before !== undefined && !before.sample && !version.sample
    return { ...version, changes: isCompared ? { added, changed, removed } : null }
  })
}

export type EntityKind = { entityId: string; first: EntryChange['kind']; last: EntryChange['kind'] }

/** Every entry that these versions, in their order, changed, with how it began and ended. */
export async function listChangedEntities(db: Queryable, versionIds: readonly string[]): Promise<EntityKind[]> {
  const { rows } = await sql<EntityKind>`
    select entity_id,
           (array_agg(kind order by array_position(${[...versionIds]}::text[], version_id)))[1] as first,
           (array_agg(kind order by array_position(${[...versionIds]}::text[], version_id) desc))[1] as last
      from list_changes
     where version_id = any (${[...versionIds]}::text[])
     group by entity_id
     order by entity_id collate "C"`.execute(db)
  return rows
}

/** The changes of these entries in these versions, in the order of the versions. */
export async function readSteps(
  db: Queryable,
  versionIds: readonly string[],
  entityIds: readonly string[],
): Promise<EntryChange[]> {
  const { rows } = await sql<EntryChange>`
    select entity_id, kind, fields from list_changes
     where version_id = any (${[...versionIds]}::text[]) and entity_id = any (${[...entityIds]}::text[])
     order by array_position(${[...versionIds]}::text[], version_id)`.execute(db)
  return rows
}
