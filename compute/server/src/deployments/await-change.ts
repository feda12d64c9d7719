/**
 * Waiting for a change of a deployment, made in this process or another, or of what else is announced by its id. Every
 * change is announced on a channel of the database; while the connection that listens is down, waiters poll more often.
 */
import { setMaxListeners } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '@service/foundation/database/database.ts'
import { deploymentsChannel } from './announce.ts'

/** How often waiters read: without the listening connection, and with it. */
const deafPollMs = 200
const pollMs = 5_000

export interface Changes {
  /**
   * Calls `read` now and after each change of the deployment (or company) until it returns a value, which is the result. Undefined once
   * the time is over or the signal aborts.
   */
  until<T>(id: string, read: () => Promise<T | undefined>, timeMs: number, signal?: AbortSignal): Promise<T | undefined>
  /** Ends all waits with what holds now, for a shutdown; later calls do not wait. */
  endWaits(): void
  close(): Promise<void>
}

type Deps = { db: Database; uptimeMs: () => number; channel?: string }

/** Of deployments, unless another channel is named. */
export async function openChanges({ db, uptimeMs, channel = deploymentsChannel }: Deps): Promise<Changes> {
  const waiting = new Map<string, Set<() => void>>()
  const ended = new AbortController()
  setMaxListeners(0, ended.signal)
  const listener = await db.listen(channel, (id) => {
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
    async until(id, read, timeMs, signal) {
      const endMs = uptimeMs() + timeMs
      for (;;) {
        // Listens before it reads, so a change between the two is not missed.
        const leftMs = Math.max(0, endMs - uptimeMs())
        const { changed, end } = next(id, Math.min(leftMs, listener.live ? pollMs : deafPollMs), signal)
        try {
          const found = await read()
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
