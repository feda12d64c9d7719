import { expect, test } from 'vitest'
import { outcomeOf } from './outcome.ts'
import { retryDelayMs } from './retry-delay.ts'

test('2, 4 and 8 seconds after each failure, and then no more', () => {
  expect([1, 2, 3, 4, 5].map(retryDelayMs)).toEqual([2_000, 4_000, 8_000, undefined, undefined])
})

const at = new Date('2026-11-20T09:00:00.000Z')
const attempt = (status: number | null) => ({ at, durationMs: 250, status, error: null, answer: null })

test.each([200, 201, 204, 299])('%i is success', (status) => {
  expect(outcomeOf({ failures: 2 }, attempt(status))).toEqual({
    state: 'succeeded',
    endedAt: new Date('2026-11-20T09:00:00.250Z'),
  })
})

test.each([null, 199, 301, 302, 304, 400, 404, 410, 429, 500, 503])('%s is a failure', (status) => {
  expect(outcomeOf({ failures: 0 }, attempt(status))).toEqual({
    state: 'pending',
    failures: 1,
    dueAt: new Date('2026-11-20T09:00:02.250Z'),
  })
  expect(outcomeOf({ failures: 3 }, attempt(status))).toMatchObject({ state: 'failed', failures: 4 })
})
