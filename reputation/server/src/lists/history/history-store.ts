/**
 * All SQL of the versions of a list and of what lies between two of them.
 *
 * Index bounds: a count without groups has one row.
 */
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
  changes: ChangeCounts | null
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

/** What these versions, in their order, made of each entry. One that came and went in between is in neither end, and left out. */
const netChanges = (versionIds: readonly string[]) => sql`
  (select entity_id,
          case when first = 'added' then 'added' when last = 'removed' then 'removed' else 'changed' end as kind
     from (select entity_id,
                  (array_agg(kind order by array_position(${[...versionIds]}::text[], version_id)))[1] as first,
                  (array_agg(kind order by array_position(${[...versionIds]}::text[], version_id) desc))[1] as last
             from list_changes
            where version_id = any (${[...versionIds]}::text[])
            group by entity_id) ends
    where first <> 'added' or last <> 'removed') net`

export type ChangeCounts = { added: number; changed: number; removed: number }

export async function countChanges(db: Queryable, versionIds: readonly string[]): Promise<ChangeCounts> {
  const { rows } = await sql<ChangeCounts>`
    select (count(*) filter (where kind = 'added'))::int as added,
           (count(*) filter (where kind = 'changed'))::int as changed,
           (count(*) filter (where kind = 'removed'))::int as removed
      from ${netChanges(versionIds)}`.execute(db)
  return rows[0]!
}

/** The entries that differ, in the order of their ids, behind one of them; without a limit, all. */
export async function listChangedEntities(
  db: Queryable,
  versionIds: readonly string[],
  { after = '', limit = null }: { after?: string | undefined; limit?: number | null } = {},
): Promise<string[]> {
  const { rows } = await sql<{ entityId: string }>`
    select entity_id from ${netChanges(versionIds)}
     where entity_id collate "C" > ${after}
     order by entity_id collate "C"
     limit ${limit}`.execute(db)
  return rows.map(({ entityId }) => entityId)
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
