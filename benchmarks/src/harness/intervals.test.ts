import { expect, test } from 'vitest'
import { bootstrap, median, percentile } from './intervals.ts'

test('percentiles interpolate, and nothing has none', () => {
  expect(percentile([4, 1, 3, 2], 0)).toBe(1)
  expect(percentile([4, 1, 3, 2], 100)).toBe(4)
  expect(median([4, 1, 3, 2])).toBe(2.5)
  expect(percentile([10, 20], 99)).toBeCloseTo(19.9)
  expect(median([])).toBeNaN()
})

test('the bootstrap interval of a mean holds the mean, and is the same each time', () => {
  const sample = Array.from({ length: 200 }, (_, index) => index % 10)
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
  const interval = bootstrap(sample, mean)
  expect(interval.low).toBeLessThan(4.5)
  expect(interval.high).toBeGreaterThan(4.5)
  expect(interval.high - interval.low).toBeLessThan(1)
  expect(bootstrap(sample, mean)).toEqual(interval)
})
