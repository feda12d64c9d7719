import { expect, test } from 'vitest'
import { failuresToOpen, healthAfter, noAttempts, probeEveryMs, type ReceiverHealth, tallied } from './breaker.ts'

const healthy: ReceiverHealth = { failuresInARow: 0, failingSince: null, probeAt: null }
const second = (n: number) => new Date(Date.UTC(2026, 10, 20, 9, 0, n))
/** One letter per attempt, a second apart: `s` succeeded, `f` failed. */
const after = (attempts: string, health = healthy, from = 0) =>
  healthAfter(
    health,
    [...attempts].reduce(
      (tally, one, i) => tallied(tally, { succeeded: one === 's', endedAt: second(from + i) }),
      noAttempts,
    ),
  )

test('failures are counted until a success', () => {
  expect(after('ff')).toEqual({ failuresInARow: 2, failingSince: second(0), probeAt: null })
  expect(after('fs')).toEqual(healthy)
  expect(after('ffsf')).toEqual({ failuresInARow: 1, failingSince: second(3), probeAt: null })
  expect(after('f', after('ff'), 10)).toEqual({ failuresInARow: 3, failingSince: second(0), probeAt: null })
})

test('it opens at the tenth failure in a row, and closes at a success', () => {
  expect(after('f'.repeat(failuresToOpen - 1)).probeAt).toBeNull()
  const open = after('f', after('f'.repeat(failuresToOpen - 1)), 20)
  expect(open.probeAt).toEqual(new Date(second(20).getTime() + probeEveryMs))
  expect(after('s', open)).toEqual(healthy)
})

test('a failure while it is open moves no probe', () => {
  const open = after('f'.repeat(failuresToOpen))
  expect(after('f', open, 40)).toEqual({ ...open, failuresInARow: failuresToOpen + 1 })
})
