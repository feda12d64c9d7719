import { expect, test } from 'vitest'
import { findingsOf } from './findings.ts'
import type { Judgement } from './judge-model.ts'

const aJudgement = (judgement: Partial<Judgement>): Judgement => ({
  pCompany: 1,
  pAlert: 0.9,
  threshold: 0.5,
  isAlert: true,
  gravity: [0, 0, 0, 1],
  tone: { negative: 1, neutral: 0, positive: 0 },
  role: 'responsible',
  category: 'product_safety',
  pNoCategory: 0,
  because: ['recall', 'brakes'].map((word) => ({ word, start: 0, end: word.length, weight: 1 })),
  ...judgement,
})

test.each([
  [[0.1, 0.1, 0.2, 0.6], true, 3],
  [[0.1, 0.1, 0.2, 0.6], false, 2],
  [[0.1, 0.5, 0.3, 0.1], true, 3],
  [[0.1, 0.3, 0.3, 0.3], false, 1],
  [[0.4, 0.4, 0.1, 0.1], false, undefined],
  [[0.2, 0.4, 0.2, 0.2], false, 1],
  [[0.6, 0.2, 0.1, 0.1], false, undefined],
])('gravity %j with an alert %s has the strength %s', (gravity, isAlert, strength) => {
  expect(findingsOf(aJudgement({ gravity, isAlert }))[0]?.strength).toBe(strength)
})

test('a finding names its category and the words it rests on', () => {
  expect(findingsOf(aJudgement({}))).toEqual([{ category: 'product_safety', strength: 3, because: 'recall, brakes' }])
})
