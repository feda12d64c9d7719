import { requireAtLeast } from './model/require-at-least.ts'

export const carbonGrades = ['A', 'B', 'C', 'D', 'E', 'F'] as const
export type CarbonGrade = (typeof carbonGrades)[number]

/** The highest intensity of each grade, in gCO2eq/kWh × PUE; F has none. */
const limits: readonly { grade: CarbonGrade; upTo: number }[] = [
  { grade: 'A', upTo: 50 },
  { grade: 'B', upTo: 150 },
  { grade: 'C', upTo: 250 },
  { grade: 'D', upTo: 400 },
  { grade: 'E', upTo: 600 },
]

/**
 * The letter for what a kWh of computing at a site emits: the grid's intensity times the site's PUE, in gCO2eq/kWh (≥ 0).
 * Throws `RangeError` below 0.
 */
export function carbonGrade(gramsPerKwh: number): CarbonGrade {
  requireAtLeast(0, 'gramsPerKwh', gramsPerKwh)
  return limits.find(({ upTo }) => gramsPerKwh <= upTo)?.grade ?? 'F'
}
