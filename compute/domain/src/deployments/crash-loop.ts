import type { Limits } from './limits.ts'
import type { Attempt } from './situation.ts'

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
