/**
 * What a headline says against a company: which of the sixteen categories, how grave, and because of which words.
 *
 * The headline is read as words (`headline.ts`), the vocabulary is looked up in it (`cues/`), and each hit has to pass:
 * its words mean the risk and not something else (`unless`), it befalls the company and not another (`party.ts`), and it
 * is said to be so now (`modality.ts`). The gravest hit of a category is its finding.
 */
import { type CompiledCue, vocabulary } from './cues/vocabulary.ts'
import { readHeadline, type Span, type Word } from './headline.ts'
import { graveFigure } from './magnitude.ts'
import { slice, weakeningOf } from './modality.ts'
import type { RiskFinding, Strength } from './model/finding.ts'
import { befallsCompany, type Place } from './party.ts'
import { phraseEnd } from './phrase.ts'

export type TaggedText = {
  text: string
  /** Where the company stands in it. */
  company: Span
  /** Where other known companies stand in it. */
  others?: readonly Span[]
  /** The year of the article: what happened in an earlier one is history. */
  year: number
}

/** Findings, the gravest first, one for each category; empty when nothing is said against the company. */
export function tagRisks({ text, company, others, year }: TaggedText): RiskFinding[] {
  const words = readHeadline(text, company, others)
  const found = new Map<string, RiskFinding>()
  for (const { value: cue, first, last } of vocabulary.findAll(words)) {
    const finding = judge(cue, words, { first, last }, text, year)
    if (finding && finding.strength > (found.get(cue.category)?.strength ?? 0)) found.set(cue.category, finding)
  }
  return [...found.values()].sort((a, b) => b.strength - a.strength || (a.category < b.category ? -1 : 1))
}

function judge(
  cue: CompiledCue,
  words: readonly Word[],
  place: Place,
  text: string,
  year: number,
): RiskFinding | undefined {
  if (meansSomethingElse(cue, words, place)) return undefined
  if (!befallsCompany(words, place, cue.party)) return undefined
  const weakening = weakeningOf(words, { ...place, category: cue.category }, text, year)
  if (weakening?.by === 'all') return undefined
  const because = slice(text, words, place)
  if (weakening) {
    const strength = Math.max(1, cue.strength - weakening.by) as Strength
    return { category: cue.category, strength, because: `${because}, weakened by: ${weakening.because}` }
  }
  const figure = cue.strength === 2 ? graveFigure(words, cue.category, place.first, text) : undefined
  return figure
    ? { category: cue.category, strength: 3, because: `${because}, strengthened by: ${figure}` }
    : { category: cue.category, strength: cue.strength, because }
}

const farthestBefore = 5

function meansSomethingElse(cue: CompiledCue, words: readonly Word[], { first, last }: Place): boolean {
  for (const blocker of cue.blockers) {
    for (let from = Math.max(0, first - farthestBefore); from <= last; from++) {
      if (phraseEnd(blocker, words, from) >= first) return true
    }
  }
  return false
}
