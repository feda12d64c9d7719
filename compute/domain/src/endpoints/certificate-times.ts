/**
 * When a certificate is ordered again. `random` is in [0, 1): what falls due for many names at a time is spread over a while, so
 * that the authority is not asked for all of them at once.
 */
const minuteMs = 60_000
const hourMs = 60 * minuteMs

/** At two thirds of its lifetime, or up to a thirtieth earlier. */
export function renewalAt({ from, until }: { from: Date; until: Date }, random: number): Date {
  const lifetimeMs = until.getTime() - from.getTime()
  return new Date(from.getTime() + lifetimeMs * (2 / 3 - random / 30))
}

/** `temporary`: the authority cannot be reached, or is busy. `refused`: it has judged, and judges alike until somebody acts. */
export type FailureKind = 'temporary' | 'refused'

const firstPauseMs: Record<FailureKind, number> = { temporary: minuteMs, refused: 15 * minuteMs }
const maxPauseMs: Record<FailureKind, number> = { temporary: hourMs, refused: 24 * hourMs }

/**
 * The pause after the `failures`-th failure in a row (from 1), never less than the authority asks for. Let's Encrypt takes five
 * failed proofs an hour for a name: with these pauses there are three at most.
 */
export function pauseAfterFailure(
  { kind, failures, retryAfterMs = 0 }: { kind: FailureKind; failures: number; retryAfterMs?: number },
  random: number,
): number {
  const pauseMs = Math.min(maxPauseMs[kind], firstPauseMs[kind] * 2 ** Math.min(failures - 1, 20))
  return Math.max(retryAfterMs, pauseMs) * (1 + random / 4)
}

const minPollMs = 1_000
const maxPollMs = minuteMs

/** Until an order is looked at again that is `ageMs` old. */
export const pollAfterMs = (ageMs: number, retryAfterMs = 0): number =>
  Math.max(retryAfterMs, Math.min(maxPollMs, Math.max(minPollMs, ageMs / 8)))
