/**
 * How many requests of one company may wait at a process at a time: each holds a connection, and reads its deployment now
 * and then. One more does not wait: its response has what holds now, as after its `wait_seconds`. To refuse it would report
 * a failure of work that is done, and cause it to be repeated.
 */
import type { Changes } from './await-change.ts'

/** How long to wait; `gone` aborts when the caller has disconnected. */
export type Wait = { seconds: number; gone: AbortSignal }

export interface BoundedWaits {
  /** As `Changes.until`. */
  until<T>(
    of: { companyId: string; deploymentId: string },
    read: () => Promise<T | undefined>,
    wait: Wait,
  ): Promise<T | undefined>
}

const maxWaiting = 100

export function boundWaits(changes: Pick<Changes, 'until'>, limit = maxWaiting): BoundedWaits {
  const waiting = new Map<string, number>()
  return {
    async until({ companyId, deploymentId }, read, { seconds, gone }) {
      const others = waiting.get(companyId) ?? 0
      if (others >= limit) return changes.until(deploymentId, read, 0, gone)
      waiting.set(companyId, others + 1)
      try {
        return await changes.until(deploymentId, read, seconds * 1_000, gone)
      } finally {
        const left = waiting.get(companyId)! - 1
        if (left > 0) waiting.set(companyId, left)
        else waiting.delete(companyId)
      }
    },
  }
}
