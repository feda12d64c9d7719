/**
 * What the judge learns from: rows of writers who are not for testing, each once as a headline alone and, where it has a
 * first sentence, once with it; and phrases, which leave some heads open and weigh half. Real headlines with a tone teach what ordinary news is: what is not
 * negative is no alert; how grave the negative ones are is left open.
 */

import { alertShares } from '@service/reputation-domain/judge/calibration.ts'
import type { JudgedText } from '@service/reputation-domain/judge/features.ts'
import {
  companyRoles,
  type Head,
  headSizes,
  headStarts,
  headsWidth,
  tones,
} from '@service/reputation-domain/judge/heads.ts'
import type { JudgedLanguage } from '@service/reputation-domain/languages/judged-languages.ts'
import { isRiskCategory, riskCategories } from '@service/reputation-domain/risk/model/categories.ts'
import type { TargetedText } from '@service/reputation-domain/text-model/targeted-text.ts'
import { type CorpusPhrase, type CorpusRow, readCategories } from './read-corpus.ts'

export type JudgedRow = {
  text: JudgedText
  truth: Float64Array
  weight: number
  writer: string
  kind: string
  row?: CorpusRow
}

/** Writers are called by their language and a number. */
const languageOf = (writer: string): JudgedLanguage => writer.slice(0, 2) as JudgedLanguage

const phraseWeight = 1

export const rowsToJudge = (rows: readonly CorpusRow[]): JudgedRow[] =>
  rows.flatMap((row) => {
    const { writer, kind, headline: text, start, end, firstSentence } = row
    const headline = { text, start, end }
    const truth = truthOf(row)
    // Two readings of one row weigh as much as one and a half.
    const language = languageOf(writer)
    const own = { truth, writer, kind, row, weight: firstSentence ? 0.75 : 1 }
    return [
      { ...own, text: { headline, language } },
      ...(firstSentence ? [{ ...own, text: { headline, firstSentence, language } }] : []),
    ]
  })

function truthOf({ isCompany, isAlert, gravity, tone, role, category }: CorpusRow): Float64Array {
  const truth = new Float64Array(headsWidth)
  const set = (head: Head, choice: number) => {
    truth[headStarts[head] + choice] = 1
  }
  set('company', isCompany ? 1 : 0)
  set('alert', isAlert ? 1 : 0)
  set('gravity', gravity)
  set('tone', tones.indexOf(tone))
  set('role', companyRoles.indexOf(role))
  set('category', category ? riskCategories.indexOf(category) : riskCategories.length)
  return truth
}

export function phrasesToJudge(phrases: readonly CorpusPhrase[]): JudgedRow[] {
  const categories = readCategories()
  return phrases.map(({ writer, kind, headline: text, start, end, gravity }) => {
    const category = categories.get(kind) ?? ''
    const truth = new Float64Array(headsWidth)
    const isNamesake = kind.startsWith('namesake')
    truth[headStarts.company + 1] = isNamesake ? 0 : 1
    const alert = alertShares[gravity] ?? 0
    truth[headStarts.alert] = 1 - alert
    truth[headStarts.alert + 1] = alert
    truth[headStarts.gravity + gravity] = 1
    if (gravity > 0) truth[headStarts.tone] = 1
    else if (category === 'positive') truth[headStarts.tone + 2] = 1
    else if (category === 'neutral') truth[headStarts.tone + 1] = 1
    const isAgainst = gravity > 0 && isRiskCategory(category)
    truth[headStarts.category + (isAgainst ? riskCategories.indexOf(category) : headSizes.category - 1)] = 1
    const language = languageOf(writer)
    return {
      text: { headline: { text, start, end }, language },
      truth,
      weight: phraseWeight,
      writer: `phrases ${writer}`,
      kind,
    }
  })
}

export type RealHeadline = TargetedText & {
  /** 0 negative, 1 neutral, 2 positive; absent where the name is not the company. */
  label?: number
  weight: number
}

export const realHeadlinesToJudge = (headlines: readonly RealHeadline[]): JudgedRow[] =>
  headlines.map(({ text, start, end, label, weight }) => {
    const truth = new Float64Array(headsWidth)
    truth[headStarts.company + (label === undefined ? 0 : 1)] = 1
    truth[headStarts.tone + (label ?? 1)] = 1
    if (label !== 0) {
      truth[headStarts.alert] = 1
      truth[headStarts.gravity] = 1
      truth[headStarts.category + headSizes.category - 1] = 1
    }
    return { text: { headline: { text, start, end }, language: 'en' }, truth, weight, writer: 'real', kind: 'real' }
  })

/** Of the titles that nobody has labelled, so few are an alert, by a reading of a hundred of them. */
const alertsAmongTitles = 0.02
const titleWeight = 0.3

/** Titles of real news, none of which the rules take for grave: nearly all are ordinary, and so they count. */
export const ordinaryTitlesToJudge = (titles: readonly TargetedText[]): JudgedRow[] =>
  titles.map(({ text, start, end }) => {
    const truth = new Float64Array(headsWidth)
    truth[headStarts.alert] = 1 - alertsAmongTitles
    truth[headStarts.alert + 1] = alertsAmongTitles
    const headline = { text, start, end }
    return { text: { headline, language: 'en' }, truth, weight: titleWeight, writer: 'titles', kind: 'titles' }
  })
