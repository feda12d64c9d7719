/**
 * Trains the sentiment model. The same data give the same bytes on every machine: fixed seeds, one thread, and no
 * function whose last bit depends on the engine.
 *
 * First the style is learnt from who published a text. Then the sentiment is learnt three times with a third of the
 * texts left out each time; what is said of those left out gives the figures and the calibration. Last it is learnt from
 * all.
 */
import { softmax } from '@service/reputation-domain/sentiment/exact-math.ts'
import { collectFeatures, Features } from '@service/reputation-domain/sentiment/features.ts'
import { KeyIndex, type WeightTable } from '@service/reputation-domain/sentiment/model-file.ts'
import { calibrate, exampleScale, styleShares } from '@service/reputation-domain/sentiment/own-model.ts'
import { type Reading, read } from '@service/reputation-domain/sentiment/reading.ts'
import { collectStyleFeatures } from '@service/reputation-domain/sentiment/style.ts'
import type { TargetedText } from '@service/reputation-domain/sentiment/targeted-text.ts'
import { wordHash } from '@service/reputation-domain/sentiment/word-hash.ts'
import { fitCalibration } from './calibration.ts'
import { calibrationError, macroF1, mostLikely } from './figures.ts'
import { type Example, fitWeights, scoreExample } from './fit-weights.ts'
import { type LabelledText, type Source, sources } from './labelled-texts.ts'
import { versioned } from './versioned.ts'
import { countedKeys, rowsOf, toWholeNumbers } from './weight-table.ts'

export type TrainingData = {
  labelled: readonly LabelledText[]
  /** Texts of known style and unknown sentiment. */
  styled: readonly (TargetedText & { source: Source })[]
}

const folds = 3
const fit = { epochs: 8, rate: 0.1, shrink: 1e-4, seed: 1 }
const leastCount = 2
const leastStyleCount = 5
/** Steps in which weights are stored. */
const sentimentStep = 0.02
const styleStep = 0.04

export type CrossValidation = { source: Source; n: number; macroF1: number; calibrationError: number }

export function trainSentiment(
  { labelled, styled }: TrainingData,
  say: (line: string) => void,
): { bytes: Uint8Array; crossValidation: CrossValidation[] } {
  const style = trainStyle([...labelled, ...styled])
  say(`style: ${style.keys.length} features`)

  const examples = toExamples(labelled, style)
  const outOfFold = labelled.map(() => new Float64Array(3))
  for (let fold = 0; fold < folds; fold++) {
    const isOut = labelled.map(({ group }) => wordHash(group) % folds === fold)
    const trained = fitOn(examples.filter((_, i) => !isOut[i]))
    for (const [i, example] of examples.entries()) if (isOut[i]) trained.score(example, outOfFold[i]!)
  }
  const calibration = fitCalibration(
    examples.map(({ shares }, i) => ({ scores: outOfFold[i]!, shares, label: labelled[i]!.label })),
  )
  for (const [i, scores] of outOfFold.entries()) {
    calibrate(scores, examples[i]!.shares, calibration)
    softmax(scores)
  }
  const crossValidation = sources.map((source) => figuresOf(source, labelled, outOfFold))
  for (const { source, n, macroF1: f1, calibrationError: error } of crossValidation)
    say(`${source}, left out: macro-F1 ${(100 * f1).toFixed(2)}, calibration error ${error.toFixed(4)} (${n})`)

  const { keys, weights, width } = fitOn(examples)
  const sentiment = toWholeNumbers(keys, weights, width, sentimentStep)
  say(`sentiment: ${sentiment.keys.length} features of ${keys.length}`)
  const bytes = versioned({ tables: { sentiment, style }, numbers: { calibration: [...calibration] } })
  return { bytes, crossValidation }
}

type RawExample = { keys: Uint32Array; scale: number; shares: Float64Array; truth: Float64Array }

function toExamples(labelled: readonly LabelledText[], style: WeightTable): RawExample[] {
  const features = new Features()
  const styleRows = new KeyIndex(style.keys)
  return labelled.map((text) => {
    const reading = read(text)
    const shares = new Float64Array(sources.length)
    styleShares(reading, features, style, styleRows, shares)
    const keys = collected(reading, features, collectFeatures)
    return { keys, scale: exampleScale(keys.length), shares, truth: oneOf(text.label) }
  })
}

function fitOn(raw: readonly RawExample[]) {
  const keys = countedKeys(
    raw.map((example) => example.keys),
    leastCount,
  )
  const index = new KeyIndex(keys)
  const toExample = ({ keys: shown, ...rest }: RawExample): Example => ({
    ...rest,
    rows: rowsOf(shown, index),
    weight: 1,
  })
  const width = 3 * (1 + sources.length)
  const weights = fitWeights(raw.map(toExample), { ...fit, rowCount: keys.length })
  return {
    keys,
    weights,
    width,
    score: (example: RawExample, scores: Float64Array) => scoreExample(scores, weights, width, toExample(example)),
  }
}

function trainStyle(texts: readonly (TargetedText & { source: Source })[]): WeightTable {
  const features = new Features()
  const shown = texts.map((text) => collected(read(text), features, collectStyleFeatures))
  const keys = countedKeys(shown, leastStyleCount)
  const index = new KeyIndex(keys)
  const examples = texts.map(
    ({ source }, i): Example => ({
      rows: rowsOf(shown[i]!, index),
      scale: exampleScale(shown[i]!.length),
      shares: new Float64Array(0),
      truth: oneOf(sources.indexOf(source)),
      weight: 1,
    }),
  )
  return toWholeNumbers(keys, fitWeights(examples, { ...fit, epochs: 4, rowCount: keys.length }), 3, styleStep)
}

function collected(reading: Reading, features: Features, collect: (r: Reading, f: Features) => void): Uint32Array {
  collect(reading, features)
  return features.keys.slice(0, features.size)
}

function oneOf(label: number): Float64Array {
  const truth = new Float64Array(3)
  truth[label] = 1
  return truth
}

function figuresOf(
  source: Source,
  labelled: readonly LabelledText[],
  probabilities: readonly Float64Array[],
): CrossValidation {
  const chosen = labelled.flatMap((text, i) => (text.source === source ? [i] : []))
  const truth = chosen.map((i) => labelled[i]!.label)
  const said = chosen.map((i) => probabilities[i]!)
  return {
    source,
    n: chosen.length,
    macroF1: macroF1(
      truth,
      said.map((p) => mostLikely(p)),
    ),
    calibrationError: calibrationError(truth, said),
  }
}
