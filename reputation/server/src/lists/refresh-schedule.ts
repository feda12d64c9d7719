/** When to ask an authority for its list again. */
import { minuteMs } from '@service/foundation/duration.ts'

const firstRetryMs = { cold: 5_000, loaded: minuteMs }
const lastRetryMs = { cold: minuteMs, loaded: 60 * minuteMs }

/** `random` in [0, 1): a tenth earlier or later, so that many installations do not ask in the same second. */
export const nextRefreshMs = (everyMs: number, random: number): number => Math.round(everyMs * (0.9 + 0.2 * random))

/**
 * The wait after the `failures`-th failure in a row (from 1): doubling from a minute to an hour while the old list can
 * still be used, from 5 seconds to a minute while there is none, or only the sample. The authority's own wish
 * (`Retry-After`) is granted, but no failure puts a list off for longer than the regular interval would.
 */
export function retryDelayMs(
  failures: number,
  {
    loaded,
    everyMs,
    random,
    retryAfterMs = 0,
  }: { loaded: boolean; everyMs: number; random: number; retryAfterMs?: number },
): number {
  const phase = loaded ? 'loaded' : 'cold'
  const doubled = firstRetryMs[phase] * 2 ** Math.min(failures - 1, 20)
  const wait = Math.min(doubled, lastRetryMs[phase]) * (0.9 + 0.2 * random)
  return Math.round(Math.min(Math.max(wait, retryAfterMs), Math.max(everyMs, lastRetryMs.cold)))
}
