import type { RiskCategory } from './categories.ts'

/**
 * 1: criticism, an allegation, a downgrade. 2: a probe, a lawsuit, a fine, a recall, an outage, a strike, lay-offs.
 * 3: deaths or injuries, criminal charges, bankruptcy, stolen personal data, a chief ousted for cause.
 */
export type Strength = 1 | 2 | 3

export type RiskFinding = {
  category: RiskCategory
  strength: Strength
  /** The words it rests on, and what weakened or strengthened them: "recalls"; "lawsuit, weakened by: dismissed". */
  because: string
}
