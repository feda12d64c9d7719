/**
 * Trains the sentiment model. The same data give the same bytes on every machine: fixed seeds, one thread, and no
 * function whose last bit depends on the engine.
 *
 * First the style is learnt from who published a text. Then the sentiment is learnt three times with a third of the
 * texts left out each time; what is said of those left out gives the figures and the calibration. Last it is learnt from
 * all.
 *
 * Each time it is learnt twice: what the first model says of headlines without a label is averaged over those that tell
 * one story of one company, and the second model learns from that, too. So it learns the words of one outlet from the
 * plainer ones of another.
 *
 * Index bounds: scores are of three classes.
 */
import { zip } from '@service/foundation/zip.ts'
import { softmax } from '@service/reputation-domain/exact-math/exact-math.ts'
import { collectFeatures } from '@service/reputation-domain/sentiment/features.ts'
import { calibrate, styleShares } from '@service/reputation-domain/sentiment/own-model.ts'
import { collectStyleFeatures } from '@service/reputation-domain/sentiment/style.ts'
import { exampleScale, Features } from '@service/reputation-domain/text-model/features.ts'
import { KeyIndex, type WeightTable } from '@service/reputation-domain/text-model/model-file.ts'
import { type Reading, read } from '@service/reputation-domain/text-model/reading.ts'
import type { TargetedText } from '@service/reputation-domain/text-model/targeted-text.ts'
import { wordHash } from '@service/reputation-domain/text-model/word-hash.ts'
import { fitCalibration } from './calibration.ts'
import { calibrationError, likeliest, macroF1 } from './figures.ts'
import { type Example, fitWeights, scoreExample } from './fit-weights.ts'
import type { HeadlineMention } from './headline-mentions.ts'
import { type LabelledText, type Source, sources } from './labelled-texts.ts'
import { versioned } from './versioned.ts'
import { countedKeys, rowsOf, toWholeNumbers } from './weight-table.ts'

export type TrainingData = {
  labelled: readonly LabelledText[]
  /** Texts of known style and unknown sentiment. */
  styled: readonly (TargetedText & { source: Source })[]
  /** Headlines that name a company: what is said of them is learnt from those of the same story. */
  unlabelled: readonly HeadlineMention[]
}

const folds = 3
const fit = { epochs: 10, rate: 0.1, shrink: 1e-4, seed: 1, drop: 0.3 }
const minCount = 2
const minStyleCount = 5
/** How much a headline without a label weighs beside one with a label, and what is its own in what it is taught. */
const headlineWeight = 0.4
const ownShare = 0.4
/** Steps in which weights are stored. */
const sentimentStep = 0.02
const styleStep = 0.04
/** A feature none of whose weights reaches this many steps is left out of the model. */
const minSteps = 2

export type CrossValidation = { source: Source; n: number; macroF1: number; calibrationError: number }

export function trainSentiment(
  { labelled, styled, unlabelled }: TrainingData,
  say: (line: string) => void,
): { bytes: Uint8Array; crossValidation: CrossValidation[] } {
  const style = trainStyle([...labelled, ...styled])
  say(`style: ${style.keys.length} features`)

  const examples = zip(labelled, toExamples(labelled, style)).map(([{ label }, example]) => ({
    ...example,
    truth: oneOf(label),
  }))
  const headlines = zip(unlabelled, toExamples(unlabelled, style)).map(([{ story, group }, headline]) => ({
    ...headline,
    story,
    group,
  }))
  const outOfFold = labelled.map(() => new Float64Array(3))
  for (let fold = 0; fold < folds; fold++) {
    const isOut = labelled.map(({ group }) => wordHash(group) % folds === fold)
    const outTexts = new Set(labelled.filter((_, i) => isOut[i]).map(({ group }) => group))
    const trained = fitTwice(
      examples.filter((_, i) => !isOut[i]),
      headlines.filter(({ group }) => !outTexts.has(group)),
    )
    for (const [i, [example, scores]] of zip(examples, outOfFold).entries())
      if (isOut[i]) trained.score(example, scores)
  }
  const judged = zip(examples, outOfFold)
  const calibration = fitCalibration(
    zip(labelled, judged).map(([{ label }, [{ shares }, scores]]) => ({ scores, shares, label })),
  )
  for (const [{ shares }, scores] of judged) {
    calibrate(scores, shares, calibration)
    softmax(scores)
  }
  const crossValidation = sources.map((source) => figuresOf(source, labelled, outOfFold))
  for (const { source, n, macroF1: f1, calibrationError: error } of crossValidation)
    say(`${source}, left out: macro-F1 ${(100 * f1).toFixed(2)}, calibration error ${error.toFixed(4)} (${n})`)

  const { keys, weights, width } = fitTwice(examples, headlines)
  const sentiment = toWholeNumbers(keys, weights, width, sentimentStep, minSteps)
  say(`sentiment: ${sentiment.keys.length} features of ${keys.length}`)
  const bytes = versioned({ tables: { sentiment, style }, numbers: { calibration: [...calibration] } })
  return { bytes, crossValidation }
}

type Shown = { keys: Uint32Array; scale: number; shares: Float64Array }
type Taught = Shown & { truth: Float64Array; weight?: number }

function toExamples(texts: readonly TargetedText[], style: WeightTable): Shown[] {
  const features = new Features()
  const styleRows = new KeyIndex(style.keys)
  return texts.map((text) => {
    const reading = read(text)
    const shares = new Float64Array(sources.length)
    styleShares(reading, features, style, styleRows, shares)
    const keys = collected(reading, features, collectFeatures)
    return { keys, scale: exampleScale(keys.length), shares }
  })
}

function fitTwice(labelled: readonly Taught[], headlines: readonly (Shown & { story: string })[]) {
  const first = fitOn(labelled)
  const said = headlines.map((headline) => {
    const scores = new Float64Array(3)
    first.score(headline, scores)
    softmax(scores)
    return { headline, scores }
  })
  const meanOf = new Map(
    [...Map.groupBy(said, ({ headline }) => headline.story)].map(([story, own]) => [
      story,
      meanScores(own.map(({ scores }) => scores)),
    ]),
  )
  const learnt = said.map(({ headline, scores }): Taught => {
    const mean = meanOf.get(headline.story) ?? scores
    const truth = Float64Array.from(
      zip([...scores], [...mean]),
      ([own, ofStory]) => ownShare * own + (1 - ownShare) * ofStory,
    )
    return { ...headline, truth, weight: headlineWeight }
  })
  return fitOn(labelled, learnt)
}

function meanScores(all: readonly Float64Array[]): Float64Array {
  const sum = new Float64Array(3)
  for (const scores of all) for (const [c, score] of scores.entries()) sum[c]! += score
  return sum.map((total) => total / all.length)
}

/** The features are those that the labelled examples show. */
function fitOn(labelled: readonly Taught[], learnt: readonly Taught[] = []) {
  const keys = countedKeys(
    labelled.map((example) => example.keys),
    minCount,
  )
  const index = new KeyIndex(keys)
  const toExample = ({ keys: shown, weight = 1, ...rest }: Taught): Example => ({
    ...rest,
    rows: rowsOf(shown, index),
    weight,
  })
  const width = 3 * (1 + sources.length)
  const weights = fitWeights([...labelled, ...learnt].map(toExample), { ...fit, rowCount: keys.length })
  return {
    keys,
    weights,
    width,
    score: (example: Shown, scores: Float64Array) =>
      scoreExample(scores, weights, width, { ...example, rows: rowsOf(example.keys, index) }),
  }
}

function trainStyle(texts: readonly (TargetedText & { source: Source })[]): WeightTable {
  const features = new Features()
  const shown = texts.map((text) => collected(read(text), features, collectStyleFeatures))
  const keys = countedKeys(shown, minStyleCount)
  const index = new KeyIndex(keys)
  const examples = zip(texts, shown).map(
    ([{ source }, own]): Example => ({
      rows: rowsOf(own, index),
      scale: exampleScale(own.length),
      shares: new Float64Array(0),
      truth: oneOf(sources.indexOf(source)),
      weight: 1,
    }),
  )
  return toWholeNumbers(keys, fitWeights(examples, { ...fit, epochs: 4, drop: 0, rowCount: keys.length }), 3, styleStep)
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
  const chosen = zip(labelled, probabilities).filter(([text]) => text.source === source)
  const truth = chosen.map(([{ label }]) => label)
  const said = chosen.map(([, p]) => p)
  return {
    source,
    n: chosen.length,
    macroF1: macroF1(
      truth,
      said.map((p) => likeliest(p)),
    ),
    calibrationError: calibrationError(truth, said),
  }
}
