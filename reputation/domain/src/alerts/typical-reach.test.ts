import { mentionsOn } from '@service/reputation-testing/mentions-on.ts'
import { expect, test } from 'vitest'
import { alertSettings } from './settings.ts'
import { typicalReach } from './typical-reach.ts'

const risks = [{ category: 'product_safety' as const, strength: 2 as const, because: 'recall' }]
const days = Array.from({ length: 30 }, (_, day) => day)

test('the typical reach is the daily mean of earlier days with news', () => {
  const usual = typicalReach(mentionsOn(0, 29, 4, { risks }), days, alertSettings)
  expect(usual(20)).toBeCloseTo(4 * 0.35)
})

test('days without risk lower it, days without any news do not', () => {
  const mentions = mentionsOn(0, 6, 4, { risks })
  expect(typicalReach(mentions, days, alertSettings)(14)).toBeCloseTo((7 * 4 * 0.35) / 14)
  expect(typicalReach(mentions, days.slice(0, 7), alertSettings)(14)).toBeCloseTo(4 * 0.35)
})

test('criticism and too few days give no typical reach', () => {
  const critical = [{ category: 'customer_treatment' as const, strength: 1 as const, because: 'slammed' }]
  expect(typicalReach(mentionsOn(0, 29, 4, { risks: critical }), days, alertSettings)(20)).toBe(0)
  expect(typicalReach(mentionsOn(0, 29, 4, { risks }), days, alertSettings)(2)).toBe(0)
})
