/**
 * The circuit breaker of a registration: after so many failed attempts in a row its first attempts are held back, but for
 * one probe every half minute. A success closes it. Attempts that follow a failure keep their times whatever it says.
 */
export const failuresToOpen = 10
export const probeEveryMs = 30_000

/** What is known of a receiver. */
export type ReceiverHealth = {
  /** Attempts that have failed since the last that succeeded. */
  failuresInARow: number
  failingSince: Date | null
  /** Null while the breaker is closed; otherwise when the next first attempt may be let through. */
  probeAt: Date | null
}

/** What some attempts that ended at about the same time say of their receiver. */
export type Tally = {
  succeeded: boolean
  /** Those after the last success. */
  failures: number
  /** When the first of them had ended. */
  firstFailureAt: Date | null
}

export const noAttempts: Tally = { succeeded: false, failures: 0, firstFailureAt: null }

/** One more attempt, later than those before. */
export function tallied(tally: Tally, { succeeded, endedAt }: { succeeded: boolean; endedAt: Date }): Tally {
  if (succeeded) return { succeeded: true, failures: 0, firstFailureAt: null }
  return { ...tally, failures: tally.failures + 1, firstFailureAt: tally.firstFailureAt ?? endedAt }
}

export function healthAfter(health: ReceiverHealth, { succeeded, failures, firstFailureAt }: Tally): ReceiverHealth {
  const before = succeeded ? { failuresInARow: 0, failingSince: null, probeAt: null } : health
  const failuresInARow = before.failuresInARow + failures
  const failingSince = before.failingSince ?? firstFailureAt
  const opens = failuresInARow >= failuresToOpen && firstFailureAt !== null
  return {
    failuresInARow,
    failingSince,
    probeAt: before.probeAt ?? (opens ? new Date(firstFailureAt.getTime() + probeEveryMs) : null),
  }
}
