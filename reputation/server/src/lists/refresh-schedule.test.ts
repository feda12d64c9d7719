import { hourMs } from '@service/foundation/duration.ts'
import { expect, test } from 'vitest'
import { nextRefreshMs, retryDelayMs } from './refresh-schedule.ts'

const usual = { everyMs: 6 * hourMs, random: 0.5 }

test('refreshes spread a tenth around their interval', () => {
  expect([0, 0.5, 1].map((random) => nextRefreshMs(hourMs, random))).toEqual([3_240_000, 3_600_000, 3_960_000])
})

test.each([
  ['while the old list serves, from a minute to an hour', true, [60, 120, 240, 480, 960, 1920, 3600, 3600]],
  ['while there is none, from five seconds to a minute', false, [5, 10, 20, 40, 60, 60]],
])('failures delay a list longer and longer: %s', (_, loaded, seconds) => {
  expect(seconds.map((_, index) => retryDelayMs(index + 1, { ...usual, loaded }) / 1000)).toEqual(seconds)
  expect(Number.isFinite(retryDelayMs(10_000, { ...usual, loaded }))).toBe(true)
})

test('a Retry-After of an authority is respected, up to the regular interval', () => {
  expect(retryDelayMs(1, { ...usual, loaded: true, retryAfterMs: 7_200_000 })).toBe(7_200_000)
  expect(retryDelayMs(1, { ...usual, loaded: true, retryAfterMs: 1e12 })).toBe(usual.everyMs)
})
