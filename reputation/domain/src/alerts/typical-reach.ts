/**
 * What risk reach is typical of a company: a maker of cars in the middle of a recall crisis is in the news with it every
 * day, and one more article is no alarm there, while it would be for a company that nobody speaks ill of.
 */
import type { AuthorityOverrides } from '../articles/articles.ts'
import type { Mention } from '../mentions/mentions.ts'
import { type Day, dayOf } from '../series/model/day.ts'
import { observedWindow } from '../series/model/observed-window.ts'
import { Reach } from './reach.ts'
import type { AlertSettings } from './settings.ts'

export type TypicalReach = (day: Day) => number

/**
 * Mean daily risk reach of the last days with news before a day; 0 where they are too few. `observedDays` are all days
 * on which news came in about any subject, in order.
 */
export function typicalReach(
  mentions: readonly Mention[],
  observedDays: readonly Day[],
  settings: AlertSettings,
  overrides?: AuthorityOverrides,
): TypicalReach {
  const byDay = new Map<Day, Reach>()
  for (const mention of mentions) {
    if ((mention.risks[0]?.strength ?? 0) < 2) continue
    const day = dayOf(mention.publishedAt)
    const reach = byDay.get(day) ?? new Reach(settings, overrides)
    byDay.set(day, reach)
    reach.add(mention)
  }
  return (day) => {
    const before = observedWindow(day - 1, observedDays, settings.typical.days)
    if (before.length < settings.typical.minDays) return 0
    return before.reduce((sum, { day }) => sum + (byDay.get(day)?.value ?? 0), 0) / before.length
  }
}
