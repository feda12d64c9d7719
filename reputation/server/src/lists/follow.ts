/**
 * Brings this process to the versions that the database calls current: from the snapshot where there is one, else by
 * compiling them. Screenings that have begun keep the index they hold; the next ones see the new one whole.
 */

import type { Database } from '@service/foundation/database/database.ts'
import type { Logger } from '@service/foundation/log/logger.ts'
import type { ListId } from '@service/reputation-domain/lists/model/entry.ts'
import { openIndex, type ScreeningIndex } from '@service/reputation-domain/matching/matching.ts'
import type { ListMetrics } from './list-metrics.ts'
import { loadSnapshot, removeOtherSnapshots, saveSnapshot, snapshotName } from './snapshot.ts'
import type { ListState, ListVersion } from './store.ts'
import * as store from './store.ts'
import type { ListTasks } from './tasks/list-tasks.ts'

export type FollowDeps = {
  db: Database
  lists: readonly ListId[]
  /** Where snapshots lie. */
  folder: string
  engineVersion: string
  /** Whether versions from the bundled sample count; where they do not, such a list is not loaded. */
  allowSample: boolean
  tasks: ListTasks
  now: () => Date
  log: Logger
  metrics: ListMetrics
}

export type Loaded = { name: string; index: ScreeningIndex; versions: readonly ListVersion[] }

export interface Follower {
  readonly loaded: Loaded | undefined
  readonly states: readonly ListState[]
  /** Resolves when it is known that no snapshot serves: what follows then is slow. */
  readonly snapshotLacking: Promise<void>
  /** Brings this process to what the database holds, or throws. One call at a time. */
  catchUp(): Promise<void>
}

export function makeFollower(deps: FollowDeps): Follower {
  let loaded: Loaded | undefined
  let states: readonly ListState[] = []
  const lacking = Promise.withResolvers<void>()

  async function catchUp(): Promise<void> {
    try {
      await follow()
    } finally {
      if (!loaded) lacking.resolve()
    }
  }

  async function follow(): Promise<void> {
    states = await store.readStates(deps.db.connection, deps.lists)
    const versions = versionsInUse(deps, states)
    if (!versions) return
    const name = snapshotName(
      deps.engineVersion,
      versions.map(({ id }) => id),
    )
    if (loaded?.name === name) return
    const saved = await fromSnapshot(deps, name)
    if (!saved) lacking.resolve()
    const index = saved ?? (await fromVersions(deps, name, versions))
    loaded = { name, index, versions }
    deps.log.info({ entries: index.entryCount, names: index.nameCount, snapshot: name }, 'index in use')
    await removeOtherSnapshots(deps.folder, name, deps.now()).catch((err) =>
      deps.log.warn({ err }, 'old index snapshots could not be removed'),
    )
  }

  return {
    get loaded() {
      return loaded
    },
    get states() {
      return states
    },
    snapshotLacking: lacking.promise,
    catchUp,
  }
}

/** One version of every list in their order; undefined while any is missing. */
function versionsInUse({ lists, allowSample }: FollowDeps, states: readonly ListState[]): ListVersion[] | undefined {
  const versions = lists.flatMap((list) => states.find((state) => state.list === list)?.current ?? [])
  const usable = versions.filter(({ sample }) => allowSample || !sample)
  return usable.length === lists.length ? usable : undefined
}

async function fromSnapshot({ folder, log }: FollowDeps, name: string): Promise<ScreeningIndex | undefined> {
  try {
    const snapshot = await loadSnapshot(folder, name)
    if (snapshot.kind === 'loaded') return openIndex(snapshot.bytes)
    if (snapshot.kind === 'damaged') log.warn({ snapshot: name }, 'index snapshot is damaged and will be rebuilt')
  } catch (err) {
    log.warn({ err, snapshot: name }, 'index snapshot cannot be used and will be rebuilt')
  }
  return undefined
}

async function fromVersions(deps: FollowDeps, name: string, versions: readonly ListVersion[]): Promise<ScreeningIndex> {
  const { log, metrics } = deps
  const compiled = await compileVersions(
    deps,
    versions.map(({ id }) => id),
  )
  metrics.compiled(compiled.milliseconds)
  log.info({ milliseconds: Math.round(compiled.milliseconds), bytes: compiled.bytes.length }, 'index compiled')
  const written = () => log.info({ snapshot: name }, 'index snapshot written')
  await saveSnapshot(deps.folder, name, compiled, written).then(
    () => log.info({ snapshot: name }, 'index snapshot saved'),
    (err) => log.warn({ err }, 'index snapshot could not be saved: the next start will take longer'),
  )
  return openIndex(compiled.bytes)
}

/** Throws when a version's content is not (or no longer) there. */
export async function compileVersions(
  { db, tasks }: Pick<FollowDeps, 'db' | 'tasks'>,
  ids: readonly string[],
): ReturnType<ListTasks['compile']> {
  const contents = await store.readContents(db.connection, ids)
  return tasks.compile(
    ids.map((id) => {
      const content = contents.get(id)
      if (!content) throw new Error(`The content of list version ${id} is not in the database`)
      return content
    }),
  )
}
