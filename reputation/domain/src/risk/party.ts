/**
 * Whose risk it is. "Wal-Mart sues Visa" is Visa's, "Visa sued by Wal-Mart" too; "Barclays fined £26m" is Barclays'.
 * Headlines drop their auxiliaries, so a passive is recognised by what follows the verb: a preposition, a figure or nothing.
 */
import { itemAt } from '../item-at/item-at.ts'
import type { Cue } from './cues/cue.ts'
import { companyWord, otherCompanyWord, type Word } from './headline.ts'

const passiveFollowers = new Set(
  'by over for in after at on to with as from amid about during under and again because following into against before until of when while than twice'.split(
    ' ',
  ),
)
const auxiliaries = new Set('be is was are were been being get gets got getting has faces'.split(' '))
const begins = new Set(
  'launches launched opens opened files filed filing wins won starts begins orders ordered seeks conducts demands drops brings threatens leads joins'.split(
    ' ',
  ),
)
/** What one begins against another. A bankruptcy, by contrast, is filed by the bankrupt party. */
const proceeding =
  /^(?:lawsuit|suit|legal|class|probe|inquir|investigat|complaint|patent|copyright|antitrust|infring|bans?$)/
const contraries = new Set(['against', 'v', 'vs', 'versus', 'over'])

export type Place = { first: number; last: number }

/** Whether what the cue speaks of befalls the company; `cue` holds the indices of its first and last word. */
export function befallsCompany(words: readonly Word[], cue: Place, party: Cue['party']): boolean {
  const company = nearestCompany(words, cue)
  if (company < 0 || isAccuser(words, cue, company) || isMedium(words, cue, company) || isRecipient(words, company))
    return false
  if (party === 'doer') return company < cue.first || words[company - 1]?.text === 'by'
  return party === 'object' ? isObject(words, cue, company) : !isInstigator(words, cue, company)
}

/** The company's word in the cue's clause, or in another one where its own does not name it. */
function nearestCompany(words: readonly Word[], { first }: Place): number {
  const places = words.flatMap((word, index) => (word.text === companyWord ? [index] : []))
  const near = places.filter((place) => itemAt(words, place).clause === itemAt(words, first).clause)
  const [nearest] = near.sort((a, b) => Math.abs(a - first) - Math.abs(b - first) || a - b)
  return nearest ?? -1
}

const accuses =
  /^(?:sues?|suing|accus(?:es|ing)|alleg(?:es|ing)|slams|blasts|criticizes|criticises|demands|urges|seeks|asks|wants|calls)$/

/** "Allergan sues Valeant, claims fraud": the suit and the fraud are the other's, if the other is named or only meant. */
function isAccuser(words: readonly Word[], { first }: Place, company: number): boolean {
  if (company > first) return false
  return words
    .slice(company + 1, company + 3)
    .some(({ text }, index) => accuses.test(text) && company + 1 + index <= first)
}

const channels = new Set(['on', 'via', 'to', 'through'])
const channelParts =
  /^(?:accounts?|rants?|pages?|posts?|posting|photos?|threats?|jokes?|feuds?|spats?|hashtags?|trolls?|followers?|profiles?|messages?|tirades?)$/

const aimed =
  /^(?:bans?|attacks?|case|crackdown|probes?|lawsuits?|suits?|fines?|hacks?|war|assault|pressure|raids?|curbs?|sanctions|limits?|inquiry|investigation|block|clampdown|backlash|damage)$/

/** "Teen arrested for Twitter threat", "apologises on Facebook": only where it was said. But a "ban on Twitter" is its own. */
function isMedium(words: readonly Word[], { first, last }: Place, company: number): boolean {
  const [previous, next] = [words[company - 1], words[company + 1]]
  if (next && channelParts.test(next.text)) return true
  // "Colfer's Twitter hacked" is Colfer's trouble.
  if (previous?.isPossessive && itemAt(words, first).text.startsWith('hack')) return true
  const isChannel =
    previous !== undefined &&
    channels.has(previous.text) &&
    !aimed.test(words[company - 2]?.text ?? '') &&
    last < company
  return isChannel && (!next || next.clause !== itemAt(words, company).clause || passiveFollowers.has(next.text))
}

/** "Samsung ordered to pay Apple": the party that is paid has lost nothing. */
const isRecipient = (words: readonly Word[], company: number): boolean =>
  /^(?:pay|pays|paid|paying|owes?|compensates?|reimburses?)$/.test(words[company - 1]?.text ?? '')

function isObject(words: readonly Word[], { first, last }: Place, company: number): boolean {
  const verb = itemAt(words, first).text
  if (company >= first && company <= last) return true
  const before = company < first
  if (!verb.endsWith('ed')) {
    if (!before) return words[company - 1]?.text !== 'by' // "fines for Citi", "sues Visa"
    if (isNoun(words, first)) return true
    return false
  }
  const isPassive = isPassiveAt(words, first, last)
  if (before) return isPassive
  return !isPassive || !standsBehindBy(words, last, company)
}

function isPassiveAt(words: readonly Word[], first: number, last: number): boolean {
  const [previous, next] = [words[first - 1], words[last + 1]]
  if (previous && (auxiliaries.has(previous.text) || previous.text === 'not')) return true
  if (!next || next.clause !== itemAt(words, first).clause) return true
  return passiveFollowers.has(next.text) || next.text === '#'
}

/** "Citi faces fine", "gold fine", "the ban": an article, an adjective or a verb that takes it stands before. */
const takers = new Set(
  'a an the its another record new gold big huge massive heavy hefty m bn faces face facing gets hit with pays pay paying over after for of from potential possible tax ftc fcc fed us eu uk china federal export import app twitter'.split(
    ' ',
  ),
)
const isNoun = (words: readonly Word[], at: number): boolean => {
  const previous = words[at - 1]
  return previous !== undefined && (takers.has(previous.text) || previous.text === '#')
}

function standsBehindBy(words: readonly Word[], last: number, company: number): boolean {
  const by = words.findIndex((word, index) => index > last && index < company && word.text === 'by')
  return by >= 0 && company - by <= 3
}

/** "Apple wins lawsuit against Samsung", "@ launches probe", "@ v. Samsung": the company acts, and another suffers it. */
function isInstigator(words: readonly Word[], { first, last }: Place, company: number): boolean {
  const clause = itemAt(words, first).clause
  const between = words.slice(Math.min(company, last) + 1, Math.max(company, first))
  if (company < first) {
    if (proceeding.test(itemAt(words, first).text) && between.some((word) => begins.has(word.text))) return true
    const contrary = words.findIndex(
      (word, index) => index > last && index <= last + 3 && word.clause === clause && contraries.has(word.text),
    )
    return contrary >= 0 && words[contrary + 1]?.text === otherCompanyWord
  }
  return company > last && words[company - 1]?.text === 'by' && proceeding.test(itemAt(words, first).text)
}
