import { describe, expect, test } from 'vitest'
import { aiVisibility, type Completion } from './ai-visibility.ts'
import { scoreSettings as settings } from './settings.ts'
import { wilsonInterval } from './wilson.ts'

const completions = (count: number, stated: Partial<Completion> = {}): Completion[] =>
  Array.from({ length: count }, () => ({ ownMentions: 0, trackedMentions: 4, ...stated }))

describe('AI visibility', () => {
  test('is unavailable without a provider or enough completions', () => {
    expect(aiVisibility(undefined, settings)).toMatchObject({
      score: null,
      status: 'unavailable',
      reason: 'no_provider_configured',
    })
    expect(aiVisibility(completions(29), settings)).toMatchObject({
      score: null,
      status: 'unavailable',
      reason: 'too_few_answers',
    })
  })

  test('rises with presence, share and tone', () => {
    const score = (stated: Partial<Completion>) => aiVisibility(completions(60, stated), settings).score!
    expect(score({ ownMentions: 1 })).toBeGreaterThan(score({}))
    expect(score({ ownMentions: 3 })).toBeGreaterThan(score({ ownMentions: 1 }))
    expect(score({ ownMentions: 1, sentiment: 0.9 })).toBeGreaterThan(score({ ownMentions: 1, sentiment: -0.9 }))
  })

  test('shows the share of completions with its interval', () => {
    const { presence } = aiVisibility([...completions(30), ...completions(30, { ownMentions: 1 })], settings)
    expect(presence!.share).toBe(0.5)
    expect(presence!.low).toBeCloseTo(0.377, 2)
    expect(presence!.high).toBeCloseTo(0.623, 2)
  })
})

test("Wilson's interval agrees with published values", () => {
  const { low, high } = wilsonInterval(81, 263)
  expect([low.toFixed(3), high.toFixed(3)]).toEqual(['0.255', '0.366'])
  expect(() => wilsonInterval(0, 0)).toThrow(RangeError)
})
