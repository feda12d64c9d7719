import type { Limits } from './limits.ts'
import type { Attempt, ObservedInstance } from './snapshot.ts'

/** Where restarts are counted from: the mark that stands, or a new one where the window since then is over. */
export function restartMark(
  { restartsFrom }: Pick<Attempt, 'restartsFrom'>,
  restarts: number,
  now: Date,
  { restartWindowMs }: Pick<Limits, 'restartWindowMs'>,
): { count: number; at: Date } {
  if (!restartsFrom) return { count: 0, at: now }
  const over = now.getTime() - restartsFrom.at.getTime() > restartWindowMs
  return over ? { count: restarts, at: now } : restartsFrom
}

export function isCrashLoop(
  attempt: Pick<Attempt, 'restartsFrom'>,
  restarts: number,
  now: Date,
  limits: Pick<Limits, 'restarts' | 'restartWindowMs'>,
): boolean {
  return restarts - restartMark(attempt, restarts, now, limits).count >= limits.restarts
}

/** An engine tells it of the last end alone, and only until the next start: so it is remembered with the attempt. */
export const ranOutOfMemory = (
  attempt: Pick<Attempt, 'reason'>,
  instance: Pick<ObservedInstance, 'outOfMemory'>,
): boolean => instance.outOfMemory !== 'no' || attempt.reason === 'out_of_memory'
