import type { Action } from './action.ts'
import type { Reason } from './status.ts'

const quickestMs = 5
const slowestMs = 2_000

type Wait = Extract<Action, { kind: 'wait' }>

/**
 * `until` is a time; `null` is a while that grows with every try in vain; `undefined` is until somebody sees a change.
 */
export const wait = (until: Date | null | undefined, reason?: Reason): Wait => ({
  kind: 'wait',
  ...(until === null ? { backOff: true, until: null } : { backOff: false, until: until ?? null }),
  ...(reason && { reason }),
})

/** When to inspect again what is expected soon: often at first, then ever more rarely. */
export function soon(now: Date, since: Date): Date {
  const passedMs = Math.max(0, now.getTime() - since.getTime())
  return new Date(now.getTime() + Math.min(slowestMs, Math.max(quickestMs, passedMs / 4)))
}

export const earlier = (a: Date, b: Date): Date => (a < b ? a : b)
export const after = (from: Date, ms: number): Date => new Date(from.getTime() + ms)
