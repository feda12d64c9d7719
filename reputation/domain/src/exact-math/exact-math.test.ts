import { expect, test } from 'vitest'
import { exp, log, softmax } from './exact-math.ts'

test('exponential and logarithm agree with the engine’s to 13 digits', () => {
  for (let x = -40; x <= 40; x += 0.37) expect(Math.abs(exp(x) / Math.exp(x) - 1)).toBeLessThan(1e-13)
  for (let x = 1e-6; x < 1e6; x *= 1.7) expect(Math.abs(log(x) - Math.log(x))).toBeLessThan(1e-12)
})

test('results beyond the range of numbers stay numbers', () => {
  expect(exp(10_000)).toBe(Number.MAX_VALUE)
  expect(exp(-10_000)).toBe(0)
})

test('probabilities sum to one, however large the scores', () => {
  const scores = Float64Array.from([900, 899, -900])
  softmax(scores)
  expect(scores[0]! + scores[1]! + scores[2]!).toBeCloseTo(1, 12)
  expect(scores[0]!).toBeGreaterThan(scores[1]!)
})
