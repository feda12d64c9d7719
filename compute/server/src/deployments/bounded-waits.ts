/**
 * How many requests of one company may wait at a process at a time: each holds a connection, and reads its deployment now
 * and then. One more does not wait but is answered at once with what holds, as after its `wait_seconds`: to refuse it
 * would tell of a failure although its work is done, and have it done again.
 */
import type { Changes } from './await-change.ts'

/** How long to wait, and that whoever asked has gone. */
export type Wait = { seconds: number; gone: AbortSignal }

export interface BoundedWaits {
  /** As `Changes.until`. */
  until<T>(
    of: { companyId: string; deploymentId: string },
    look: () => Promise<T | undefined>,
    wait: Wait,
  ): Promise<T | undefined>
}

const maxWaiting = 100

export function boundWaits(changes: Pick<Changes, 'until'>, limit = maxWaiting): BoundedWaits {
  const waiting = new Map<string, number>()
  return {
    async until({ companyId, deploymentId }, look, { seconds, gone }) {
      const others = waiting.get(companyId) ?? 0
      if (others >= limit) return changes.until(deploymentId, look, 0, gone)
      waiting.set(companyId, others + 1)
      try {
        return await changes.until(deploymentId, look, seconds * 1_000, gone)
      } finally {
        const left = waiting.get(companyId)! - 1
        if (left > 0) waiting.set(companyId, left)
        else waiting.delete(companyId)
      }
    },
  }
}
