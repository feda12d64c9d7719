/**
 * Trains the judgement whether a name stands for the company.
 *
 * Most of what is learnt needs no labels: where companies stand whose names mean nothing else, a company stands; where
 * ordinary words with a capital and family names behind given names stand, none does. Labelled headlines come on top,
 * and say how far the context must convince for which name. For that each is judged by what was learnt without the
 * headlines of its company.
 *
 * Index bounds: all examples of the judgement have the same terms.
 */
import { zip } from '@service/foundation/zip.ts'
import { exp } from '@service/reputation-domain/exact-math/exact-math.ts'
import { collectNameFeatures } from '@service/reputation-domain/subjects/name-features.ts'
import { judgementTerms, nameShape, OrdinaryWords, weigh } from '@service/reputation-domain/subjects/name-model.ts'
import { exampleScale, Features } from '@service/reputation-domain/text-model/features.ts'
import { KeyIndex } from '@service/reputation-domain/text-model/model-file.ts'
import { read } from '@service/reputation-domain/text-model/reading.ts'
import type { TargetedText } from '@service/reputation-domain/text-model/targeted-text.ts'
import { wordHash } from '@service/reputation-domain/text-model/word-hash.ts'
import { fitYesNo, logOdds, type YesNoExample } from './fit-yes-no.ts'
import { plainText } from './labelled-texts.ts'
import type { NamedText } from './named-texts.ts'
import { ordinaryWords } from './ordinary-words.ts'
import { capitalised, certainCompanies, type NameData, otherWords, provenCompanies } from './silent-names.ts'
import { versioned } from './versioned.ts'
import { countedKeys, rowsOf, toWholeNumbers } from './weight-table.ts'

const fit = { epochs: 10, rate: 0.2, shrink: 1e-4, seed: 3 }
const weights = { silent: 0.5, company: 3, other: 8 }
/** The corpus was made by looking for the companies: elsewhere their names mean something else more often. */
const otherWeight = 3
const folds = 5
const step = 0.03

/** `company`: whose name was held to be certain because of what was labelled of it. */
type Raw = { keys: Uint32Array; isSo: boolean; weight: number; company?: string }

export function trainNames(data: NameData, say: (line: string) => void): Uint8Array {
  const ordinary = ordinaryWords([...data.titles, ...data.sentences])
  const words = new OrdinaryWords(ordinary)
  const features = new Features()
  const shown = (text: TargetedText, holdsName: boolean): Uint32Array => {
    collectNameFeatures(read(text), words, features, holdsName)
    return features.keys.slice(0, features.size)
  }
  const silent: Raw[] = [
    ...certainCompanies(data, words).map((text) => ({ keys: shown(text, false), isSo: true, weight: weights.silent })),
    ...provenCompanies(data, words).map(({ company, ...text }) => ({
      keys: shown(text, true),
      isSo: true,
      weight: weights.silent,
      company,
    })),
    ...capitalised(data, words).map((text) => ({ keys: shown(text, false), isSo: false, weight: weights.silent })),
    ...otherWords(data, words).map((text) => ({ keys: shown(text, false), isSo: false, weight: weights.silent })),
  ]
  const labelled: Raw[] = data.labelled.map((text) => ({
    keys: shown(text, true),
    isSo: text.isCompany,
    weight: text.isCompany ? weights.company : weights.other,
  }))
  say(
    `names: ${silent.filter(({ isSo }) => isSo).length} certain companies, ${silent.filter(({ isSo }) => !isSo).length} other words, ${labelled.length} labelled`,
  )

  // Names that mean little else teach what the certain ones teach already.
  const shapes = data.labelled.map((text) => nameShape(text.text.slice(text.start, text.end), read(text), words))
  const taught = zip(shapes, data.labelled).map(([shape, { isCompany }]) => shape.needsContext || !isCompany)
  const leftOut = (group: (text: NamedText) => string): number[] => {
    const scores = data.labelled.map(() => 0)
    for (let fold = 0; fold < folds; fold++) {
      const isOut = data.labelled.map((text) => wordHash(group(text)) % folds === fold)
      const outGroups = new Set(data.labelled.filter((_, i) => isOut[i]).map(group))
      const { score } = fitContext([
        ...silent.filter(({ company }) => company === undefined || !outGroups.has(company)),
        ...labelled.filter((_, i) => taught[i] && !isOut[i]),
      ])
      for (const [i, example] of labelled.entries()) if (isOut[i]) scores[i] = score(example)
    }
    return scores
  }
  const byCompany = leftOut(({ company }) => company)
  const byText = leftOut(({ text }) => plainText(text).slice(0, 24))
  const judged = (scores: readonly number[]) =>
    zip(data.labelled, zip(scores, shapes)).map(([{ isCompany }, [score, shape]]) => ({
      terms: judgementTerms(score, shape),
      isCompany,
      weight: isCompany ? 1 : otherWeight,
    }))
  const judgement = fitJudgement([...judged(byCompany), ...judged(byText)])
  for (const [what, scores] of [
    ['companies', byCompany],
    ['texts', byText],
  ] as const)
    say(
      `names, ${what} left out: ${figuresOf(
        data.labelled,
        zip(scores, shapes).map(([score, shape]) => weigh(score, shape, judgement) > 0),
      )}`,
    )

  const { keys, weights: fitted } = fitContext([...silent, ...labelled.filter((_, i) => taught[i])])
  const context = toWholeNumbers(keys, fitted, 1, step)
  say(`names: ${context.keys.length} features, ${ordinary.keys.length} ordinary words`)
  return versioned({ tables: { surroundings: context, ordinary }, numbers: { judgement } })
}

function figuresOf(labelled: readonly NamedText[], said: readonly boolean[]): string {
  const count = (isCompany: boolean, saysCompany: boolean) =>
    labelled.filter((text, i) => text.isCompany === isCompany && said[i] === saysCompany).length
  const [found, wrong, missed] = [count(false, false), count(true, false), count(false, true)]
  const f1 = (2 * found) / (2 * found + wrong + missed)
  return `F1 of "not the company" ${f1.toFixed(3)} (${found} found, ${wrong} wrong, ${missed} missed)`
}

function fitContext(raw: readonly Raw[]) {
  const keys = countedKeys(
    raw.map((example) => example.keys),
    3,
  )
  const index = new KeyIndex(keys)
  const toExample = ({ keys: shown, isSo, weight }: Raw): YesNoExample => ({
    rows: rowsOf(shown, index),
    scale: exampleScale(shown.length),
    isSo,
    weight,
  })
  const fitted = fitYesNo(raw.map(toExample), { ...fit, rowCount: keys.length })
  const score = (example: Raw): number => {
    const { rows, scale } = toExample(example)
    return logOdds(fitted, rows, scale)
  }
  return { keys, weights: fitted, score }
}

/** Few terms and many examples: plain gradient descent will do. */
function fitJudgement(examples: readonly { terms: number[]; isCompany: boolean; weight: number }[]): number[] {
  const size = examples[0]?.terms.length ?? 0
  const fitted = new Array<number>(size).fill(0)
  for (let round = 0; round < 3_000; round++) {
    const slope = new Array<number>(size).fill(0)
    for (const { terms, isCompany, weight } of examples) {
      let sum = 0
      for (const [i, term] of terms.entries()) sum += term * fitted[i]!
      const error = weight * (1 / (1 + exp(-sum)) - (isCompany ? 1 : 0))
      for (const [i, term] of terms.entries()) slope[i]! += error * term
    }
    for (const [i, change] of slope.entries()) fitted[i]! -= (0.3 * change) / examples.length + 1e-5 * fitted[i]!
  }
  return fitted
}
