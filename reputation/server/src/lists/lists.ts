/**
 * Sanctions lists: how an authority's file becomes what names are screened against.
 *
 * A **refresh** (one process at a time for each list, under a lease) downloads the files of a list, reads and judges
 * them, and stores a new **version** with what **changed**; a download that fails any test keeps the version in use
 * and marks the list **stale** with the reason. Every process **follows** the versions that the database calls
 * current: it opens the compiled **index** from a snapshot on its own disk or compiles it in a thread of its own, and
 * swaps it in whole. Nothing here exits or throws into the service; while a list is missing, screenings respond with 503.
 *
 * Killed anywhere, the next start finds either the old version or the new one: a version, its changes and the pointer
 * to it commit together, a snapshot gets its name last, and either is made again from the step before.
 */
import { createHash } from 'node:crypto'
import type { Database } from '@service/foundation/database/database.ts'
import type { CheckResult } from '@service/foundation/http/readiness.ts'
import { startListeningLoop } from '@service/foundation/jobs/listening-loop.ts'
import { WakeLoop } from '@service/foundation/jobs/wake-loop.ts'
import type { Logger } from '@service/foundation/log/logger.ts'
import type { NewId } from '@service/foundation/new-id.ts'
import { Problem } from '@service/foundation/problem.ts'
import type { ListId } from '@service/reputation-domain/lists/model/entry.ts'
import { openIndex, type ScreeningIndex } from '@service/reputation-domain/matching/matching.ts'
import type { RawBuilder } from 'kysely'
import { type DownloadLimits, defaultLimits } from './download/download.ts'
import { compileVersions, type FollowDeps, type Follower, makeFollower } from './follow.ts'
import type { ListMetrics } from './list-metrics.ts'
import { type ListStatus, listStatus } from './list-status.ts'
import type { ListAddresses } from './model/list-settings.ts'
import { startRefreshJob } from './refresh.job.ts'
import { useSample } from './sample.ts'
import type { ListVersion } from './store.ts'
import * as store from './store.ts'
import { makeListTasks } from './tasks/list-tasks.ts'

export { listsAccept } from './accept.command.ts'
export { type ListHistory, makeListHistory, TwoVersionsPath } from './history/history.ts'
export { type ListActs, listRules, makeListActs } from './list-acts.ts'
export { makeListMetrics } from './list-metrics.ts'
export type { ListStatus } from './list-status.ts'
export { type ListDeps, listRoutes, listsPath } from './routes.ts'
export { listsStatus } from './status.command.ts'
export { type ListVersion, readVersions } from './store.ts'

export type CurrentLists = { index: ScreeningIndex; versions: readonly ListVersion[]; status: readonly ListStatus[] }

export interface Lists {
  /** One consistent view: the index, the versions in it, and how they fare. Undefined while any list is missing. */
  current(): CurrentLists | undefined
  /** The same, or the 503 that a request is to respond with. */
  requireCurrent(): CurrentLists
  status(): readonly ListStatus[]
  readiness(): CheckResult
  /** Resolves when all lists are loaded. */
  whenLoaded(): Promise<void>
  /** Resolves when the lists are loaded from the saved index, or it is known that this will take longer. */
  whenSnapshotTried(): Promise<void>
  /** The index over these versions, to repeat a screening on them. Throws when one is no longer stored. */
  openVersions(ids: readonly string[]): Promise<ScreeningIndex>
  close(): Promise<void>
}

export type ListsOptions = {
  db: Database
  /** The lists to screen against, each with its addresses. */
  addresses: ListAddresses
  /** Where index snapshots lie. */
  folder: string
  engineVersion: string
  /** The demo alone may use the bundled sample. */
  allowSample: boolean
  refreshEveryMs: number
  limits?: DownloadLimits
  /** A query of the list version ids that records stand on; without it no version's content is ever dropped. */
  citedVersions?: RawBuilder<unknown>
  now: () => Date
  random: () => number
  newId: NewId
  log: Logger
  metrics: ListMetrics
}

/** Polling finds changes whose notification was lost, and what only the clock changes. */
const pollEveryMs = 10_000
const retryAfterMs = 2_000
const pruneEveryMs = 24 * 3600 * 1000

/** Returns when the lists' state is known; loading goes on behind. */
export async function openLists(options: ListsOptions): Promise<Lists> {
  const { db, now, log, metrics } = options
  const lists: ListId[] = Object.keys(options.addresses)
  const tasks = makeListTasks()
  const follower = makeFollower({ ...options, lists, tasks })
  const loading = Promise.withResolvers<void>()
  let current: CurrentLists | undefined

  await store.prepareStates(
    db.connection,
    Object.entries(options.addresses).map(([list, addresses]) => ({ list, addressesSha256: hash(addresses) })),
    now(),
  )
  // Only one process can hold an embedded database, and it is this one: other leases are of processes that died.
  if (db.engine === 'embedded') await store.endLeases(db.connection)
  if (options.allowSample) await useSample(options, await store.readStates(db.connection, lists))

  const status = (): ListStatus[] =>
    lists.map((list) => {
      const loaded = follower.loaded?.versions.find((version) => version.list === list)
      const state = follower.states.find((one) => one.list === list)
      return listStatus(list, loaded, state, now())
    })
  metrics.watch(() => current?.status ?? status(), now)

  async function follow(): Promise<void> {
    try {
      await follower.catchUp()
    } finally {
      if (follower.loaded) {
        current = { index: follower.loaded.index, versions: follower.loaded.versions, status: status() }
        loading.resolve()
      }
    }
  }

  const following = await startListeningLoop(db, store.listsChanged, {
    tick: follow,
    pollEveryMs,
    retryAfterMs,
    report: (err) => log.error({ err }, 'lists could not be loaded'),
  })
  const pruning = new WakeLoop({
    tick: prune,
    pollEveryMs: pruneEveryMs,
    retryAfterMs: pruneEveryMs,
    report: (err) => log.error({ err }, 'old list versions could not be pruned'),
  })
  const job = startRefreshJob(
    { ...options, tasks, everyMs: options.refreshEveryMs, limits: options.limits ?? defaultLimits },
    lists,
  )

  async function prune(): Promise<void> {
    if (!options.citedVersions) return
    const pruned = await store.pruneVersions(db.connection, options.citedVersions, now())
    if (pruned > 0) log.info({ versions: pruned }, 'contents of old list versions dropped')
  }

  const readiness = () => describeReadiness(current?.status ?? status(), follower)
  return {
    current: () => current,
    requireCurrent() {
      if (current) return current
      throw new Problem('unavailable', `The sanctions lists are not loaded yet. ${readiness().note ?? ''}`.trim(), {
        retryAfterSeconds: 30,
      })
    },
    status: () => current?.status ?? status(),
    readiness,
    whenLoaded: () => loading.promise,
    whenSnapshotTried: () => Promise.race([loading.promise, follower.snapshotLacking]),
    openVersions: makeVersionOpener({ db, tasks }, () => current),
    async close() {
      const stopped = Promise.all([job, following, pruning].map((loop) => loop.stop()))
      await tasks.close()
      await stopped
    },
  }
}

function describeReadiness(status: readonly ListStatus[], follower: Follower): CheckResult {
  const notes = status.flatMap(({ list, loaded, stale, staleSince, staleReason }) => {
    if (stale) return [`${list} ${loaded ? 'is stale' : 'is missing'} since ${staleSince}: ${staleReason}`]
    if (loaded) return []
    const stored = follower.states.find((state) => state.list === list)?.current
    return [stored ? `${list} is waiting to be compiled` : `${list} is being fetched`]
  })
  const ready = status.every(({ loaded }) => loaded)
  return { ready, ...(notes.length > 0 && { note: notes.join('; ') }) }
}

/** Old indexes are large and seldom asked for: the one opened last is kept, for records are repeated in bunches. */
function makeVersionOpener(
  deps: Pick<FollowDeps, 'db' | 'tasks'>,
  current: () => CurrentLists | undefined,
): Lists['openVersions'] {
  let kept: { key: string; index: Promise<ScreeningIndex> } | undefined
  return async (ids) => {
    const key = keyOf(ids)
    const inUse = current()
    if (inUse && keyOf(inUse.versions.map(({ id }) => id)) === key) return inUse.index
    if (kept?.key === key) return kept.index
    const index = compileVersions(deps, [...ids].sort()).then(({ bytes }) => openIndex(bytes))
    const opened = { key, index }
    kept = opened
    index.catch(() => {
      if (kept === opened) kept = undefined
    })
    return index
  }
}

const keyOf = (ids: readonly string[]): string => [...ids].sort().join(' ')

const hash = (addresses: readonly string[]): string => createHash('sha256').update(addresses.join('\n')).digest('hex')
