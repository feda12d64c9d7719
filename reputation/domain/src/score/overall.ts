/**
 * The overall score of a day and what each pillar contributes to it. Scores are shown to a tenth, and so are the
 * contributions: they are apportioned so that what is shown adds up to what is shown, to the last digit.
 */
import { itemAt } from '../item-at/item-at.ts'
import type { DayPillars } from './day-pillars.ts'
import { type Pillar, pillars } from './pillar.ts'
import type { ScoreSettings } from './settings.ts'

export type PillarSet = readonly Pillar[]

export type Contribution = {
  pillar: Pillar
  /** Share of the overall score that the pillar decides, in per cent; the weight of missing pillars is spread. */
  weight: number
  /** In points of the overall score, to a tenth. */
  contribution: number
}

export type Overall = {
  /** 0 to 100, to a tenth. */
  value: number
  contributions: Contribution[]
}

/** The pillars that can be measured on a day. */
export const measurable = (day: DayPillars): PillarSet => pillars.filter((pillar) => day.values[pillar].score !== null)

/** Undefined where a pillar of the set cannot be measured on that day: it would not be the same score. */
export function overallOf(day: DayPillars, set: PillarSet, settings: ScoreSettings): Overall | undefined {
  const weights = set.map((pillar) => settings.weights[pillar])
  const whole = weights.reduce((sum, weight) => sum + weight, 0)
  const parts: number[] = []
  for (const [index, pillar] of set.entries()) {
    const { score } = day.values[pillar]
    if (score === null) return undefined
    parts.push((itemAt(weights, index) * score) / whole)
  }
  const tenths = apportion(parts)
  return {
    value: tenths.reduce((sum, part) => sum + part, 0) / 10,
    contributions: set.map((pillar, index) => ({
      pillar,
      weight: (100 * itemAt(weights, index)) / whole,
      contribution: itemAt(tenths, index) / 10,
    })),
  }
}

/** Whole tenths that add up to the rounded sum: all rounded down, then one more for those that lost most. */
function apportion(parts: readonly number[]): number[] {
  const tenths = parts.map((part) => Math.floor(part * 10))
  const sum = Math.round(parts.reduce((sum, part) => sum + part, 0) * 10)
  const byLoss = parts
    .map((part, index) => ({ index, loss: part * 10 - itemAt(tenths, index) }))
    .sort((a, b) => b.loss - a.loss || a.index - b.index)
  const missing = sum - tenths.reduce((sum, part) => sum + part, 0)
  for (const { index } of byLoss.slice(0, missing)) tenths[index] = itemAt(tenths, index) + 1
  return tenths
}

export type Change = {
  /** To a tenth; what the pillars' changes add up to. */
  delta: number
  byPillar: { pillar: Pillar; delta: number }[]
}

/** From one score to a later one of the same pillars. */
export function changeBetween(before: Overall, after: Overall): Change {
  const earlier = new Map(before.contributions.map(({ pillar, contribution }) => [pillar, contribution]))
  const byPillar = after.contributions.map(({ pillar, contribution }) => ({
    pillar,
    delta: tenth(contribution - (earlier.get(pillar) ?? 0)),
  }))
  return { delta: tenth(after.value - before.value), byPillar }
}

/** Differences of tenths, freed of what binary fractions add. */
const tenth = (value: number): number => Math.round(value * 10) / 10
