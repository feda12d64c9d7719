import { expect, test } from 'vitest'
import { wilsonInterval } from './wilson.ts'

test("Wilson's interval agrees with published values", () => {
  // 10 of 20: 0.299–0.701; 0 of 10: 0–0.278; 81 of 263: 0.255–0.366 (Newcombe 1998, table I).
  const rounded = (hits: number, n: number) => {
    const { low, high } = wilsonInterval(hits, n)
    return [low, high].map((value) => Number(value.toFixed(3)))
  }
  expect(rounded(10, 20)).toEqual([0.299, 0.701])
  expect(rounded(0, 10)).toEqual([0, 0.278])
  expect(rounded(10, 10)).toEqual([0.722, 1])
  expect(rounded(81, 263)).toEqual([0.255, 0.366])
})

test('a share of nothing is refused', () => {
  expect(() => wilsonInterval(0, 0)).toThrow(RangeError)
  expect(() => wilsonInterval(3, 2)).toThrow(RangeError)
})
