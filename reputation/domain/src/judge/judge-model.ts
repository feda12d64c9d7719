/**
 * A linear model over what a headline shows about its company (`features.ts`), with one set of weights for each head
 * (`heads.ts`), and probabilities that are right as often as they say.
 *
 * Index bounds: tables and scratch arrays are made for each other, by heads, features and tokens.
 */

import { judgedLanguages } from '../languages/languages.ts'
import type { RiskCategory } from '../risk/model/categories.ts'
import { riskCategories } from '../risk/model/categories.ts'
import {
  exampleScale,
  Features,
  KeyIndex,
  type ModelFile,
  readModel,
  tableOf,
  type WeightTable,
} from '../text-model/text-model.ts'
import {
  alertProbability,
  blockCount,
  blockOf,
  calibrateHeads,
  calibrationWidth,
  thresholdIndex,
} from './calibration.ts'
import { collectJudgeFeatures, type JudgedText, type JudgedToken } from './features.ts'
import { type HeadlineEncoder, openHeadlineEncoder } from './headline-encoder.ts'
import { type CompanyRole, companyRoles, type headSizes, headStarts, headsWidth, type Tone } from './heads.ts'
import { meaningWidth, WordMeanings } from './word-meanings.ts'

/** A word, where it stands in the headline or, of a first sentence, in that, and by how much it moved the log-odds. */
export type Because = { word: string; start: number; end: number; weight: number }

export type Judgement = {
  /** Probability that the name is the company. */
  pCompany: number
  /** Probability that the company's communications would want an alert. */
  pAlert: number
  /** From which probability on it is an alert. */
  threshold: number
  /** Whether that is enough for one. */
  isAlert: boolean
  /** Probabilities of 0 nothing, 1 unpleasant, 2 serious, 3 grave. */
  gravity: readonly number[]
  tone: Record<Tone, number>
  role: CompanyRole
  /** The likeliest of the sixteen, however unlikely any of them is. */
  category: RiskCategory
  /** Probability that there is none. */
  pNoCategory: number
  /** The words of the headline or the first sentence that spoke for an alert most, in their order. */
  because: readonly Because[]
}

/** Opens the bytes of both trained models. Throws `RangeError` when they are damaged. */
export const openJudgeModel = (linear: Uint8Array, encoder: Uint8Array): JudgeModel =>
  new JudgeModel(readModel(linear), openHeadlineEncoder(encoder))

const becauseCount = 3
/** Words that move the log-odds of an alert less than this are no reason. */
const minDrive = 0.1

export class JudgeModel {
  readonly version: string
  readonly #table: WeightTable
  readonly #rows: KeyIndex
  readonly #calibration: Float64Array
  readonly #bothCalibration: Float64Array
  /** Of each language, for a headline alone and for one with a first sentence. */
  readonly #thresholds: readonly number[]
  /**
   * Headlines of which the linear judge alone thinks an alert less likely are none. They are not given to the encoder, unless
   * it thinks it so likely that the name is something else.
   */
  readonly #gate: number
  readonly #nameGate: number
  // Scratch space: a judgement is made at once, so none can come between.
  readonly #meanings: WordMeanings
  readonly #features = new Features()
  readonly #scores = new Float64Array(headsWidth)
  readonly #linear = new Float64Array(headsWidth)
  readonly #encoder: HeadlineEncoder
  readonly #encoded = new Float64Array(headsWidth)

  constructor(file: ModelFile, encoder: HeadlineEncoder) {
    this.version = `${file.version} ${encoder.version}`
    this.#encoder = encoder
    this.#table = tableOf(file, 'judge', headsWidth)
    this.#rows = new KeyIndex(this.#table.keys)
    this.#meanings = new WordMeanings(tableOf(file, 'meanings', meaningWidth))
    this.#calibration = Float64Array.from(file.numbers.calibration ?? [])
    this.#bothCalibration = Float64Array.from(file.numbers['calibration of both'] ?? [])
    this.#thresholds = file.numbers.thresholds ?? []
    const [gate = 0, nameGate = 1] = file.numbers.gate ?? []
    this.#gate = gate
    this.#nameGate = nameGate
    if (
      this.#calibration.length !== blockCount * calibrationWidth(1) ||
      this.#bothCalibration.length !== blockCount * calibrationWidth(2) ||
      this.#thresholds.length !== 2 * judgedLanguages.length
    )
      throw new RangeError('the model has no calibration')
  }

  judge(text: JudgedText): Judgement {
    const tokens = collectJudgeFeatures(text, this.#meanings, this.#features)
    const { keys, size } = this.#features
    const { weights, scale } = this.#table
    const linear = this.#linear.fill(0)
    for (let i = 0; i < size; i++) {
      const row = this.#rows.find(keys[i]!)
      if (row < 0) continue
      for (let c = 0, at = row * headsWidth; c < headsWidth; c++, at++) linear[c]! += weights[at]!
    }
    const unit = scale * exampleScale(size)
    for (let c = 0; c < headsWidth; c++) linear[c]! *= unit
    const scores = this.#scores
    calibrateHeads([linear], scores, this.#calibration, blockOf(text) * calibrationWidth(1))
    const mayAlert = alertProbability(scores) >= this.#gate
    if (mayAlert || scores[headStarts.company]! >= this.#nameGate) {
      this.#encoder.score(text, tokens, this.#encoded)
      const at = blockOf(text) * calibrationWidth(2)
      calibrateHeads([linear, this.#encoded], scores, this.#bothCalibration, at)
    }
    const pAlert = alertProbability(scores)
    const threshold = this.#thresholds[thresholdIndex(text)]!
    const isAlert = mayAlert && pAlert >= threshold
    const of = (head: keyof typeof headSizes, choice: number) => scores[headStarts[head] + choice]!
    return {
      pCompany: of('company', 1),
      pAlert,
      threshold,
      isAlert,
      gravity: [0, 1, 2, 3].map((gravity) => of('gravity', gravity)),
      tone: { negative: of('tone', 0), neutral: of('tone', 1), positive: of('tone', 2) },
      role: companyRoles[likeliest(scores, headStarts.role, companyRoles.length)]!,
      category: riskCategories[likeliest(scores, headStarts.category, riskCategories.length)]!,
      pNoCategory: of('category', riskCategories.length),
      because: this.#because(text, tokens, unit),
    }
  }

  /** Reads the features that `judge` left behind. */
  #because(text: JudgedText, tokens: readonly JudgedToken[], unit: number): Because[] {
    const { keys, from, to, size } = this.#features
    const { weights } = this.#table
    const ofToken = new Float64Array(tokens.length)
    for (let i = 0; i < size; i++) {
      const row = this.#rows.find(keys[i]!)
      if (row < 0) continue
      const at = row * headsWidth + headStarts.alert
      const [first, last] = [from[i]!, to[i]!]
      const part = (weights[at + 1]! - weights[at]!) / (last - first + 1)
      for (let token = first; token <= last; token++) ofToken[token]! += part
    }
    return tokens
      .map((token, i) => ({ token, i, drive: unit * ofToken[i]! }))
      .filter(({ token, drive }) => !token.isCompany && drive >= minDrive && /\p{L}/u.test(token.word))
      .sort((a, b) => b.drive - a.drive || a.i - b.i)
      .slice(0, becauseCount)
      .sort((a, b) => a.i - b.i)
      .map(({ token: { part, start, end }, drive: weight }) => {
        const word = (part === 0 ? text.headline.text : text.firstSentence!).slice(start, end)
        return { word, start, end, weight }
      })
  }
}

function likeliest(scores: Float64Array, from: number, size: number): number {
  let best = 0
  for (let c = 1; c < size; c++) if (scores[from + c]! > scores[from + best]!) best = c
  return best
}
