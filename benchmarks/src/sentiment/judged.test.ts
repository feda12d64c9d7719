import { expect, test } from 'vitest'
import { calibrationError, isFlip, type Judged, macroF1 } from './judged.ts'

const judged = (...pairs: [Judged['truth'], Judged['said']][]): Judged[] =>
  pairs.map(([truth, said]) => ({ truth, said }))

test('macro-F1 is the mean of the classes, however many rows each has', () => {
  const some = judged(
    ['negative', 'negative'],
    ['neutral', 'neutral'],
    ['neutral', 'positive'],
    ['positive', 'positive'],
  )
  expect(macroF1(some)).toBeCloseTo((1 + 2 / 3 + 2 / 3) / 3)
})

test('only the opposite is a flip', () => {
  expect(judged(['negative', 'positive'], ['negative', 'neutral'], ['positive', 'positive']).map(isFlip)).toEqual([
    true,
    false,
    false,
  ])
})

test('a model that is 75 % sure and right three times in four is calibrated', () => {
  const three = judged(
    ['positive', 'positive'],
    ['neutral', 'neutral'],
    ['negative', 'negative'],
    ['negative', 'neutral'],
  )
  expect(calibrationError(three.map((item) => ({ ...item, sureness: 0.75 })))).toBeCloseTo(0)
})
