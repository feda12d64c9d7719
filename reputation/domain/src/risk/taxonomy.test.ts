import { expect, test } from 'vitest'
import { cues } from './cues/vocabulary.ts'
import { groupOf, isRiskCategory, riskCategories } from './model/categories.ts'
import { categoriesOfLabel, esgIssues } from './taxonomy.ts'

test('there are sixteen categories, each with words of every strength that it can have', () => {
  expect(riskCategories).toHaveLength(16)
  for (const category of riskCategories) {
    expect(cues.filter((cue) => cue.category === category).length, category).toBeGreaterThan(1)
    expect(['environment', 'social', 'governance', 'cross_cutting']).toContain(groupOf(category))
  }
})

test('coarser labels map to their nearest categories, and the 28 usual ESG issues to one each', () => {
  expect(categoriesOfLabel('financial')[0]).toBe('financial_distress')
  expect(categoriesOfLabel('operational')[0]).toBe('operational_disruption')
  expect(categoriesOfLabel('customer')[0]).toBe('customer_treatment')
  expect(categoriesOfLabel('geopolitical')[0]).toBe('legal_regulatory')
  expect(Object.keys(esgIssues)).toHaveLength(28)
  expect(Object.values(esgIssues).every(isRiskCategory)).toBe(true)
})

test('an unknown label has no category', () => {
  expect(categoriesOfLabel('astrology')).toEqual([])
})
