import fc from 'fast-check'
import { expect, test } from 'vitest'
import { hourMs } from '../time/time.ts'
import { type Hourly, meanOver } from './forecast.ts'

const from = new Date('2026-11-20T00:00:00.000Z')
const after = (hours: number) => new Date(from.getTime() + hours * hourMs)
const hourly = (...values: number[]): Hourly => ({ from, values: Float64Array.from(values) })

test('parts of hours count by their share', () => {
  expect(meanOver(hourly(100, 200, 300), after(0.5), 2)).toBe((0.5 * 100 + 200 + 0.5 * 300) / 2)
})

test('hours before or after the values take the first or last value', () => {
  expect(meanOver(hourly(100, 200), after(-2), 4)).toBe((3 * 100 + 200) / 4)
  expect(meanOver(hourly(100, 200), after(1), 4)).toBe(200)
  expect(meanOver(hourly(100, 200), after(30), 1)).toBe(200)
})

test('a mean is never outside the values', () => {
  const numbers = fc.array(fc.double({ min: 0, max: 1_000, noNaN: true }), { minLength: 1, maxLength: 50 })
  const hours = fc.double({ min: -20, max: 80, noNaN: true })
  const duration = fc.double({ min: 0.01, max: 60, noNaN: true })
  fc.assert(
    fc.property(numbers, hours, duration, (values, begin, durationHours) => {
      const mean = meanOver(hourly(...values), after(begin), durationHours)
      expect(mean).toBeGreaterThanOrEqual(Math.min(...values) - 1e-6)
      expect(mean).toBeLessThanOrEqual(Math.max(...values) + 1e-6)
    }),
  )
})

test('a mean over no time is refused', () => {
  expect(() => meanOver(hourly(1), from, 0)).toThrow(RangeError)
  expect(() => meanOver(hourly(), from, 1)).toThrow(RangeError)
})
