/**
 * What makes scores of one or several models probabilities that are right as often as they say.
 *
 * Index bounds: scores and probabilities are of all heads; a calibration has a factor for each model and head.
 */
import { calibrateHeads, calibrationWidth } from '@service/reputation-domain/judge/calibration.ts'
import { headSizes, headStarts, heads, headsWidth } from '@service/reputation-domain/judge/heads.ts'

const steps = 300
const rate = 0.5

export type Scored = { models: readonly Float64Array[]; truth: Float64Array }

/** A factor for each model and head and a shift for each choice, by plain gradient descent; the factors begin equal. */
export function fitCalibration(judged: readonly Scored[], modelCount: number): Float64Array {
  const calibration = new Float64Array(calibrationWidth(modelCount)).fill(1 / modelCount, 0, modelCount * heads.length)
  const slope = new Float64Array(calibration.length)
  const said = new Float64Array(headsWidth)
  for (let pass = 0; pass < steps; pass++) {
    slope.fill(0)
    for (const { models, truth } of judged) {
      calibrateHeads(models, said, calibration, 0)
      for (const [index, head] of heads.entries()) {
        for (let c = headStarts[head]; c < headStarts[head] + headSizes[head]; c++) {
          const error = said[c]! - truth[c]!
          for (let m = 0; m < modelCount; m++) slope[m * heads.length + index]! += error * models[m]![c]!
          slope[modelCount * heads.length + c]! += error
        }
      }
    }
    for (let i = 0; i < slope.length; i++) calibration[i]! -= (rate * slope[i]!) / Math.max(1, judged.length)
  }
  return calibration
}
