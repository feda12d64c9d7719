/** The risks of a mention by what was judged of it. */
import type { RiskFinding, Strength } from '../risk/model/finding.ts'
import type { Judgement } from './judge-model.ts'

/**
 * From which probability on a headline is serious, or unpleasant. Above one half, for the judge has learnt from headlines
 * half of which are grave, and of ordinary news so much is not.
 */
const minProbability = 0.7

/**
 * One risk of the likeliest category, or none: of strength 3 where it is an alert, 2 where it is very likely serious, 1 where
 * it is very likely unpleasant.
 */
export function findingsOf({ gravity, isAlert, category, because }: Judgement): RiskFinding[] {
  const [, unpleasant = 0, serious = 0, grave = 0] = gravity
  const strength = isAlert
    ? 3
    : serious + grave >= minProbability
      ? 2
      : unpleasant + serious + grave >= minProbability
        ? 1
        : 0
  if (strength === 0) return []
  return [{ category, strength: strength as Strength, because: because.map(({ word }) => word).join(', ') }]
}
