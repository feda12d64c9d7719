import { aMention } from '@service/reputation-testing/a-mention.ts'
import { expect, test } from 'vitest'
import { articleVerdict } from '../alerts/article-verdict.ts'
import { type Correction, corrected } from './correction.ts'
import { countsInFigures, labelOf, sentimentOf } from './mentions.ts'

const correction = (stated: Partial<Correction>): Correction => ({
  tone: null,
  aboutCompany: null,
  gravity: null,
  category: null,
  isAlert: null,
  ...stated,
})
const grave = [{ category: 'fraud_corruption', strength: 3, because: 'charged' }] as const
const judged = aMention({ probabilities: { negative: 0.9, neutral: 0.05, positive: 0.05 }, risks: [...grave] })

test('a tone that a person gives is certain, and judges what no model can', () => {
  const positive = corrected(judged, correction({ tone: 'positive' }))
  expect([labelOf(positive), sentimentOf(positive)]).toEqual(['positive', 1])
  const unjudged = aMention({ judged: false, language: 'fi' })
  expect(countsInFigures(unjudged)).toBe(false)
  expect(countsInFigures(corrected(unjudged, correction({ tone: 'neutral' })))).toBe(true)
})

test('an article that is not about the company counts nowhere, and one that is counts as about it', () => {
  expect(countsInFigures(corrected(judged, correction({ aboutCompany: false })))).toBe(false)
  const source = aMention({ role: 'source', pCompany: 0.2 })
  expect(corrected(source, correction({ aboutCompany: true }))).toMatchObject({ role: 'subject', pCompany: 1 })
})

test('gravity is that of the gravest risk, and none leaves no risk', () => {
  expect(corrected(judged, correction({ gravity: 0 })).risks).toEqual([])
  expect(corrected(judged, correction({ gravity: 1 })).risks).toEqual([{ ...grave[0], strength: 1 }])
  expect(corrected(aMention(), correction({ gravity: 2, category: 'product_safety' })).risks).toEqual([
    { category: 'product_safety', strength: 2, because: 'said by a person' },
  ])
})

test('an alert is what a person says it is, as long as the article is about the company', () => {
  const verdict = (stated: Partial<Correction>) => articleVerdict(corrected(judged, correction(stated)), 0.75)
  expect(articleVerdict(judged, 0.75).alert).toBe(true)
  expect(verdict({ isAlert: false })).toMatchObject({ alert: false, reasons: [{ code: 'said-by-person', for: false }] })
  expect(verdict({ isAlert: true, tone: 'neutral', gravity: 0 }).alert).toBe(true)
  expect(verdict({ isAlert: true, aboutCompany: false }).alert).toBe(false)
})
