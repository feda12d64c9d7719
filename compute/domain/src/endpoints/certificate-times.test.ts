import { expect, test } from 'vitest'
import { pauseAfterFailure, pollAfterMs, renewalAt } from './certificate-times.ts'

test('a certificate of 90 days is renewed after 60, or up to three days earlier', () => {
  const validity = { from: new Date('2026-01-01T00:00:00Z'), until: new Date('2026-04-01T00:00:00Z') }
  expect(renewalAt(validity, 0)).toEqual(new Date('2026-03-02T00:00:00Z'))
  expect(renewalAt(validity, 0.5)).toEqual(new Date('2026-02-28T12:00:00Z'))
})

test('pauses double up to a limit, spread by a quarter, and are never shorter than the authority asks for', () => {
  const minutes = (...[failure, random = 0]: [Parameters<typeof pauseAfterFailure>[0], number?]) =>
    pauseAfterFailure(failure, random) / 60_000
  expect([1, 2, 3, 100].map((failures) => minutes({ kind: 'refused', failures }))).toEqual([15, 30, 60, 1440])
  expect([1, 2, 3, 100].map((failures) => minutes({ kind: 'temporary', failures }))).toEqual([1, 2, 4, 60])
  expect(minutes({ kind: 'temporary', failures: 1 }, 0.8)).toBe(1.2)
  expect(minutes({ kind: 'temporary', failures: 1, retryAfterMs: 7_200_000 })).toBe(120)
})

test('an order is polled less often the older it is', () => {
  expect([0, 80_000, 3_600_000].map((ageMs) => pollAfterMs(ageMs))).toEqual([1_000, 10_000, 60_000])
  expect(pollAfterMs(0, 5_000)).toBe(5_000)
})
