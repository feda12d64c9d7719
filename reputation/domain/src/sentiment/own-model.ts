/**
 * Our own sentiment model: a linear model over what a text shows about its target (`features.ts`), with weights for all
 * texts and for each style of writing (`style.ts`), and probabilities that are right as often as they say.
 *
 * Index bounds: tables and scratch arrays are made for each other, by classes, styles, features and tokens.
 */

import { softmax } from '../exact-math/exact-math.ts'
import { type Label, labelOf, type Probabilities } from '../mentions/mentions.ts'
import {
  exampleScale,
  Features,
  KeyIndex,
  type ModelFile,
  type Reading,
  read,
  readModel,
  type TargetedText,
  tableOf,
  type WeightTable,
} from '../text-model/text-model.ts'
import { collectFeatures } from './features.ts'
import type { Driver, Sentiment, SentimentProvider } from './provider.ts'
import { collectStyleFeatures, styles } from './style.ts'

const classCount = 3
const styleCount = styles.length
const driverCount = 5

/** Opens the bytes of a trained model. Throws `RangeError` when they are damaged. */
export function openSentimentModel(bytes: Uint8Array): OwnModel {
  return new OwnModel(readModel(bytes))
}

export class OwnModel implements SentimentProvider {
  readonly name = 'own'
  readonly version: string
  readonly #sentiment: WeightTable
  readonly #rows: KeyIndex
  readonly #style: WeightTable
  readonly #styleRows: KeyIndex
  readonly #calibration: Float64Array
  // Scratch space: a judgement is made at once, so none can come between.
  readonly #features = new Features()
  readonly #sums = new Float64Array(classCount * (1 + styleCount))
  readonly #shares = new Float64Array(styleCount)
  readonly #scores = new Float64Array(classCount)

  constructor(file: ModelFile) {
    this.version = file.version
    this.#sentiment = tableOf(file, 'sentiment', classCount * (1 + styleCount))
    this.#rows = new KeyIndex(this.#sentiment.keys)
    this.#style = tableOf(file, 'style', styleCount)
    this.#styleRows = new KeyIndex(this.#style.keys)
    this.#calibration = Float64Array.from(file.numbers.calibration ?? [])
    if (this.#calibration.length !== 4 * styleCount) throw new RangeError('the model has no calibration')
  }

  async score(texts: readonly TargetedText[]): Promise<Sentiment[]> {
    return texts.map((text) => this.judge(text))
  }

  /** The same without waiting. A reading that is at hand need not be made again. */
  judge(text: TargetedText, reading: Reading = read(text)): Sentiment {
    const probabilities = this.#probabilities(reading)
    return { probabilities, label: labelOf({ probabilities }), drivers: this.#drivers(reading, text.text) }
  }

  /** Without the drivers, for those who need none. */
  probabilities(text: TargetedText): Probabilities {
    return this.#probabilities(read(text))
  }

  label(text: TargetedText): Label {
    return labelOf({ probabilities: this.probabilities(text) })
  }

  /** How much of what was read is in each style (`styles`), in sum 1. */
  styleOf(reading: Reading): readonly number[] {
    styleShares(reading, this.#features, this.#style, this.#styleRows, this.#shares)
    return [...this.#shares]
  }

  #probabilities(reading: Reading): Probabilities {
    styleShares(reading, this.#features, this.#style, this.#styleRows, this.#shares)
    collectFeatures(reading, this.#features)
    const { keys, size } = this.#features
    const { weights, width, scale } = this.#sentiment
    const sums = this.#sums.fill(0)
    for (let i = 0; i < size; i++) {
      const row = this.#rows.find(keys[i]!)
      if (row < 0) continue
      for (let w = 0, at = row * width; w < width; w++, at++) sums[w]! += weights[at]!
    }
    const unit = scale * exampleScale(size)
    for (let c = 0; c < classCount; c++) this.#scores[c] = unit * this.#shared(c)
    calibrate(this.#scores, this.#shares, this.#calibration)
    softmax(this.#scores)
    const [negative = 0, neutral = 0, positive = 0] = this.#scores
    return { negative, neutral, positive }
  }

  /** A class's weights for all, and those of each style by its share. */
  #shared(c: number): number {
    return mixed(this.#shares, this.#sums, classCount + c, classCount, this.#sums[c])
  }

  /** What each word added to the log-odds of positive against negative. Reads what `#probabilities` left behind. */
  #drivers(reading: Reading, text: string): Driver[] {
    const { keys, from, to, size } = this.#features
    const { weights, width, scale } = this.#sentiment
    const ofToken = new Float64Array(reading.tokens.length)
    const oddsAt = (block: number) => weights[block + 2]! - weights[block]!
    for (let i = 0; i < size; i++) {
      const row = this.#rows.find(keys[i]!)
      if (row < 0) continue
      let odds = oddsAt(row * width)
      for (let s = 0; s < styleCount; s++) odds += this.#shares[s]! * oddsAt(row * width + classCount * (1 + s))
      const [first, last] = [from[i]!, to[i]!]
      const part = odds / (last - first + 1)
      for (let token = first; token <= last; token++) ofToken[token]! += part
    }
    const unit = scale * exampleScale(size)
    return reading.tokens
      .map(({ start, end }, i) => ({ word: text.slice(start, end), start, end, weight: unit * (ofToken[i] ?? 0) }))
      .filter(
        ({ word, weight }, i) => i !== reading.target && /[\p{L}\p{N}]/u.test(word) && Math.abs(weight) >= minDrive,
      )
      .sort((a, b) => Math.abs(b.weight) - Math.abs(a.weight) || a.start - b.start)
      .slice(0, driverCount)
  }
}

/** Words that move the log-odds less than this drive nothing. */
const minDrive = 0.05

/** How much each style speaks, in sum 1. */
export function styleShares(
  reading: Reading,
  features: Features,
  { weights, scale }: WeightTable,
  rows: KeyIndex,
  shares: Float64Array,
): void {
  collectStyleFeatures(reading, features)
  shares.fill(0)
  for (let i = 0; i < features.size; i++) {
    const row = rows.find(features.keys[i]!)
    if (row < 0) continue
    for (let s = 0; s < styleCount; s++) shares[s]! += weights[row * styleCount + s]!
  }
  for (let s = 0; s < styleCount; s++) shares[s]! *= scale * exampleScale(features.size)
  softmax(shares)
}

/** Scales and shifts the scores by the mixture of the styles' calibrations. */
export function calibrate(scores: Float64Array, shares: Float64Array, calibration: Float64Array): void {
  const factor = mixed(shares, calibration, 0, 4)
  for (let c = 0; c < classCount; c++) scores[c] = factor * scores[c]! + mixed(shares, calibration, 1 + c, 4)
}

/** `first`, and by their shares the values of the styles, which stand `step` apart from `at` on. */
function mixed(shares: Float64Array, values: Float64Array, at: number, step: number, first = 0): number {
  let sum = first
  for (let s = 0; s < styleCount; s++) sum += shares[s]! * values[at + s * step]!
  return sum
}
