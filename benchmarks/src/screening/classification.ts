/** How well scores tell the same from the different. All of it in [0, 1]; NaN where a figure has no meaning. */

export type Judged = { score: number; isMatch: boolean }

export type Confusion = { truePositives: number; falsePositives: number; falseNegatives: number; trueNegatives: number }

export function confusionAt(threshold: number, judged: readonly Judged[]): Confusion {
  const counts: Confusion = { truePositives: 0, falsePositives: 0, falseNegatives: 0, trueNegatives: 0 }
  for (const { score, isMatch } of judged) {
    if (score >= threshold) counts[isMatch ? 'truePositives' : 'falsePositives']++
    else counts[isMatch ? 'falseNegatives' : 'trueNegatives']++
  }
  return counts
}

/** Of what was called a match, the share that is one; NaN when nothing was. */
export const precision = (counts: Confusion) => counts.truePositives / (counts.truePositives + counts.falsePositives)

/** Of the matches, the share that was found; NaN when there are none. */
export const recall = (counts: Confusion) => counts.truePositives / (counts.truePositives + counts.falseNegatives)

export const f1 = ({ truePositives, falsePositives, falseNegatives }: Confusion) =>
  (2 * truePositives) / (2 * truePositives + falsePositives + falseNegatives)

/** The threshold among the scores themselves that gives the highest F1; the highest such threshold on a tie. */
export function bestF1(judged: readonly Judged[]): { f1: number; threshold: number } {
  const matches = judged.filter(({ isMatch }) => isMatch).length
  let best = { f1: 0, threshold: 1 }
  for (const { threshold, found, called } of descents(judged)) {
    const value = (2 * found) / (called + matches)
    if (value > best.f1) best = { f1: value, threshold }
  }
  return best
}

/** Mean of the precision at each rise of recall; equal scores are taken in one step, so that order cannot flatter. */
export function averagePrecision(judged: readonly Judged[]): number {
  const matches = judged.filter(({ isMatch }) => isMatch).length
  let sum = 0
  let before = 0
  for (const { found, called } of descents(judged)) {
    sum += (found - before) * (found / called)
    before = found
  }
  return sum / matches
}

/** For each distinct score from the top: how many lie at or above it, and how many of those are matches. */
function* descents(judged: readonly Judged[]): Generator<{ threshold: number; found: number; called: number }> {
  const sorted = [...judged].sort((a, b) => b.score - a.score)
  let found = 0
  for (const [index, { score, isMatch }] of sorted.entries()) {
    if (isMatch) found++
    if (sorted[index + 1]?.score !== score) yield { threshold: score, found, called: index + 1 }
  }
}
