/** A score as a sum that can be shown: what agrees, against what it is measured, and the factors. */
import type { Finding } from './finding.ts'

export type ScoreSum = {
  /** What the words that agree count. */
  agreed: number
  /** Their weight, and what the words that one name alone has add to it. */
  against: number
  factors: number[]
  /** `agreed / against`, times all factors, in [0, 1]. */
  score: number
}

/** The score that findings make up. A ship's number is a score by itself. */
export function scoreSum(findings: readonly Finding[]): ScoreSum {
  let agreed = 0
  let against = 0
  const factors: number[] = []
  for (const { rule, query, listed, weight = 0, counts, similarity, factor } of findings) {
    if (factor !== undefined) factors.push(factor)
    else if (rule === 'extra' || rule === 'omitted') against += counts ?? 0
    else if (query !== undefined && listed !== undefined) {
      agreed += counts ?? 0
      against += weight
    } else if (similarity !== undefined) {
      agreed += similarity
      against += 1
    }
  }
  const score = factors.reduce((product, factor) => product * factor, against === 0 ? 0 : agreed / against)
  return { agreed, against, factors, score: Math.min(1, score) }
}
