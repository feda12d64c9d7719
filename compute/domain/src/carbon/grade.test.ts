import { expect, test } from 'vitest'
import { carbonGrade } from './grade.ts'

test.each([
  [0, 'A'],
  [50, 'A'],
  [50.1, 'B'],
  [150, 'B'],
  [250, 'C'],
  [400, 'D'],
  [600, 'E'],
  [600.1, 'F'],
])('%d gCO2eq/kWh is graded %s', (grams, grade) => expect(carbonGrade(grams)).toBe(grade))

test.each([-1, Number.NaN, Number.POSITIVE_INFINITY])('%d gCO2eq/kWh is refused', (grams) => {
  expect(() => carbonGrade(grams)).toThrow(RangeError)
})
