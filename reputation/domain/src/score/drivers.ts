/** The articles that moved a pillar most: what to read to understand it. */
import type { AuthorityOverrides } from '../articles/articles.ts'
import { compareMentions, countsInFigures, inOrder, type Mention } from '../mentions/mentions.ts'
import { type Day, dayOf } from '../series/model/day.ts'
import { remaining } from './day-pillars.ts'
import { calmPart, type Weighed, weighDay } from './mention-weight.ts'
import type { Pillar } from './pillar.ts'
import type { ScoreSettings } from './settings.ts'
import { type Theme, themesOf } from './themes.ts'

const maxDrivers = 5
const themes: readonly string[] = ['performance', 'innovation', 'purpose'] satisfies Theme[]

export type Driver = {
  articleId: string
  /** What it adds to the pillar's sum, below 0 where it lowers it; in the unit of the pillar's own sum. */
  weight: number
}

/**
 * For the pillars of tone the words for or against that weigh most today; for the others, which are made of calm mentions
 * alone, the weightiest of these. Each text is named once, and none that moved nothing.
 */
export function driversOf(
  pillar: Pillar,
  day: Day,
  mentions: readonly Mention[],
  settings: ScoreSettings,
  overrides?: AuthorityOverrides,
): Driver[] {
  if (pillar === 'ai_visibility') return []
  const inWindow = inOrder(mentions).filter(
    (mention) => ageOn(day, mention) >= 0 && ageOn(day, mention) < settings.windowDays && countsInFigures(mention),
  )
  const byDay = Map.groupBy(inWindow, ({ publishedAt }) => dayOf(publishedAt))
  return [...byDay.values()]
    .flatMap((ofDay) => shares(pillar, day, weighDay(ofDay, settings, overrides), settings))
    .filter(({ mention, weight }) => mention.copyOf === undefined && weight !== 0)
    .sort((a, b) => Math.abs(b.weight) - Math.abs(a.weight) || compareMentions(b.mention, a.mention))
    .slice(0, maxDrivers)
    .map(({ mention, weight }) => ({ articleId: mention.articleId, weight }))
}

const ageOn = (day: Day, { publishedAt }: Mention): number => day - dayOf(publishedAt)

type Share = { mention: Mention; weight: number }

/** What each mention of a day adds to the pillar. */
function shares(pillar: Pillar, today: Day, ofDay: readonly Weighed[], settings: ScoreSettings): Share[] {
  const halfLife = halfLifeOf(pillar, settings)
  if (halfLife !== undefined) {
    return ofDay
      .filter(({ mention }) => isAbout(mention, pillar))
      .map(({ mention, weight, sentiment }) => ({
        mention,
        weight: weight * sentiment * remaining(ageOn(today, mention), halfLife),
      }))
  }
  const part = calmPart(ofDay)
  return ofDay
    .filter(({ isCalm }) => isCalm)
    .map(({ mention, copyShare, authority }) => ({ mention, weight: part * copyShare * authority }))
}

const isAbout = (mention: Mention, pillar: Pillar): boolean =>
  !themes.includes(pillar) || themesOf(mention).has(pillar as Theme)

const halfLifeOf = (pillar: Pillar, { halfLifeDays }: ScoreSettings): number | undefined =>
  (halfLifeDays as Partial<Record<Pillar, number>>)[pillar]
