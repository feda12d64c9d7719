/** The articles that moved a pillar most: what to read to understand it. */
import type { AuthorityOverrides } from '../articles/articles.ts'
import { compareMentions, concernsCompany, inOrder, type Mention } from '../mentions/mentions.ts'
import { type Day, dayOf } from '../series/model/day.ts'
import { weighDay } from './mention-weight.ts'
import type { Pillar } from './pillar.ts'
import type { ScoreSettings } from './settings.ts'
import { type Theme, themesOf } from './themes.ts'

const maxDrivers = 5
const themes: readonly string[] = ['performance', 'innovation', 'purpose'] satisfies Theme[]

export type Driver = {
  articleId: string /** Its share in the pillar, signed where the pillar has a tone. */
  weight: number
}

/** For the pillars of tone the strongest words for or against; for the others the weightiest mentions; one of each text. */
export function driversOf(
  pillar: Pillar,
  day: Day,
  mentions: readonly Mention[],
  settings: ScoreSettings,
  overrides?: AuthorityOverrides,
): Driver[] {
  if (pillar === 'ai_visibility') return []
  const from = day - settings.windowDays
  const inWindow = inOrder(mentions).filter((mention) => {
    const of = dayOf(mention.publishedAt)
    return of > from && of <= day && concernsCompany(mention) && isAbout(mention, pillar)
  })
  return weighDay(inWindow, settings, overrides)
    .filter(({ mention }) => mention.copyOf === undefined)
    .map(({ mention, weight, sentiment }) => {
      const halfLife = halfLifeOf(pillar, settings)
      const age = day - dayOf(mention.publishedAt)
      const share = halfLife === undefined ? weight : (weight * sentiment) / (1 + age / halfLife)
      return { mention, weight: share }
    })
    .sort((a, b) => Math.abs(b.weight) - Math.abs(a.weight) || compareMentions(b.mention, a.mention))
    .slice(0, maxDrivers)
    .map(({ mention, weight }) => ({ articleId: mention.articleId, weight }))
}

const isAbout = (mention: Mention, pillar: Pillar): boolean =>
  !themes.includes(pillar) || themesOf(mention).has(pillar as Theme)

const halfLifeOf = (pillar: Pillar, { halfLifeDays }: ScoreSettings): number | undefined =>
  (halfLifeDays as Partial<Record<Pillar, number>>)[pillar]
