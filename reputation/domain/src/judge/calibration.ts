/**
 * From the scores of models to probabilities that are right as often as they say.
 *
 * Index bounds: calibrations hold a block for each kind of text, and scores are of all heads.
 */
import { softmax } from '../exact-math/exact-math.ts'
import { judgedLanguages } from '../languages/languages.ts'
import type { JudgedText } from './features.ts'
import { headSizes, headStarts, heads, headsWidth } from './heads.ts'

/** How likely an alert is by gravity alone, as the rows of the corpus have it. */
export const alertShares = [0, 0.03, 0.6, 1] as const

/** The mean of what the alert head says and of what follows from the gravity head. */
export function alertProbability(probabilities: Float64Array): number {
  let byGravity = 0
  for (let gravity = 0; gravity < 4; gravity++)
    byGravity += alertShares[gravity]! * probabilities[headStarts.gravity + gravity]!
  return (probabilities[headStarts.alert + 1]! + byGravity) / 2
}

/** English and other languages, each alone and with a first sentence, are calibrated apart. */
export const blockCount = 4
export const blockOf = ({ language, firstSentence }: Pick<JudgedText, 'language' | 'firstSentence'>): number =>
  (language === 'en' ? 0 : 2) + (firstSentence ? 1 : 0)

export const thresholdIndex = ({ language, firstSentence }: Pick<JudgedText, 'language' | 'firstSentence'>): number =>
  2 * judgedLanguages.indexOf(language) + (firstSentence ? 1 : 0)

/** Of one block: for each head a factor for each model, then a shift for each choice. */
export const calibrationWidth = (models: number): number => models * heads.length + headsWidth

/** The scores of models together, as calibrated probabilities, head by head; the calibration's numbers begin at `at`. */
export function calibrateHeads(
  models: readonly Float64Array[],
  into: Float64Array,
  calibration: Float64Array,
  at: number,
): void {
  const shifts = at + models.length * heads.length
  for (const [index, head] of heads.entries()) {
    const from = headStarts[head]
    for (let c = from; c < from + headSizes[head]; c++) {
      let score = calibration[shifts + c]!
      for (let m = 0; m < models.length; m++) score += calibration[at + m * heads.length + index]! * models[m]![c]!
      into[c] = score
    }
    softmax(into.subarray(from, from + headSizes[head]))
  }
}
