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
import {
  alertProbability,
  blockCount,
  blockOf,
  calibrateHeads,
  calibrationWidth,
  thresholdIndex,
} from '@service/reputation-domain/judge/judge-model.ts'
import { WordMeanings } from '@service/reputation-domain/judge/word-meanings.ts'
import { judgedLanguages } from '@service/reputation-domain/languages/judged-languages.ts'
import { exampleScale, Features } from '@service/reputation-domain/text-model/features.ts'
import { KeyIndex } from '@service/reputation-domain/text-model/model-file.ts'
import type { TargetedText } from '@service/reputation-domain/text-model/targeted-text.ts'
import { wordHash } from '@service/reputation-domain/text-model/word-hash.ts'
import {
  type JudgedRow,
  ordinaryTitlesToJudge,
  phrasesToJudge,
  type RealHeadline,
  realHeadlinesToJudge,
  rowsToJudge,
} from './corpus/judged-rows.ts'
import type { CorpusPhrase, CorpusRow } from './corpus/read-corpus.ts'
import { fitHeads, type HeadsExample, scoreHeads } from './fit-heads.ts'
import { readMeanings } from './meanings.ts'
import { versioned } from './versioned.ts'
import { countedKeys, rowsOf, toWholeNumbers } from './weight-table.ts'

const folds = 3
const kindFolds = 5
const fit = { epochs: 6, rate: 0.2, shrink: 1e-4, seed: 1, drop: 0.3 }
const minCount = 3
/** Steps in which weights are stored; a feature none of whose weights reaches `minSteps` is left out of the model. */
const step = 0.05
const minSteps = 11
/** Such a share of the English headlines that are no alerts may be taken for one, of writers who were left out. */
const maxFalseAlerts = 0.05

const sizes = heads.map((head) => headSizes[head])

type Shown = JudgedRow & { keys: Uint32Array }

export type JudgeData = {
  /** Without those of writers for testing. */
  rows: readonly CorpusRow[]
  phrases: readonly CorpusPhrase[]
  real: readonly RealHeadline[]
  /** Ordinary titles of real news. */
  titles: readonly TargetedText[]
}

export function trainJudge(
  { rows, phrases, real, titles }: JudgeData,
  say: (line: string) => void,
): { bytes: Uint8Array } {
  const features = new Features()
  const table = readMeanings()
  const meanings = new WordMeanings(table)
  const shown = [
    ...rowsToJudge(rows),
    ...phrasesToJudge(phrases),
    ...realHeadlinesToJudge(real),
    ...ordinaryTitlesToJudge(titles),
  ].map((row): Shown => {
    collectJudgeFeatures(row.text, meanings, features)
    return { ...row, keys: features.keys.slice(0, features.size) }
  })
  const leftOut = crossFit(shown)
  const calibration = new Float64Array(blockCount * calibrationWidth)
  for (let block = 0; block < blockCount; block++)
    fitCalibration(
      leftOut.filter(({ row }) => blockOf(row.text) === block),
      calibration.subarray(block * calibrationWidth, (block + 1) * calibrationWidth),
    )
  const judged = leftOut.map(({ row, scores }) => {
    calibrateHeads(scores, calibration, blockOf(row.text) * calibrationWidth)
    return { row, pAlert: alertProbability(scores) }
  })
  const thresholds = judgedLanguages.flatMap((language) =>
    [undefined, 'with a first sentence'].map((firstSentence) => {
      const index = thresholdIndex({ language, ...(firstSentence && { firstSentence }) })
      const own = judged.filter(({ row }) => thresholdIndex(row.text) === index)
      return sayLeftOut(`${language}${firstSentence ? `, ${firstSentence}` : ''}`, own, say)
    }),
  )

  const { keys, weights } = fitOn(shown)
  const judge = toWholeNumbers(keys, weights, headsWidth, step, minSteps)
  say(
    `judge: ${judge.keys.length} features of ${keys.length}, ${((judge.keys.length * (4 + headsWidth)) / 1e6).toFixed(1)} MB`,
  )
  return {
    bytes: versioned({ tables: { judge, meanings: table }, numbers: { calibration: [...calibration], thresholds } }),
  }
}

type Judged = { row: Shown; pAlert: number }

/** The threshold that lets `maxFalseAlerts` of the others through, and what it finds, of kinds known and left out. */
function sayLeftOut(name: string, judged: readonly Judged[], say: (line: string) => void): number {
  const others = judged.filter(({ row }) => !row.row?.isAlert)
  const threshold =
    others.map(({ pAlert }) => pAlert).sort((a, b) => b - a)[Math.floor(maxFalseAlerts * others.length)] ?? 1
  const share = (of: readonly Judged[]) =>
    ((100 * of.filter(({ pAlert }) => pAlert > threshold).length) / Math.max(1, of.length)).toFixed(1)
  const alerts = judged.filter(({ row }) => row.row?.isAlert)
  const ordinary = others.filter(({ row }) => row.row?.gravity === 0)
  say(
    `${name}, left out: ${share(alerts)} % of ${alerts.length} alerts found, ${share(others)} false of 100 others (${others.length}), ${share(ordinary)} of 100 with gravity 0, from ${threshold.toFixed(3)}`,
  )
  return threshold
}

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
