import type { Database } from '@service/foundation/database/database.ts'
import { Problem } from '@service/foundation/problem.ts'
import type { EntryChange } from '@service/reputation-domain/lists/changes.ts'
import { composeChanges, invertChange } from '@service/reputation-domain/lists/compose-changes.ts'
import type { ListId } from '@service/reputation-domain/lists/model/entry.ts'
import { readContents } from '../store.ts'
import { findEntries } from './find-entries.ts'
import * as history from './history-store.ts'

/** More are not shown; a list has a version a day at the most. */
export const maxVersions = 400

export type ListDiff = {
  counts: history.ChangeCounts
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
      const { added, changed, removed } = await history.countChanges(db.connection, versionIds)
      const page = await history.listChangedEntities(db.connection, versionIds, { after, limit: limit + 1 })
      const shown = page.slice(0, limit)
      const steps = Map.groupBy(await history.readSteps(db.connection, versionIds, shown), ({ entityId }) => entityId)
      const changes = shown.flatMap((entityId) => composeChanges(steps.get(entityId) ?? []) ?? [])
      const names = await namesOf(db, [ends.to, ends.from], shown)
      return {
        counts: { added: isBackwards ? removed : added, changed, removed: isBackwards ? added : removed },
        changes: changes.map((change) => ({
          ...(isBackwards ? invertChange(change) : change),
          name: names.get(change.entityId) ?? null,
        })),
        nextAfter: page.length > limit ? shown.at(-1) : undefined,
      }
    },

    async changedEntities(list, ends) {
      const { versionIds, isCurrent } = await between(list, ends)
      return { entityIds: await history.listChangedEntities(db.connection, versionIds), isCurrent }
    },
  }
}

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
    const wanted = new Set(entityIds.filter((entityId) => !names.has(entityId)))
    if (!content || wanted.size === 0) continue
    for await (const { entityId, names: listed } of findEntries(content, wanted)) {
      const [primary] = listed
      if (primary) names.set(entityId, primary.name)
    }
  }
  return names
}
