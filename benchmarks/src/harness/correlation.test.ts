import { expect, test } from 'vitest'
import { correlation } from './correlation.ts'

test('correlation is 1 for a line up, −1 for a line down, and nothing for a constant', () => {
  expect(correlation([1, 2, 3], [10, 20, 30])).toBeCloseTo(1)
  expect(correlation([1, 2, 3], [3, 2, 1])).toBeCloseTo(-1)
  expect(correlation([1, 2, 3, 4], [1, 3, 2, 4])).toBeCloseTo(0.8)
  expect(correlation([1, 2, 3], [1, 1, 1])).toBeNaN()
})
