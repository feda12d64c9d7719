/** The risks of a mention by what was judged of it. */
import type { RiskFinding, Strength } from '../risk/model/finding.ts'
import type { Judgement } from './judge-model.ts'

/**
 * One risk of the likeliest category, or none: of strength 3 where it is an alert, else 1 or 2 where the gravity more likely
 * reaches that than not.
 */
export function findingsOf({ gravity, isAlert, category, because }: Judgement): RiskFinding[] {
  const [, unpleasant = 0, serious = 0, grave = 0] = gravity
  const strength = isAlert ? 3 : serious + grave >= 0.5 ? 2 : unpleasant + serious + grave >= 0.5 ? 1 : 0
  if (strength === 0) return []
  return [{ category, strength: strength as Strength, because: because.map(({ word }) => word).join(', ') }]
}
