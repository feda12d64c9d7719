/**
 * Refreshes lists when they are due. When that is stands in the database, so that neither a restart nor a second
 * process asks an authority once more; this job only looks at the clock often enough.
 */
import { repeat } from '@service/foundation/jobs/repeat.ts'
import type { ListId } from '@service/reputation-domain/lists/model/entry.ts'
import { leaseMs, type RefreshDeps, refreshList } from './refresh-list.ts'
import * as store from './store.ts'

/** Refreshes every list that is due and free, and returns how many that were. */
export async function refreshDue(deps: RefreshDeps, lists: readonly ListId[], stop: AbortSignal): Promise<number> {
  const now = deps.now()
  const lease = deps.newId('lease')
  const until = new Date(now.getTime() + leaseMs)
  const leased = await store.leaseDue(deps.db.connection, { lists, lease, now, until })
  await Promise.all(leased.map((list) => refreshList(deps, list, stop)))
  return leased.length
}

export interface RefreshJob {
  /** Waits until what was being refreshed has been given back. */
  stop(): Promise<void>
}

const longestPauseMs = 30_000
const shortestPauseMs = 1_000

/** Starts at once. An error of ours (the database is away) is logged, and the next round tries again. */
export function startRefreshJob(deps: RefreshDeps, lists: readonly ListId[]): RefreshJob {
  const stop = new AbortController()

  async function round(): Promise<number> {
    await refreshDue(deps, lists, stop.signal)
    const states = await store.readStates(deps.db.connection, lists)
    const nextMs = Math.min(...states.map(({ dueAt }) => dueAt.getTime() - deps.now().getTime()))
    return Math.min(longestPauseMs, Math.max(shortestPauseMs, nextMs))
  }

  const finished = repeat(
    () =>
      round().catch((err) => {
        deps.log.error({ err }, 'lists could not be refreshed')
        return longestPauseMs
      }),
    stop.signal,
  )
  return {
    async stop() {
      stop.abort()
      await finished
    },
  }
}
