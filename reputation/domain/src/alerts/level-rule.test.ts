import { describe, expect, test } from 'vitest'
import { conditionsFor, levelOf, levelRules, type Spread } from './level-rule.ts'
import { alertSettings } from './settings.ts'

const spread = (stated: Partial<Spread> = {}): Spread => ({
  reach: 9,
  outlets: 15,
  firstTierOutlets: 2,
  owners: 2,
  mentions: 20,
  serious: 15,
  grave: 10,
  typicalReach: 0,
  ...stated,
})
const level = (stated: Partial<Spread> = {}) => levelOf(spread(stated), alertSettings)
const unmet = (name: string, stated: Partial<Spread>) =>
  levelRules(spread(stated), alertSettings)
    .find(({ level }) => level === name)!
    .conditions.filter(({ met }) => !met)

describe('the level', () => {
  test.each([
    ['critical', {}],
    ['high', { outlets: 14 }],
    ['high', { firstTierOutlets: 1 }],
    ['high', { grave: 4 }],
    ['high', { owners: 1 }],
    ['high', { reach: 7 }],
    ['medium', { reach: 5 }],
    ['medium', { outlets: 9 }],
    ['medium', { serious: 6, grave: 6 }],
    ['medium', { typicalReach: 5 }],
    ['low', { reach: 0.5 }],
    ['low', { outlets: 1 }],
  ] as const)('is %s with %j', (expected, stated) => expect(level(stated)).toBe(expected))

  test('is critical by reach alone, but never of a single owner', () => {
    const everywhere = { reach: 130, grave: 0, firstTierOutlets: 0 }
    expect(level(everywhere)).toBe('critical')
    expect(level({ ...everywhere, owners: 1 })).toBe('high')
  })

  test('holds at its very bounds', () => {
    expect(level({ reach: 6, outlets: 10, serious: 7, grave: 0 })).toBe('high')
    expect(level({ reach: 8, serious: 10, grave: 3 })).toBe('critical')
  })
})

test('what is missing is said with its numbers', () => {
  expect(unmet('critical', { reach: 6.35, outlets: 11, firstTierOutlets: 1 })).toEqual([
    { name: 'reach', has: 6.35, needs: 8, met: false },
    { name: 'outlets', has: 11, needs: 15, met: false },
    { name: 'first-tier-outlets', has: 1, needs: 2, met: false },
  ])
  expect(unmet('high', { reach: 7, typicalReach: 2 })).toEqual([{ name: 'reach', has: 7, needs: 7.5, met: false }])
})

test('a level asks for all that those below it do, each thing once, where it is asked for most', () => {
  const { conditions, instead } = conditionsFor('critical', spread({ typicalReach: 4 }), alertSettings)
  expect(conditions.map(({ name, needs }) => [name, needs])).toEqual([
    ['reach', 9],
    ['outlets', 15],
    ['serious-share', 0.35],
    ['grave-share', 0.3],
    ['first-tier-outlets', 2],
    ['owners', 2],
  ])
  expect(instead).toMatchObject({ name: 'reach', needs: 120, met: false })
  expect(conditionsFor('high', spread(), alertSettings).instead).toBeUndefined()
})
