/**
 * Trains the judge of headlines on the written corpus. The same corpus gives the same bytes on every machine.
 *
 * First it is learnt three times with a third of the writers and, beside them, a fifth of the kinds of event left out:
 * what is said of those writers gives the figures, the calibration and the threshold of an alert. Then it is learnt from
 * all writers who are not for testing.
 *
 * Index bounds: scores and probabilities are of all heads, and rows, features and scores go together.
 */
import { collectJudgeFeatures } from '@service/reputation-domain/judge/features.ts'
import { headSizes, headStarts, heads, headsWidth } from '@service/reputation-domain/judge/heads.ts'
import { alertProbability, calibrateHeads, calibrationWidth } from '@service/reputation-domain/judge/judge-model.ts'
import { exampleScale, Features } from '@service/reputation-domain/text-model/features.ts'
import { KeyIndex } from '@service/reputation-domain/text-model/model-file.ts'
import { wordHash } from '@service/reputation-domain/text-model/word-hash.ts'
import {
  type JudgedRow,
  phrasesToJudge,
  type RealHeadline,
  realHeadlinesToJudge,
  rowsToJudge,
} from './corpus/judged-rows.ts'
import type { CorpusPhrase, CorpusRow } from './corpus/read-corpus.ts'
import { fitHeads, type HeadsExample, scoreHeads } from './fit-heads.ts'
import { versioned } from './versioned.ts'
import { countedKeys, rowsOf, toWholeNumbers } from './weight-table.ts'

const folds = 3
const kindFolds = 5
const fit = { epochs: 6, rate: 0.2, shrink: 1e-4, seed: 1, drop: 0.3 }
const minCount = 3
/** Steps in which weights are stored; a feature none of whose weights reaches `minSteps` is left out of the model. */
const step = 0.05
const minSteps = 6
/** Such a share of the English headlines that are no alerts may be taken for one, of writers who were left out. */
const maxFalseAlerts = 0.045

const sizes = heads.map((head) => headSizes[head])

type Shown = JudgedRow & { keys: Uint32Array }

export type JudgeData = {
  /** Without those of writers for testing. */
  rows: readonly CorpusRow[]
  phrases: readonly CorpusPhrase[]
  real: readonly RealHeadline[]
}

export function trainJudge({ rows, phrases, real }: JudgeData, say: (line: string) => void): { bytes: Uint8Array } {
  const features = new Features()
  const shown = [...rowsToJudge(rows), ...phrasesToJudge(phrases), ...realHeadlinesToJudge(real)].map((row): Shown => {
    collectJudgeFeatures(row.text, features)
    return { ...row, keys: features.keys.slice(0, features.size) }
  })
  const leftOut = crossFit(shown)
  const calibration = new Float64Array(2 * calibrationWidth)
  for (const block of [0, 1])
    fitCalibration(
      leftOut.filter(({ row }) => blockOf(row) === block),
      calibration.subarray(block * calibrationWidth, (block + 1) * calibrationWidth),
    )
  const judged = leftOut.map(({ row, scores }) => {
    calibrateHeads(scores, calibration, blockOf(row) * calibrationWidth)
    return { row, scores, pAlert: alertProbability(scores) }
  })
  const thresholds = [0, 1].map((block) => {
    const others = judged
      .filter(({ row }) => isEnglish(row) && blockOf(row) === block && !row.row?.isAlert)
      .map(({ pAlert }) => pAlert)
      .sort((a, b) => b - a)
    return others[Math.floor(maxFalseAlerts * others.length)] ?? 1
  })
  for (const [name, isOwn] of Object.entries(groups)) {
    const own = judged.filter(({ row }) => isOwn(row))
    const alerts = own.filter(({ row }) => row.row?.isAlert)
    const share = (of: typeof own) =>
      (100 * of.filter(({ row, pAlert }) => pAlert > thresholds[blockOf(row)]!).length) / Math.max(1, of.length)
    const wrong = own.filter(({ row }) => !row.row?.isAlert)
    say(
      `${name}, left out: ${share(alerts).toFixed(1)} % of alerts found, ${share(wrong).toFixed(1)} false of 100 others (${own.length})`,
    )
  }

  const { keys, weights } = fitOn(shown)
  const judge = toWholeNumbers(keys, weights, headsWidth, step, minSteps)
  say(
    `judge: ${judge.keys.length} features of ${keys.length}, an alert from ${thresholds.map((threshold) => threshold.toFixed(3)).join(' and ')}`,
  )
  return {
    bytes: versioned({ tables: { judge }, numbers: { calibration: [...calibration], thresholds } }),
  }
}

const isEnglish = ({ writer }: JudgedRow) => writer.startsWith('en')
const groups: Record<string, (row: JudgedRow) => boolean> = {
  'English, headline': (row) => isEnglish(row) && blockOf(row) === 0,
  'English, with first sentence': (row) => isEnglish(row) && blockOf(row) === 1,
  'others, headline': (row) => !isEnglish(row) && blockOf(row) === 0,
  'others, with first sentence': (row) => !isEnglish(row) && blockOf(row) === 1,
}

const blockOf = ({ text }: JudgedRow): number => (text.firstSentence ? 1 : 0)

type LeftOut = { row: Shown; scores: Float64Array }

/** Every row with the scores of a model that knows neither its writer nor, for a fifth of the rows, its kind. */
function crossFit(shown: readonly Shown[]): LeftOut[] {
  const writers = [...new Set(shown.flatMap(({ row }) => (row ? [row.writer] : [])))].sort()
  const writerFold = new Map(writers.map((writer, i) => [writer, i % folds]))
  const isOut = (row: Shown, fold: number) => row.row !== undefined && writerFold.get(row.writer) === fold
  const isOutKind = ({ kind }: Shown, fold: number) => wordHash(`kind ${kind}`) % kindFolds === fold
  return Array.from({ length: folds }, (_, fold) => {
    const { score } = fitOn(shown.filter((row) => !isOut(row, fold) && !isOutKind(row, fold)))
    return shown.filter((row) => isOut(row, fold)).map((row) => ({ row, scores: score(row) }))
  }).flat()
}

function fitOn(shown: readonly Shown[]) {
  const keys = countedKeys(
    shown.map((row) => row.keys),
    minCount,
  )
  const index = new KeyIndex(keys)
  const examples = shown.map(
    (row): HeadsExample => ({
      rows: rowsOf(row.keys, index),
      scale: exampleScale(row.keys.length),
      truth: row.truth,
      weight: row.weight,
    }),
  )
  const weights = fitHeads(examples, sizes, { ...fit, rowCount: keys.length })
  const score = (row: Shown): Float64Array => {
    const scores = new Float64Array(headsWidth)
    scoreHeads(scores, weights, rowsOf(row.keys, index), exampleScale(row.keys.length))
    return scores
  }
  return { keys, weights, score }
}

const calibrationSteps = 300
const calibrationRate = 0.5

/** A factor for each head and a shift for each choice, by plain gradient descent, as for sentiment. */
function fitCalibration(judged: readonly LeftOut[], calibration: Float64Array): void {
  calibration.fill(0).fill(1, 0, heads.length)
  const slope = new Float64Array(calibration.length)
  const said = new Float64Array(headsWidth)
  for (let pass = 0; pass < calibrationSteps; pass++) {
    slope.fill(0)
    for (const { row, scores } of judged) {
      said.set(scores)
      calibrateHeads(said, calibration, 0)
      for (const [index, head] of heads.entries()) {
        for (let c = headStarts[head]; c < headStarts[head] + headSizes[head]; c++) {
          const error = said[c]! - row.truth[c]!
          slope[index]! += error * scores[c]!
          slope[heads.length + c]! += error
        }
      }
    }
    for (let i = 0; i < slope.length; i++) calibration[i]! -= (calibrationRate * slope[i]!) / Math.max(1, judged.length)
  }
}
