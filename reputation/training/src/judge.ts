/**
 * Trains the judge of headlines on the written corpus. The same corpus gives the same bytes on every machine.
 *
 * First it is learnt three times with a third of the writers and, beside them, a fifth of the kinds of event left out:
 * what is said of those writers gives the figures, the calibration and the threshold of an alert. Then it is learnt from
 * all writers who are not for testing.
 *
 * Index bounds: scores and probabilities are of all heads, and rows, features and scores go together.
 */

import { alertProbability, blockCount, blockOf, calibrateHeads } from '@service/reputation-domain/judge/calibration.ts'
import { collectJudgeFeatures } from '@service/reputation-domain/judge/features.ts'
import type { HeadlineEncoder } from '@service/reputation-domain/judge/headline-encoder.ts'
import { headSizes, heads, headsWidth } from '@service/reputation-domain/judge/heads.ts'
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
import { type CorpusPhrase, type CorpusRow, readSplit } from './corpus/read-corpus.ts'
import { fitCalibration } from './fit-calibration.ts'
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
const minSteps = 14
/** Headlines of which the linear judge thinks an alert less likely are not given to the encoder. */
const gate = 0.55
/** Nor those of which it thinks it less likely that the name is something else. */
const nameGate = 0.1
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
  encoder: HeadlineEncoder,
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
  const calibration = Array.from({ length: blockCount }, (_, block) =>
    fitCalibration(
      leftOut
        .filter(({ row }) => blockOf(row.text) === block)
        .map(({ row, scores }) => ({ models: [scores], truth: row.truth })),
      1,
    ),
  )
  const both = fitBoth(leftOut, calibration, meanings, encoder, say)

  const { keys, weights } = fitOn(shown)
  const judge = toWholeNumbers(keys, weights, headsWidth, step, minSteps)
  say(
    `judge: ${judge.keys.length} features of ${keys.length}, ${((judge.keys.length * (4 + headsWidth)) / 1e6).toFixed(1)} MB`,
  )
  return {
    bytes: versioned({
      tables: { judge, meanings: table },
      numbers: { calibration: calibration.flatMap((block) => [...block]), ...both },
    }),
  }
}

/**
 * The calibration of the linear judge and the encoder together, and the thresholds of an alert: on writers whom neither has
 * learnt from. English and the other languages together each have one of both, for the encoder left few writers out.
 */
function fitBoth(
  leftOut: readonly LeftOut[],
  calibration: readonly Float64Array[],
  meanings: WordMeanings,
  encoder: HeadlineEncoder,
  say: (line: string) => void,
) {
  const { encoderLeftOut } = readSplit()
  const features = new Features()
  const scored = leftOut
    .filter(({ row }) => encoderLeftOut.includes(row.writer))
    .map(({ row, scores }) => {
      const encoded = new Float64Array(headsWidth)
      encoder.score(row.text, collectJudgeFeatures(row.text, meanings, features), encoded)
      const alone = new Float64Array(headsWidth)
      calibrateHeads([scores], alone, calibration[blockOf(row.text)]!, 0)
      return { row, truth: row.truth, models: [scores, encoded], pLinear: alertProbability(alone) }
    })
  const groups = [true, false].map((isEnglish) => {
    const own = scored.filter(({ row }) => (row.text.language === 'en') === isEnglish)
    const fitted = fitCalibration(own, 2)
    const judged = own.map(({ row, models, pLinear }) => {
      const said = new Float64Array(headsWidth)
      calibrateHeads(models, said, fitted, 0)
      return { row, pAlert: pLinear < gate ? 0 : alertProbability(said), pLinear }
    })
    const name = isEnglish ? 'English' : 'other languages'
    sayLeftOut(
      `${name}, linear alone`,
      judged.map(({ row, pLinear }) => ({ row, pAlert: pLinear })),
      say,
    )
    for (const language of new Set(own.map(({ row }) => row.text.language)))
      sayLeftOut(
        language,
        judged.filter(({ row }) => row.text.language === language),
        say,
      )
    return { fitted, threshold: sayLeftOut(name, judged, say) }
  })
  const groupOf = (isEnglish: boolean) => groups[isEnglish ? 0 : 1]!
  return {
    'calibration of both': Array.from({ length: blockCount }, (_, block) => [
      ...groupOf(block < blockOf({ language: 'de' })).fitted,
    ]).flat(),
    thresholds: judgedLanguages.flatMap((language) => {
      const { threshold } = groupOf(language === 'en')
      return [threshold, threshold]
    }),
    gate: [gate, nameGate],
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
