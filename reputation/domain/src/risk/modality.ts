/**
 * Whether what the words speak of is said to be so. What is denied outright counts for nothing; what is disputed, over,
 * long past or only feared counts for less.
 */

import { itemAt } from '../item-at/item-at.ts'
import { companyWord, type Word } from './headline.ts'
import type { RiskCategory } from './model/categories.ts'
import type { Place } from './party.ts'
import { compilePhrases, type Phrase, phraseEnd } from './phrase.ts'

export type Weakening = { by: 'all' | 1 | 2; because: string }

type Rule = {
  phrases: readonly Phrase[]
  weakens: 'all' | 1 | 2
  /** How many words may lie between it and the cue. */
  reach: number
  side: 'before' | 'behind' | 'anywhere'
  /** The company must stand before it, and the cue be of this category. */
  byCompany?: RiskCategory
}

const rule = (
  side: Rule['side'],
  reach: number,
  weakens: Rule['weakens'],
  words: string,
  byCompany?: RiskCategory,
): Rule => ({
  side,
  reach,
  weakens,
  phrases: compilePhrases(words),
  ...(byCompany === undefined ? {} : { byCompany }),
})

const rules: readonly Rule[] = [
  rule(
    'before',
    2,
    'all',
    `
      no, not, never, without, isn't, wasn't, aren't, won't, don't, doesn't, didn't, nor, cannot, can't, avoid*,
      avert*, prevent*, anti, free of, free from`,
  ),
  rule(
    'before',
    3,
    2,
    `
      denies, deny, denied, denying, dismiss*, clear|clears|cleared of|in, acquit*, beats, fends off, rules out,
      escapes, escaped, safe from, throws out, drop|drops|dropped|dropping, close|closes|closed|closing,
      decline|declines|declined to hear, end|ends|ended, lift|lifts|lifted, wins, overturn*, unlikely`,
  ),
  rule(
    'anywhere',
    99,
    'all',
    `
      not|never|none|doesn't|didn't|don't|aren't|isn't|wasn't|hasn't ~ affect*|effect|vulnerable|bug|impacted|involved|responsible|guilty,
      immune, unaffected`,
  ),
  // Who fights hackers has not been hacked.
  rule(
    'before',
    4,
    2,
    `
      fight*, tackle*, combat*, stop|stops|stopping, protect*, defend*, team to, to find, hunt*, search for, seeking,
      scan ~ for, monitor ~ for, keep ~ from, crusade, war against|on, targets, hires, to block`,
    'data_privacy_cyber',
  ),
  // A ban that was sought and not granted; who sought it is the one that lost.
  rule(
    'before',
    6,
    2,
    `
      loses|lost|denied|denies|rejects|rejected|refuses|refused|fails|failed|snubs|declines|declined ~ bid|request|attempt|effort|battle,
      turns down`,
  ),
  // What a former employee did is not what the company did.
  rule('anywhere', 99, 1, 'ex|former @, former ~ @ employee|worker|exec*|trader|engineer|manager|banker'),
  rule(
    'behind',
    2,
    2,
    `
      dismissed, dropped, thrown out, tossed, overturned, unfounded, ruled out, lifted, averted, denied,
      rejected ~ court|judge, false, hoax, myth`,
  ),
  rule(
    'anywhere',
    99,
    2,
    `
      years ago, year ago, years after, year after, years later, year later, anniversary, decades, remember*,
      history of, throwback, documentary, movie, film, biopic, novel, video game`,
  ),
  rule(
    'before',
    5,
    1,
    `
      could, may, might, would, if, should, potential*, possibl*, fear|fears|feared, threat*, rumor*, rumour*, tips,
      how to, likely, consider*, mull*, weighs, plans|planning to, predict*, looms, risk of, will`,
  ),
]

/** What weakens the cue, the worst first; undefined when it is plainly said. `year` is that of the article. */
export function weakeningOf(
  words: readonly Word[],
  cue: Place & { category: RiskCategory },
  text: string,
  year: number,
): Weakening | undefined {
  let worst: Weakening | undefined
  for (const rule of rules) {
    if (rule.byCompany && rule.byCompany !== cue.category) continue
    for (const phrase of rule.phrases) {
      const place = find(phrase, words, cue, rule)
      if (place && rule.byCompany && !words.slice(0, place.first).some(({ text }) => text === companyWord)) continue
      if (place && weight(rule.weakens) > weight(worst?.by))
        worst = { by: rule.weakens, because: slice(text, words, place) }
    }
  }
  const past = weight(worst?.by) < 2 ? words.findIndex((_, index) => isEarlierYear(words, index, year)) : -1
  if (past >= 0) worst = { by: 2, because: slice(text, words, { first: past, last: past }) }
  if (!worst && /\?\s*(?:\.\.\.)?$/.test(text)) worst = { by: 1, because: '?' }
  return worst
}

const yearMarkers = new Set(['in', 'of', 'since', 'from', 'the', 'during'])

/** "in 2010", "the 2008 crisis"; but the year of a model, as in "recalls 2013 Escape", is no date. */
function isEarlierYear(words: readonly Word[], at: number, year: number): boolean {
  const { amount, isMoney } = itemAt(words, at)
  const isYear = !isMoney && amount !== undefined && Number.isInteger(amount) && amount >= 1900 && amount < year
  return isYear && yearMarkers.has(words[at - 1]?.text ?? '')
}

const weight = (by: Weakening['by'] | undefined): number => (by === 'all' ? 3 : (by ?? 0))

function find(phrase: Phrase, words: readonly Word[], cue: Place, { side, reach }: Rule): Place | undefined {
  const clause = itemAt(words, cue.first).clause
  for (let first = 0; first < words.length; first++) {
    const last = phraseEnd(phrase, words, first)
    if (last < 0) continue
    if (side === 'anywhere') return { first, last }
    if (itemAt(words, first).clause !== clause) continue
    if (side === 'before' && last < cue.first && cue.first - last - 1 <= reach) return { first, last }
    if (side === 'behind' && first > cue.last && first - cue.last - 1 <= reach) return { first, last }
  }
  return undefined
}

export const slice = (text: string, words: readonly Word[], { first, last }: Place): string =>
  text.slice(itemAt(words, first).start, itemAt(words, last).end)
