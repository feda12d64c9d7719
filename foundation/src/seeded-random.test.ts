import { expect, test } from 'vitest'
import { randomFrom, sampleOf } from './seeded-random.ts'

test('a sample holds different items, the same ones for the same seed', () => {
  const items = Array.from({ length: 1_000 }, (_, index) => index)
  const sample = sampleOf(items, 100, 7)
  expect(new Set(sample).size).toBe(100)
  expect(sampleOf(items, 100, 7)).toEqual(sample)
  expect(sampleOf(items, 100, 8)).not.toEqual(sample)
  expect(sampleOf([1, 2, 3], 100, 7).sort()).toEqual([1, 2, 3])
})

test('the numbers are spread evenly', () => {
  const random = randomFrom(1)
  const tenths = new Array<number>(10).fill(0)
  for (let draw = 0; draw < 10_000; draw++) tenths[Math.floor(random() * 10)]! += 1
  for (const count of tenths) expect(Math.abs(count - 1_000)).toBeLessThan(120)
})
