/** When a fall of the score is announced: `reputation.drop`. */
import { type Day, dayMs, dayOf } from '../series/model/day.ts'
import type { DayPillars } from './day-pillars.ts'
import { type Change, changeBetween, measurable, overallOf } from './overall.ts'
import type { ScoreSettings } from './settings.ts'

/** A day's pillars with the methodology that made them. */
export type ScoredDay = DayPillars & { methodologyVersion: string }

export type Drop = {
  /** The closed day on which it was seen. */
  day: Day
  previousScore: number
  currentScore: number
  /** currentScore − previousScore, to a tenth. */
  delta: number
  byPillar: Change['byPillar']
}

/**
 * The fall between a closed day and the day seven before it, or undefined: where either has no score, they were made by
 * different methodologies or of different pillars, it is smaller than five points, or the company was not in the news
 * between them, for then good news has only grown old.
 */
export function dropOn(day: Day, days: ReadonlyMap<Day, ScoredDay>, settings: ScoreSettings): Drop | undefined {
  const [before, after] = [days.get(day - settings.drop.days), days.get(day)]
  if (!before || !after || before.methodologyVersion !== after.methodologyVersion) return undefined
  if (!wasInTheNews(days, before.day, after.day)) return undefined
  const set = measurable(after)
  if (set.join() !== measurable(before).join()) return undefined
  const [previous, current] = [overallOf(before, set, settings)!, overallOf(after, set, settings)!]
  const { delta, byPillar } = changeBetween(previous, current)
  if (delta > -settings.drop.minPoints) return undefined
  return { day, previousScore: previous.value, currentScore: current.value, delta, byPillar }
}

/** After one day, up to another. */
function wasInTheNews(days: ReadonlyMap<Day, ScoredDay>, after: Day, upTo: Day): boolean {
  for (let day = after + 1; day <= upTo; day++) if (days.get(day)?.observed) return true
  return false
}

/**
 * The drops of days that have closed by `now`, in order, at most one in any seven days. `announced` are the days of those
 * announced before. What closed longer ago than two days is history that was loaded, and no news.
 */
export function dropsToAnnounce(
  days: ReadonlyMap<Day, ScoredDay>,
  announced: readonly Day[],
  now: number,
  settings: ScoreSettings,
): Drop[] {
  const drops: Drop[] = []
  const rests = (day: Day) =>
    [...announced, ...drops.map((drop) => drop.day)].some((other) => Math.abs(day - other) < settings.drop.restDays)
  const today = dayOf(now)
  const oldest = dayOf(now - settings.drop.maxAgeMs - dayMs)
  for (let day = oldest; day < today; day++) {
    const isRecent = now - (day + 1) * dayMs <= settings.drop.maxAgeMs
    const drop = isRecent && !rests(day) ? dropOn(day, days, settings) : undefined
    if (drop) drops.push(drop)
  }
  return drops
}
