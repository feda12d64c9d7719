/**
 * For each style a factor and a shift per class, so that of all that is said with 70 % confidence, 70 % is right. Fitted
 * on texts that the scores were not learnt from, by plain gradient descent. Source: Guo et al., ICML 2017.
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
  for (const { shares } of judged) for (let s = 0; s < styles; s++) weight[s]! += shares[s]!
  const scores = new Float64Array(3)
  for (let step = 0; step < steps; step++) {
    slope.fill(0)
    for (const { scores: raw, shares, label } of judged) {
      scores.set(raw)
      calibrate(scores, shares, calibration)
      softmax(scores)
      for (let c = 0; c < 3; c++) {
        const error = scores[c]! - (c === label ? 1 : 0)
        for (let s = 0; s < styles; s++) {
          slope[4 * s]! += error * raw[c]! * shares[s]!
          slope[4 * s + 1 + c]! += error * shares[s]!
        }
      }
    }
    for (let i = 0; i < slope.length; i++) calibration[i]! -= (rate * slope[i]!) / Math.max(1, weight[i >> 2]!)
  }
  return calibration
}
