import { expect, test } from 'vitest'
import { admits, endsAtMs, exhaustedAtMs, type GpuHours, leftMs, marksPassed, starterLimitMs } from './gpu-hours.ts'
import { gpuMsOfHours, hoursShown } from './gpu-time.ts'

const minuteMs = 60_000
const nowMs = Date.parse('2026-11-20T12:00:00.000Z')
const hours = (more: Partial<GpuHours> = {}): GpuHours => ({
  limitMs: starterLimitMs,
  usedMs: 0,
  reservedMs: 0,
  ...more,
})

test('the Starter tier is ten GPU-hours', () => {
  expect(hoursShown(starterLimitMs)).toBe(10)
  expect(hoursShown(gpuMsOfHours(1 / 3))).toBe(0.3333)
})

test.each([
  ['a minute of each GPU is left', { usedMs: starterLimitMs - 4 * minuteMs }, 4, true],
  ['a millisecond is missing', { usedMs: starterLimitMs - 4 * minuteMs + 1 }, 4, false],
  ['others have reserved what is left', { usedMs: starterLimitMs - 4 * minuteMs, reservedMs: minuteMs }, 4, false],
  ['everything is used', { usedMs: starterLimitMs + minuteMs }, 1, false],
  ['there are no hours at all', { limitMs: 0 }, 1, false],
])('%s', (_, state, gpus, admitted) => {
  expect(admits(hours(state), gpus)).toBe(admitted)
})

test('past the limit zero hours are left, never less', () => {
  expect(leftMs(hours({ usedMs: starterLimitMs, reservedMs: minuteMs }))).toBe(0)
})

test('hours run out sooner the more GPUs run, and never while none does', () => {
  const state = hours({ usedMs: starterLimitMs - 60 * minuteMs })
  expect(endsAtMs(state, 4, nowMs)).toBe(nowMs + 15 * minuteMs)
  expect(endsAtMs(state, 0, nowMs)).toBeUndefined()
  expect(endsAtMs(hours({ usedMs: starterLimitMs + 1 }), 4, nowMs)).toBe(nowMs)
})

test('a company is notified at 80 % and at 100 %', () => {
  expect(marksPassed(hours({ usedMs: starterLimitMs * 0.8 - 1 }))).toEqual([])
  expect(marksPassed(hours({ usedMs: starterLimitMs * 0.8 }))).toEqual(['warning'])
  expect(marksPassed(hours({ usedMs: starterLimitMs }))).toEqual(['warning', 'exhausted'])
})

test('the time at which the hours ran out is computed back from later use, within bounds', () => {
  const over = hours({ usedMs: starterLimitMs + 20_000 })
  expect(exhaustedAtMs(over, 2, nowMs, 30_000)).toBe(nowMs - 10_000)
  expect(exhaustedAtMs(hours({ usedMs: starterLimitMs + 60 * minuteMs }), 2, nowMs, 30_000)).toBe(nowMs - 30_000)
  expect(exhaustedAtMs(over, 0, nowMs, 30_000)).toBe(nowMs)
})
