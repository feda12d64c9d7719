import { expect, test } from 'vitest'
import { isCredibleSize } from './shrinkage.ts'

test.each([
  [79, 100, false],
  [80, 100, true],
  [81, 100, true],
  [200, 100, true],
  [4687, 5860, false],
  [4688, 5860, true],
  [1, 0, true],
])('%i entries after %i: credible %s', (entries, current, credible) => {
  expect(isCredibleSize(entries, current)).toBe(credible)
})
