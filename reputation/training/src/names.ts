/**
 * Trains the judgement whether a name stands for the company.
 *
 * Most of what is learnt needs no labels: where companies stand whose names mean nothing else, a company stands; where
 * ordinary words with a capital and family names behind given names stand, none does. Labelled headlines come on top,
 * and say how far the surroundings must convince for which name. For that each is judged by what was learnt without the
 * headlines of its company.
 */
import { exp } from '@service/reputation-domain/sentiment/exact-math.ts'
import { Features } from '@service/reputation-domain/sentiment/features.ts'
import { KeyIndex } from '@service/reputation-domain/sentiment/model-file.ts'
import { exampleScale } from '@service/reputation-domain/sentiment/own-model.ts'
import { read } from '@service/reputation-domain/sentiment/reading.ts'
import type { TargetedText } from '@service/reputation-domain/sentiment/targeted-text.ts'
import { tokenise } from '@service/reputation-domain/sentiment/tokens.ts'
import { wordHash } from '@service/reputation-domain/sentiment/word-hash.ts'
import { compileAliases } from '@service/reputation-domain/subjects/find-aliases.ts'
import { givenNames } from '@service/reputation-domain/subjects/given-names.ts'
import { collectNameFeatures } from '@service/reputation-domain/subjects/name-features.ts'
import {
  judgementTerms,
  leastOrdinaryStep,
  nameShape,
  OrdinaryWords,
  pairKey,
  weigh,
} from '@service/reputation-domain/subjects/name-model.ts'
import { otherMeaningsOf, phraseAround } from '@service/reputation-domain/subjects/other-meanings.ts'
import { fitYesNo, logOdds, type YesNoExample } from './fit-yes-no.ts'
import { plainText } from './labelled-texts.ts'
import type { Company, NamedText } from './named-texts.ts'
import { randomFrom, shuffled } from './seeded-order.ts'
import { versioned } from './versioned.ts'
import { countedKeys, rowsOf, toWholeNumbers } from './weight-table.ts'

export type NameData = {
  titles: readonly string[]
  /** Texts in sentence case, to see what is written in small letters. */
  sentences: readonly string[]
  companies: readonly Company[]
  labelled: readonly NamedText[]
}

const fit = { epochs: 10, rate: 0.2, shrink: 1e-4, seed: 3 }
const mostPerCompany = 300
const mostOrdinary = 16_000
const mostCapitalised = 16_000
const mostFamilyNames = 3_000
const weights = { silent: 0.5, company: 3, other: 8 }
/** The corpus was made by looking for the companies: elsewhere their names mean something else more often. */
const otherWeight = 3
/** So many labelled headlines prove that a name is always the company. */
const leastProof = 20
const folds = 5
const step = 0.03

/** `company`: whose name was held to be certain because of what was labelled of it. */
type Raw = { keys: Uint32Array; isSo: boolean; weight: number; company?: string }

export function trainNames(data: NameData, say: (line: string) => void): Uint8Array {
  const ordinary = ordinaryWords(data)
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
  const taught = labelled.map((_, i) => shapes[i]!.needsContext || !data.labelled[i]!.isCompany)
  const leftOut = (group: (text: NamedText) => string): number[] => {
    const scores = data.labelled.map(() => 0)
    for (let fold = 0; fold < folds; fold++) {
      const isOut = data.labelled.map((text) => wordHash(group(text)) % folds === fold)
      const outGroups = new Set(data.labelled.filter((_, i) => isOut[i]).map(group))
      const { score } = fitSurroundings([
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
    data.labelled.map(({ isCompany }, i) => ({
      terms: judgementTerms(scores[i]!, shapes[i]!),
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
        scores.map((score, i) => weigh(score, shapes[i]!, judgement) > 0),
      )}`,
    )

  const { keys, weights: fitted } = fitSurroundings([...silent, ...labelled.filter((_, i) => taught[i])])
  const surroundings = toWholeNumbers(keys, fitted, 1, step)
  say(`names: ${surroundings.keys.length} features, ${ordinary.keys.length} ordinary words`)
  return versioned({ tables: { surroundings, ordinary }, numbers: { judgement } })
}

function figuresOf(labelled: readonly NamedText[], said: readonly boolean[]): string {
  const count = (isCompany: boolean, saysCompany: boolean) =>
    labelled.filter((text, i) => text.isCompany === isCompany && said[i] === saysCompany).length
  const [found, wrong, missed] = [count(false, false), count(true, false), count(false, true)]
  const f1 = (2 * found) / (2 * found + wrong + missed)
  return `F1 of "not the company" ${f1.toFixed(3)} (${found} found, ${wrong} wrong, ${missed} missed)`
}

function fitSurroundings(raw: readonly Raw[]) {
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
  const size = examples[0]!.terms.length
  const fitted = new Array<number>(size).fill(0)
  for (let round = 0; round < 3_000; round++) {
    const slope = new Array<number>(size).fill(0)
    for (const { terms, isCompany, weight } of examples) {
      let sum = 0
      for (let i = 0; i < size; i++) sum += terms[i]! * fitted[i]!
      const error = weight * (1 / (1 + exp(-sum)) - (isCompany ? 1 : 0))
      for (let i = 0; i < size; i++) slope[i]! += error * terms[i]!
    }
    for (let i = 0; i < size; i++) fitted[i]! -= (0.3 * slope[i]!) / examples.length + 1e-5 * fitted[i]!
  }
  return fitted
}

/** How often each word is written in small letters: powers of two, from 2 times up. */
function ordinaryWords({ titles, sentences }: NameData) {
  const counts = new Map<number, number>()
  const count = (key: number) => counts.set(key, (counts.get(key) ?? 0) + 1)
  for (const text of [...titles, ...sentences]) {
    const tokens = tokenise(text)
    for (const [i, { word, isCapital, start, end }] of tokens.entries()) {
      // eBay begins small and is no ordinary word.
      if (isCapital || !/^\p{Ll}{2,}$/u.test(text.slice(start, end))) continue
      count(wordHash(word))
      const [left, right] = [tokens[i - 1]?.word ?? '', tokens[i + 1]?.word ?? '']
      // A pair is counted once for each of its words in small letters.
      if (tellsMuch(left)) count(pairKey(left, word))
      if (tellsMuch(right)) count(pairKey(word, right))
    }
  }
  const steps = [...counts].flatMap(([key, n]) => (n >= 2 ? [[key, stepsOf(n)] as const] : []))
  steps.sort((a, b) => a[0] - b[0])
  return {
    keys: Uint32Array.from(steps, ([key]) => key),
    weights: Int8Array.from(steps, ([, value]) => value),
    width: 1,
    scale: 1,
  }
}

/** Signs, numbers and the edge of the text make no pair that means anything. */
const tellsMuch = (word: string): boolean => /^\p{L}/u.test(word)

function stepsOf(count: number): number {
  let [steps, rest] = [0, count]
  while (rest >= 2 && steps < 7) {
    rest /= 2
    steps++
  }
  return steps
}

/** Names that mean nothing else. */
function certainCompanies(data: NameData, words: OrdinaryWords): TargetedText[] {
  const certain = data.companies.filter(({ isAmbiguous }) => !isAmbiguous)
  return namedTitles(
    data,
    certain.map((company) => ({
      ...company,
      aliases: company.aliases.filter((alias) => words.stepOf(alias) < leastOrdinaryStep),
    })),
  )
}

/** Names that mean other things, too, but never did in the headlines labelled of them. */
function provenCompanies(data: NameData, words: OrdinaryWords): (TargetedText & { company: string })[] {
  const proven = data.companies.filter(({ name, isAmbiguous, aliases }) => {
    const rows = data.labelled.filter(({ company }) => company === name)
    const isInDoubt = isAmbiguous || aliases.some((alias) => words.stepOf(alias) >= leastOrdinaryStep)
    return isInDoubt && rows.length >= leastProof && rows.every(({ isCompany }) => isCompany)
  })
  return namedTitles(data, proven).filter(
    (text) => phraseAround(text, otherMeaningsOf(text.text.slice(text.start, text.end))) === undefined,
  )
}

/** Titles that name one of the companies, so many of each; those that are labelled are left out. */
function namedTitles(
  { titles, labelled }: NameData,
  companies: readonly Company[],
): (TargetedText & { company: string })[] {
  const finder = compileAliases(
    companies.map(({ name, aliases }) => ({
      id: name,
      aliases: aliases.map((text) => ({ text, caseSensitive: true })),
    })),
  )
  const isLabelled = new Set(labelled.map(({ text }) => plainText(text)))
  const taken = new Map<string, number>()
  const found: (TargetedText & { company: string })[] = []
  for (const at of shuffled(titles.length, randomFrom(21))) {
    const text = titles[at]!
    const [first] = finder.find(text)
    if (!first || (taken.get(first.subjectId) ?? 0) >= mostPerCompany || isLabelled.has(plainText(text))) continue
    taken.set(first.subjectId, (taken.get(first.subjectId) ?? 0) + 1)
    found.push({ text, start: first.start, end: first.end, company: first.subjectId })
  }
  return found
}

/** Ordinary words in small letters, the sentence set as a headline: what it would look like, did it stand in one. */
function capitalised({ sentences }: NameData, words: OrdinaryWords): TargetedText[] {
  const found: TargetedText[] = []
  const random = randomFrom(23)
  const order = shuffled(sentences.length, random)
  for (let i = 0; found.length < mostCapitalised && i < 2 * order.length; i++) {
    const text = sentences[order[i % order.length]!]!
    const usual = tokenise(text).filter(
      ({ word, isCapital }) =>
        !isCapital &&
        /^\p{L}{3,}$/u.test(word) &&
        words.stepOf(word) >= leastOrdinaryStep &&
        !smallInHeadlines.has(word),
    )
    const chosen = usual[Math.floor(random() * usual.length)]
    if (!chosen) continue
    const headline = text.replace(/\p{L}+/gu, (word) =>
      smallInHeadlines.has(word) ? word : word.charAt(0).toUpperCase() + word.slice(1),
    )
    if (headline.length === text.length) found.push({ text: headline, start: chosen.start, end: chosen.end })
  }
  return found
}

const smallInHeadlines = new Set(
  'the and for with from that this but not are was has had his her its will into over'.split(' '),
)

/** Ordinary words with a capital, and family names: what a name that is also a word may be instead. */
function otherWords({ titles, companies }: NameData, words: OrdinaryWords): TargetedText[] {
  const finder = compileAliases(
    companies.map(({ id, aliases }) => ({ id, aliases: aliases.map((text) => ({ text })) })),
  )
  const random = randomFrom(22)
  const ordinary: TargetedText[] = []
  const family: TargetedText[] = []
  for (const at of shuffled(titles.length, random)) {
    const text = titles[at]!
    const names = finder.find(text)
    const tokens = tokenise(text).filter(
      ({ start, end, isCapital }) => isCapital && !names.some((name) => start < name.end && name.start < end),
    )
    const behind = tokens.find(
      ({ start }, i) => i > 0 && givenNames.has(tokens[i - 1]!.word) && tokens[i - 1]!.end === start - 1,
    )
    if (behind && family.length < mostFamilyNames) family.push({ text, start: behind.start, end: behind.end })
    const usual = tokens.filter(({ word }) => word.length > 2 && words.stepOf(word) >= leastOrdinaryStep)
    const chosen = usual[Math.floor(random() * usual.length)]
    if (chosen && ordinary.length < mostOrdinary) ordinary.push({ text, start: chosen.start, end: chosen.end })
  }
  return [...ordinary, ...family]
}
