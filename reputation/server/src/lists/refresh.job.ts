/**
 * Refreshes lists when they are due. When that is stands in the database, so that neither a restart nor a second
 * process asks an authority once more; this job only polls often enough.
 */
import { newLease } from '@service/foundation/jobs/lease.ts'
import { WakeLoop } from '@service/foundation/jobs/wake-loop.ts'
import type { ListId } from '@service/reputation-domain/lists/model/entry.ts'
import { leaseMs, type RefreshDeps, refreshList } from './refresh-list.ts'
import * as store from './store.ts'

/** Refreshes every list that is due and free, and returns how many that were. */
export async function refreshDue(deps: RefreshDeps, lists: readonly ListId[], stop: AbortSignal): Promise<number> {
  const leased = await store.leaseDue(deps.db.connection, lists, newLease(deps, leaseMs))
  await Promise.all(leased.map((list) => refreshList(deps, list, stop)))
  return leased.length
}

const maxPauseMs = 30_000
const minPauseMs = 1_000

/** Starts at once. An error of ours (the database is away) is logged, and the next tick tries again. */
export const startRefreshJob = (deps: RefreshDeps, lists: readonly ListId[]): WakeLoop =>
  new WakeLoop({
    async tick({ stop }) {
      await refreshDue(deps, lists, stop)
      const states = await store.readStates(deps.db.connection, lists)
      return Math.max(minPauseMs, Math.min(...states.map(({ dueAt }) => dueAt.getTime() - deps.now().getTime())))
    },
    pollEveryMs: maxPauseMs,
    retryAfterMs: maxPauseMs,
    report: (err) => deps.log.error({ err }, 'lists could not be refreshed'),
  })
