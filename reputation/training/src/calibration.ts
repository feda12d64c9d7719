/**
 * For each style a factor and a shift per class, so that of all that is said with 70 % confidence, 70 % is right. Fitted
 * on texts that the scores were not learnt from, by plain gradient descent. Source: Guo et al., ICML 2017.
 *
 * Index bounds: a calibration has four numbers for each style, and scores are of three classes.
 */
import { softmax } from '@service/reputation-domain/exact-math/exact-math.ts'
import { calibrate } from '@service/reputation-domain/sentiment/own-model.ts'

export type Judged = { scores: Float64Array; shares: Float64Array; label: number }

const steps = 400
const rate = 0.5

/** Of each style: the factor, then the shift of each class. */
export function fitCalibration(judged: readonly Judged[]): Float64Array {
  const styles = judged[0]?.shares.length ?? 0
  const calibration = new Float64Array(4 * styles)
  for (let s = 0; s < styles; s++) calibration[4 * s] = 1
  const slope = new Float64Array(calibration.length)
  const weight = new Float64Array(styles)
  for (const { shares } of judged) for (const [s, share] of shares.entries()) weight[s]! += share
  const scores = new Float64Array(3)
  for (let step = 0; step < steps; step++) {
    slope.fill(0)
    for (const { scores: raw, shares, label } of judged) {
      scores.set(raw)
      calibrate(scores, shares, calibration)
      softmax(scores)
      for (const [c, score] of scores.entries()) {
        const error = score - (c === label ? 1 : 0)
        for (const [s, share] of shares.entries()) {
          slope[4 * s]! += error * raw[c]! * share
          slope[4 * s + 1 + c]! += error * share
        }
      }
    }
    for (const [i, change] of slope.entries()) calibration[i]! -= (rate * change) / Math.max(1, weight[i >> 2]!)
  }
  return calibration
}
