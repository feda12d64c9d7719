/**
 * The rule of levels, as conditions with a story's own numbers. A level holds when its conditions do, and those of the
 * levels below it. The same conditions make the level and its explanation, so that they cannot drift apart.
 */
import { itemAt } from '../item-at/item-at.ts'
import type { Level } from './level.ts'
import type { AlertSettings } from './settings.ts'

/** How far a story has spread, and how grave it is: all that its level depends on. */
export type Spread = {
  /** Of what is of strength 2 or more, as the two below. */
  reach: number
  outlets: number
  firstTierOutlets: number
  /** Outlets of one media group count once. */
  owners: number
  mentions: number
  /** Of strength 2 or more. */
  serious: number
  /** Of strength 3. */
  grave: number
  /** The company's mean risk reach of a day before the story. */
  typicalReach: number
}

export const conditionNames = [
  'reach',
  'outlets',
  'serious-share',
  'grave-share',
  'first-tier-outlets',
  'owners',
] as const
export type ConditionName = (typeof conditionNames)[number]

/** Met when `has` is at least `needs`. */
export type Condition = { name: ConditionName; has: number; needs: number; met: boolean }

export type LevelRule = {
  level: Exclude<Level, 'low'>
  met: boolean
  conditions: Condition[]
  /** Stands for all conditions but that of owners. */
  instead?: Condition
}

const condition = (name: ConditionName, has: number, needs: number): Condition => ({
  name,
  has,
  needs,
  met: has >= needs,
})

const areMet = (conditions: readonly Condition[]): boolean => conditions.every(({ met }) => met)

/** From medium to critical. */
export function levelRules(spread: Spread, { medium, high, critical, ubiquitous }: AlertSettings): LevelRule[] {
  const { reach, outlets, firstTierOutlets, owners, mentions, serious, grave, typicalReach } = spread
  const shareOf = (part: number, whole: number) => (whole === 0 ? 0 : part / whole)
  const ofMedium = [condition('reach', reach, medium.reach), condition('outlets', outlets, medium.outlets)]
  const ofHigh = [
    condition('reach', reach, high.reach + high.perTypicalReach * typicalReach),
    condition('outlets', outlets, high.outlets),
    condition('serious-share', shareOf(serious, mentions), high.share),
  ]
  const everywhere = [
    condition('reach', reach, critical.reach),
    condition('outlets', outlets, critical.outlets),
    condition('first-tier-outlets', firstTierOutlets, critical.firstTierOutlets),
    condition('grave-share', shareOf(grave, serious), critical.graveShare),
  ]
  const ofSeveral = condition('owners', owners, critical.owners)
  const instead = condition('reach', reach, ubiquitous.reach)
  return [
    { level: 'medium', met: areMet(ofMedium), conditions: ofMedium },
    { level: 'high', met: areMet(ofHigh), conditions: ofHigh },
    {
      level: 'critical',
      met: ofSeveral.met && (instead.met || areMet(everywhere)),
      conditions: [...everywhere, ofSeveral],
      instead,
    },
  ]
}

/** Of a story that speaks of a risk. */
export function levelOf(spread: Spread, settings: AlertSettings): Level {
  const rules = levelRules(spread, settings)
  const firstUnmet = rules.findIndex(({ met }) => !met)
  const held = firstUnmet === -1 ? rules.length : firstUnmet
  return held === 0 ? 'low' : itemAt(rules, held - 1).level
}

/** All that a story has to meet for a level, that of the levels below included: of the same name, the one that asks for most. */
export function conditionsFor(
  level: LevelRule['level'],
  spread: Spread,
  settings: AlertSettings,
): Pick<LevelRule, 'conditions' | 'instead'> {
  const rules = levelRules(spread, settings)
  const upTo = rules.slice(0, rules.findIndex((rule) => rule.level === level) + 1)
  const strictest = new Map<ConditionName, Condition>()
  for (const one of upTo.flatMap(({ conditions }) => conditions)) {
    if (one.needs >= (strictest.get(one.name)?.needs ?? 0)) strictest.set(one.name, one)
  }
  const conditions = conditionNames.flatMap((name) => strictest.get(name) ?? [])
  const instead = upTo.at(-1)?.instead
  return { conditions, ...(instead && { instead }) }
}
