/**
 * Waiting for a deployment: callers that want to hear when it has changed, in this process or another. Every change is
 * announced on a channel of the database; while the connection that hears them is down, waiters look by themselves.
 */
import { setMaxListeners } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '@service/foundation/database/database.ts'
import { deploymentsChannel } from './announce.ts'

/** How often to look while nothing can be heard, and, at the least, while it can. */
const deafMs = 200
const hearingMs = 5_000

export interface Changes {
  /**
   * Calls `look` now and after each change of the deployment until it answers something, or the time is over or the
   * signal aborts: then what it answers at last is `undefined`.
   */
  until<T>(
    deploymentId: string,
    look: () => Promise<T | undefined>,
    timeMs: number,
    signal?: AbortSignal,
  ): Promise<T | undefined>
  /** Whoever waits is answered what holds now, and nobody waits any more: the service shuts down. */
  endWaits(): void
  close(): Promise<void>
}

export async function openChanges({ db, uptimeMs }: { db: Database; uptimeMs: () => number }): Promise<Changes> {
  const waiting = new Map<string, Set<() => void>>()
  const ended = new AbortController()
  setMaxListeners(0, ended.signal)
  const listener = await db.listen(deploymentsChannel, (id) => {
    for (const wake of waiting.get(id) ?? []) wake()
  })

  /** Resolves at the next change, or after `ms`. */
  function next(id: string, ms: number, signal: AbortSignal | undefined): { changed: Promise<void>; end(): void } {
    const wakers = waiting.get(id) ?? new Set()
    waiting.set(id, wakers)
    const ending = new AbortController()
    const stop = AbortSignal.any([ending.signal, ended.signal, ...(signal ? [signal] : [])])
    const { promise, resolve } = Promise.withResolvers<void>()
    wakers.add(resolve)
    const later = sleep(ms, undefined, { signal: stop }).catch(() => {})
    return {
      changed: Promise.race([promise, later]),
      end() {
        ending.abort()
        wakers.delete(resolve)
        if (wakers.size === 0) waiting.delete(id)
      },
    }
  }

  return {
    async until(id, look, timeMs, signal) {
      const endMs = uptimeMs() + timeMs
      for (;;) {
        // Listened before looked: a change between the two is not missed.
        const leftMs = Math.max(0, endMs - uptimeMs())
        const { changed, end } = next(id, Math.min(leftMs, listener.live ? hearingMs : deafMs), signal)
        try {
          const found = await look()
          if (found !== undefined || leftMs === 0 || signal?.aborted || ended.signal.aborted) return found
          await changed
        } finally {
          end()
        }
      }
    },
    endWaits: () => ended.abort(),
    close: () => listener.close(),
  }
}
