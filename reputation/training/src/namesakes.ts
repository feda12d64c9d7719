/**
 * What tells a company from its namesakes: a linear model over the context of the name, learnt from the rows of the
 * corpus, those of the writers of names above all, and from real headlines.
 *
 * Index bounds: rows and scores go together.
 */
import { collectJudgeFeatures } from '@service/reputation-domain/judge/features.ts'
import { headStarts } from '@service/reputation-domain/judge/heads.ts'
import { collectNamesakeFeatures } from '@service/reputation-domain/judge/namesake-features.ts'
import { WordMeanings } from '@service/reputation-domain/judge/word-meanings.ts'
import { exampleScale, Features } from '@service/reputation-domain/text-model/features.ts'
import { KeyIndex } from '@service/reputation-domain/text-model/model-file.ts'
import { type JudgedRow, ordinaryTitlesToJudge, realHeadlinesToJudge, rowsToJudge } from './corpus/judged-rows.ts'
import { readSplit } from './corpus/read-corpus.ts'
import { fitYesNo, logOdds } from './fit-yes-no.ts'
import type { JudgeData } from './judge.ts'
import { readCodes, readMeanings } from './meanings.ts'
import { versioned } from './versioned.ts'
import { countedKeys, rowsOf, toWholeNumbers } from './weight-table.ts'

const folds = 4
const fit = { epochs: 6, rate: 0.4, shrink: 1e-4, seed: 3 }
const minCount = 3
const step = 0.03
/** Weights smaller than so many steps are left out of the model. */
const minSteps = 5
const weights = { ofNameWriter: 4, otherCompany: 0.5, otherNamesake: 3, real: 0.3, realNamesake: 4 }
/** Such a share of the companies in rows of ordinary writers may be taken for something else, of writers who were left out. */
const maxRefused = 0.03
/** Classes of words of what firms do, and hardly anybody else: no headline that begins so is refused. */
const deeds = ['AGR', 'CUT', 'FIN', 'GAI', 'HIR', 'INS', 'NEW', 'PAY', 'REC']

type Shown = { row: JudgedRow; keys: Uint32Array; isNamesake: boolean; weight: number; byNameWriter: boolean }

/** The same data give the same bytes on every machine. */
export function trainNamesakes(
  { rows, real, titles }: Omit<JudgeData, 'phrases'>,
  say: (line: string) => void,
): Uint8Array {
  const alone = rowsToJudge(rows).filter(({ text }) => text.firstSentence === undefined)
  const shown = show([...alone, ...realHeadlinesToJudge(real), ...ordinaryTitlesToJudge(titles)])
  const scored = crossFit(shown)
  const thresholds = [true, false].map((isEnglish) =>
    thresholdOf(
      isEnglish ? 'English' : 'other languages',
      scored.filter(({ of: { row } }) => (row.text.language === 'en') === isEnglish),
      say,
    ),
  )
  const { keys, fitted } = fitOn(shown)
  const namesakes = toWholeNumbers(keys, fitted, 1, step, minSteps)
  say(`namesakes: ${namesakes.keys.length} features of ${keys.length}`)
  const codes = readCodes()
  return versioned({
    tables: { namesakes },
    numbers: { thresholds, 'deeds of firms': deeds.map((code) => codes.indexOf(code) + 1) },
  })
}

function show(rows: readonly JudgedRow[]): Shown[] {
  const meanings = new WordMeanings(readMeanings())
  const { nameWriters } = readSplit()
  const [all, own] = [new Features(), new Features()]
  return rows.map((row) => {
    const { headline, language } = row.text
    const meaningOf = (word: string) => meanings.of(language, word)
    collectNamesakeFeatures(headline, collectJudgeFeatures({ headline, language }, meanings, all), meaningOf, own)
    const isNamesake = row.truth[headStarts.company]! > 0
    const byNameWriter = nameWriters.includes(row.writer)
    const ofRow = isNamesake ? weights.otherNamesake : weights.otherCompany
    const ofReal = isNamesake ? weights.realNamesake : weights.real
    const weight = byNameWriter ? weights.ofNameWriter : row.row ? ofRow : ofReal
    return { row, keys: own.keys.slice(0, own.size), isNamesake, weight, byNameWriter }
  })
}

type Scored = { of: Shown; score: number }

/** Every written row with the score of a model that does not know its writer. */
function crossFit(shown: readonly Shown[]): Scored[] {
  const foldOf = new Map<string, number>()
  for (const ofNames of [true, false]) {
    const own = shown.filter(({ row, byNameWriter }) => row.row && byNameWriter === ofNames)
    for (const [i, writer] of [...new Set(own.map(({ row }) => row.writer))].sort().entries())
      foldOf.set(writer, i % folds)
  }
  return Array.from({ length: folds }, (_, fold) => {
    const isOut = ({ row }: Shown) => foldOf.get(row.writer) === fold
    const { score } = fitOn(shown.filter((own) => !isOut(own)))
    return shown.filter(isOut).map((own) => ({ of: own, score: score(own) }))
  }).flat()
}

/** Above it at most `maxRefused` of the companies of ordinary rows are. */
function thresholdOf(name: string, scored: readonly Scored[], say: (line: string) => void): number {
  const companies = scored.filter(({ of: { isNamesake, byNameWriter } }) => !isNamesake && !byNameWriter)
  const threshold =
    companies.map(({ score }) => score).sort((a, b) => b - a)[Math.floor(maxRefused * companies.length)] ?? 0
  const ofNames = scored.filter(({ of: { byNameWriter } }) => byNameWriter)
  const refused = ofNames.filter(({ score }) => score > threshold)
  const rightly = refused.filter(({ of: { isNamesake } }) => isNamesake).length
  const namesakes = ofNames.filter(({ of: { isNamesake } }) => isNamesake).length
  say(
    `${name}, writers left out: ${rightly} of ${namesakes} namesakes found, ${refused.length - rightly} of ${ofNames.length - namesakes} companies beside them refused, from ${threshold.toFixed(3)}`,
  )
  return threshold
}

function fitOn(shown: readonly Shown[]) {
  const keys = countedKeys(
    shown.map((own) => own.keys),
    minCount,
  )
  const index = new KeyIndex(keys)
  const fitted = fitYesNo(
    shown.map((own) => ({
      rows: rowsOf(own.keys, index),
      scale: exampleScale(own.keys.length),
      isSo: own.isNamesake,
      weight: own.weight,
    })),
    { ...fit, rowCount: keys.length },
  )
  const score = ({ keys: own }: Shown): number => logOdds(fitted, rowsOf(own, index), exampleScale(own.length))
  return { keys, fitted, score }
}
