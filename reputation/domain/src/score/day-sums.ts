/**
 * What a day leaves behind for the score. A score is made of the sums of its window's days and nothing else, so when a
 * late article changes a day, that day's sums are computed again, and the scores of the days that look back on it.
 */
import type { AuthorityOverrides } from '../articles/articles.ts'
import { countsInFigures, inOrder, type Mention } from '../mentions/mentions.ts'
import { type Day, dayOf } from '../series/model/day.ts'
import { calmPart, weighDay } from './mention-weight.ts'
import type { ScoreSettings } from './settings.ts'
import { type Theme, themesOf } from './themes.ts'

export type WeightedSum = { weight: number; sentiment: number; mentions: number }

export type DaySums = {
  day: Day
  all: WeightedSum
  themes: Record<Theme, WeightedSum>
  /** Mentions, copies damped. */
  effective: number
  /** The calm ones among them, as far as others leave a part of them; what volume and share of voice are made of. */
  voice: number
  /** The authority of whose voice that is, added up. */
  authority: number
}

const nothing = (): WeightedSum => ({ weight: 0, sentiment: 0, mentions: 0 })

/** The sums of one day from that day's mentions of one subject. */
export function sumsOfDay(
  day: Day,
  mentions: readonly Mention[],
  settings: ScoreSettings,
  overrides?: AuthorityOverrides,
): DaySums {
  const sums: DaySums = {
    day,
    all: nothing(),
    themes: { performance: nothing(), innovation: nothing(), purpose: nothing() },
    effective: 0,
    voice: 0,
    authority: 0,
  }
  const weighed = weighDay(inOrder(mentions), settings, overrides)
  const part = calmPart(weighed)
  for (const { mention, weight, copyShare, authority, sentiment, isCalm } of weighed) {
    add(sums.all, weight, sentiment)
    for (const theme of themesOf(mention)) add(sums.themes[theme], weight, sentiment)
    sums.effective += copyShare
    if (!isCalm) continue
    sums.voice += part * copyShare
    sums.authority += part * copyShare * authority
  }
  return sums
}

function add(sum: WeightedSum, weight: number, sentiment: number): void {
  sum.weight += weight
  sum.sentiment += weight * sentiment
  sum.mentions++
}

/** The sums of all days on which the subject was mentioned. */
export function sumsByDay(
  mentions: readonly Mention[],
  settings: ScoreSettings,
  overrides?: AuthorityOverrides,
): Map<Day, DaySums> {
  const byDay = Map.groupBy(mentions.filter(countsInFigures), ({ publishedAt }) => dayOf(publishedAt))
  return new Map([...byDay].map(([day, ofDay]) => [day, sumsOfDay(day, ofDay, settings, overrides)]))
}
