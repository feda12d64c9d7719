/** The risks of a mention by what was judged of it. */
import type { RiskFinding, Strength } from '../risk/model/finding.ts'
import type { Judgement } from './judge-model.ts'

/**
 * One risk of the likeliest category, or none. Strength 1 and 2 are what the gravity more likely reaches than not; 3 is
 * for what is serious and an alert, so that nothing alerts by its gravity alone.
 */
export function findingsOf({ gravity, isAlert, category, because }: Judgement): RiskFinding[] {
  const [, unpleasant = 0, serious = 0, grave = 0] = gravity
  const strength =
    isAlert && serious + grave >= 0.5 ? 3 : serious + grave >= 0.5 ? 2 : unpleasant + serious + grave >= 0.5 ? 1 : 0
  return strength === 0 ? [] : [{ category, strength: strength as Strength, because: because.join(', ') }]
}
