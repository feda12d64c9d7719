import { expect, test } from 'vitest'
import { bootstrap, median, percentile, wilson } from './intervals.ts'

test("Wilson's interval agrees with published values", () => {
  // 10 of 20: 0.299–0.701; 0 of 10: 0–0.278; 81 of 263: 0.255–0.366 (Newcombe 1998, table I).
  const rounded = (hits: number, n: number) => {
    const { low, high } = wilson(hits, n)
    return [low, high].map((value) => Number(value.toFixed(3)))
  }
  expect(rounded(10, 20)).toEqual([0.299, 0.701])
  expect(rounded(0, 10)).toEqual([0, 0.278])
  expect(rounded(10, 10)).toEqual([0.722, 1])
  expect(rounded(81, 263)).toEqual([0.255, 0.366])
})

test('a share of nothing is refused', () => {
  expect(() => wilson(0, 0)).toThrow(RangeError)
  expect(() => wilson(3, 2)).toThrow(RangeError)
})

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
