/**
 * A company's reputation on a day: the overall score, its pillars, how it moved and the thirty days before.
 *
 * Today's pillars decide which are in the score, and every day of the history is computed with the same ones: otherwise
 * a pillar that appears, or goes, would look like news.
 */
import { type Day, isoDay } from '../series/model/day.ts'
import type { DayPillars } from './day-pillars.ts'
import { type Change, changeBetween, measurable, type Overall, overallOf } from './overall.ts'
import { type Pillar, type PillarValue, pillars } from './pillar.ts'
import type { ScoreSettings } from './settings.ts'

export type Confidence = 'low' | 'medium' | 'high'

export type ReputationPillar = PillarValue & { weight: number; contribution: number }

export type HistoryPoint = { date: string; score: number | null; observed: boolean }

export type Reputation = {
  date: string
  value: number
  confidence: Confidence
  change7d: Change | null
  change30d: Change | null
  pillars: ReputationPillar[]
  history: HistoryPoint[]
}

const confidenceOf = ({ effectiveMentions }: DayPillars, { confidence }: ScoreSettings): Confidence =>
  effectiveMentions < confidence.medium ? 'low' : effectiveMentions < confidence.high ? 'medium' : 'high'

/** `days` are the pillars of each day that has any. Undefined where `day` has none: there is no score yet. */
export function reputationOn(
  day: Day,
  days: ReadonlyMap<Day, DayPillars>,
  settings: ScoreSettings,
): Reputation | undefined {
  const today = days.get(day)
  if (!today) return undefined
  const set = measurable(today)
  const scoreOf = (other: Day): Overall | undefined => {
    const values = days.get(other)
    return values && overallOf(values, set, settings)
  }
  const overall = scoreOf(day)!
  const since = (earlier: Overall | undefined) => (earlier ? changeBetween(earlier, overall) : null)
  return {
    date: isoDay(day),
    value: overall.value,
    confidence: confidenceOf(today, settings),
    change7d: since(scoreOf(day - 7)),
    change30d: since(scoreOf(day - 30)),
    pillars: pillars.map((pillar) => withContribution(pillar, today, overall)),
    history: Array.from({ length: settings.windowDays }, (_, index) => {
      const date = day - settings.windowDays + 1 + index
      return {
        date: isoDay(date),
        score: scoreOf(date)?.value ?? null,
        observed: days.get(date)?.observed ?? false,
      }
    }),
  }
}

function withContribution(pillar: Pillar, today: DayPillars, { contributions }: Overall): ReputationPillar {
  const share = contributions.find((contribution) => contribution.pillar === pillar)
  return { ...today.values[pillar], weight: share?.weight ?? 0, contribution: share?.contribution ?? 0 }
}
