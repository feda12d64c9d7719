/** What became of sending a message once, and what comes next. */
export type Sent =
  /** `error`: what went wrong although it was sent. */
  | { kind: 'sent'; error?: string }
  /** `error`: why there is nobody to send it to. */
  | { kind: 'skipped'; error: string }
  | Failed

/** `isFinal`: trying again would change nothing. */
export type Failed = { kind: 'failed'; error: string; isFinal: boolean }

const minuteMs = 60_000

/** After each failed try but the last. */
const retryAfterMs = [minuteMs, 5 * minuteMs, 30 * minuteMs, 2 * 60 * minuteMs, 6 * 60 * minuteMs]

/** When to try again after so many tries; undefined where it has failed. */
export function nextTry({ isFinal }: { isFinal: boolean }, tries: number, now: Date): Date | undefined {
  const wait = isFinal ? undefined : retryAfterMs[tries - 1]
  return wait === undefined ? undefined : new Date(now.getTime() + wait)
}
