/**
 * While articles pour in, what is made of them is due again as soon as it is made. So that an import is not spent on
 * figures of which only the last are ever read, each waits several times as long as it took.
 */

/** Far longer than anything takes; a dead process's work waits for it. */
export const leaseMs = 60_000

const minPauseMs = 2_000
const maxPauseMs = 30_000
const pauseForEach = 10
const afterFailureMs = 15_000

export function pauseAfter(tookMs: number, ended: Date, outcome: 'done' | 'failed' = 'done'): Date {
  const pauseMs = Math.min(maxPauseMs, Math.max(minPauseMs, pauseForEach * tookMs))
  return new Date(ended.getTime() + (outcome === 'failed' ? afterFailureMs : pauseMs))
}
