import { expect, test } from 'vitest'
import { calibrationError, likeliest, macroF1 } from './figures.ts'

test('macro-F1 is the mean of the three classes', () => {
  expect(macroF1([0, 1, 1, 2], [0, 1, 2, 2])).toBeCloseTo((1 + 2 / 3 + 2 / 3) / 3)
})

test('of equal probabilities neutral is chosen', () => {
  expect(likeliest([0.4, 0.4, 0.2])).toBe(1)
  expect(likeliest([0.5, 0.1, 0.4])).toBe(0)
})

test('a model that is always sure and half the time right has a calibration error of a half', () => {
  expect(
    calibrationError(
      [0, 0],
      [
        [1, 0, 0],
        [0, 1, 0],
      ],
    ),
  ).toBeCloseTo(0.5)
})
