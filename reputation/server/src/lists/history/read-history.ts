import { promisify } from 'node:util'
import { brotliDecompress } from 'node:zlib'
import type { Database } from '@service/foundation/database/database.ts'
import { Problem } from '@service/foundation/problem.ts'
import type { EntryChange } from '@service/reputation-domain/lists/changes.ts'
import { composeChanges, invertChange } from '@service/reputation-domain/lists/compose-changes.ts'
import type { ListEntry, ListId } from '@service/reputation-domain/lists/model/entry.ts'
import { readContents } from '../store.ts'
import * as history from './history-store.ts'

/** More are not shown; a list has a version a day at the most. */
export const maxVersions = 400

export type ListDiff = {
  counts: { added: number; changed: number; removed: number }
  changes: (EntryChange & { name: string | null })[]
  /** Behind which entry the next page begins. */
  nextAfter: string | undefined
}

export type ListHistory = {
  versions(list: ListId): Promise<history.KnownVersion[]>
  diff(list: ListId, between: { from: string; to: string }, after: string | undefined, limit: number): Promise<ListDiff>
  /** The ids of all entries that differ, and whether `to` is the version in use. */
  changedEntities(
    list: ListId,
    between: { from: string; to: string },
  ): Promise<{ entityIds: string[]; isCurrent: boolean }>
}

export function makeListHistory({ db }: { db: Database }): ListHistory {
  const between = async (list: ListId, ends: { from: string; to: string }) =>
    wayBetween(await history.listVersions(db.connection, list, maxVersions), ends)
  return {
    versions: (list) => history.listVersions(db.connection, list, maxVersions),

    async diff(list, ends, after, limit) {
      const { versionIds, isBackwards } = await between(list, ends)
      const entities = (await history.listChangedEntities(db.connection, versionIds)).filter(isNet)
      const kindOf = ({ first, last }: history.EntityKind) =>
        first === 'added' ? 'added' : last === 'removed' ? 'removed' : 'changed'
      const counted = (kind: EntryChange['kind']) => entities.filter((entity) => kindOf(entity) === kind).length
      const [added, removed] = [counted('added'), counted('removed')]
      const page = entities.filter(({ entityId }) => after === undefined || entityId > after).slice(0, limit + 1)
      const shown = page.slice(0, limit).map(({ entityId }) => entityId)
      const steps = Map.groupBy(await history.readSteps(db.connection, versionIds, shown), ({ entityId }) => entityId)
      const changes = shown.flatMap((entityId) => composeChanges(steps.get(entityId) ?? []) ?? [])
      const names = await namesOf(db, [ends.to, ends.from], shown)
      return {
        counts: {
          added: isBackwards ? removed : added,
          changed: counted('changed'),
          removed: isBackwards ? added : removed,
        },
        changes: changes.map((change) => ({
          ...(isBackwards ? invertChange(change) : change),
          name: names.get(change.entityId) ?? null,
        })),
        nextAfter: page.length > limit ? shown.at(-1) : undefined,
      }
    },

    async changedEntities(list, ends) {
      const { versionIds, isCurrent } = await between(list, ends)
      const entities = (await history.listChangedEntities(db.connection, versionIds)).filter(isNet)
      return { entityIds: entities.map(({ entityId }) => entityId), isCurrent }
    },
  }
}

/** One that came and went in between is in neither version. */
const isNet = ({ first, last }: history.EntityKind): boolean => first !== 'added' || last !== 'removed'

/** The versions whose changes lead from one end to the other. */
function wayBetween(versions: readonly history.KnownVersion[], { from, to }: { from: string; to: string }) {
  const place = (id: string) => {
    const at = versions.findIndex((version) => version.id === id)
    if (at < 0) throw new Problem('not-found', 'Version not found.')
    return at
  }
  const [fromAt, toAt] = [place(from), place(to)]
  const way = versions.slice(Math.min(fromAt, toAt), Math.max(fromAt, toAt)).reverse()
  if (way.some(({ changes }) => changes === null)) {
    throw new Problem('conflict', 'The bundled sample is not compared with the authority’s own list.')
  }
  return { versionIds: way.map(({ id }) => id), isBackwards: fromAt < toAt, isCurrent: toAt === 0 }
}

const unzip = promisify(brotliDecompress)

/** Primary names by entry, from the first of the versions that has the entry and is still stored. */
async function namesOf(
  db: Database,
  versionIds: readonly string[],
  entityIds: readonly string[],
): Promise<Map<string, string>> {
  const names = new Map<string, string>()
  const contents = await readContents(db.connection, versionIds)
  for (const id of versionIds) {
    const content = contents.get(id)
    if (!content || names.size === entityIds.length) continue
    const text = (await unzip(content)).toString()
    for (const entityId of entityIds) {
      if (names.has(entityId)) continue
      // One entry a line, its id first: only the lines that are wanted are parsed.
      const start = text.indexOf(`{"entityId":${JSON.stringify(entityId)},`)
      if (start < 0) continue
      const entry = JSON.parse(text.slice(start, text.indexOf('\n', start))) as ListEntry
      const [primary] = entry.names
      if (primary) names.set(entityId, primary.name)
    }
  }
  return names
}
