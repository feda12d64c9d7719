/**
 * How a mention is read before anything is learnt or judged: the sentence of the target is cut out, the target becomes
 * one token of its own, and each other token knows its side, distance, clause, negation and kinds.
 */

import { itemAt } from '../item-at/item-at.ts'
import { kinds, kindsOf } from './lexicon.ts'
import type { TargetedText } from './targeted-text.ts'
import { stem, type Token, tokenise } from './tokens.ts'
import { wordHash } from './word-hash.ts'

export type Reading = {
  tokens: readonly ReadToken[]
  /** Where the target stands among them. */
  target: number
  /** Lower-case words of the target. */
  targetWords: readonly string[]
  /** Most words begin with a capital, so capitals say nothing about names. */
  isTitleCase: boolean
  /** A word of speaking stands beside the target. */
  isSpeaker: boolean
}

export type ReadToken = Token & {
  stem: number
  kinds: readonly number[]
  isNegated: boolean
  /** Counts up at each clause border; equal to the target's in its own clause. */
  clause: number
  segment: number
  isQuoted: boolean
  isName: boolean
  /** Behind a form of "to be": what is said is done to the subject, not by it. */
  isPassive: boolean
}

const targetWord = '<target>'
const maxPassageLength = 420
const negator = kinds.indexOf('negator')
const speech = new Set(
  'said says told tells added wrote writes tweeted asked replied explained argued noted insisted according recalled'.split(
    ' ',
  ),
)
const toBe = new Set('is are was were be been being am gets got getting'.split(' '))
const clauseWords = new Set(
  'but however although though while whereas because since after before when if unless and or who which that as amid despite'.split(
    ' ',
  ),
)

export function read(mention: TargetedText): Reading {
  const { text, start, end } = sentenceWindow(mention)
  const before = tokenise(text.slice(0, start))
  const inside = tokenise(text.slice(start, end))
  const after = tokenise(text.slice(end))
  for (const token of after) {
    token.start += end
    token.end += end
  }
  const offset = mention.start - start
  const target: Token = { word: targetWord, hash: wordHash(targetWord), start, end, isCapital: true }
  const plain = [...before, target, ...after]
  const words = plain.filter(({ word }) => /^\p{L}{4}/u.test(word))
  const isTitleCase = words.length > 2 && words.filter(({ isCapital }) => isCapital).length > 0.6 * words.length
  return {
    tokens: marked(plain, before.length, isTitleCase, offset),
    target: before.length,
    targetWords: inside.map(({ word }) => word),
    isTitleCase,
    isSpeaker: [-2, -1, 1, 2].some(
      (step) => plain[before.length + step] && speech.has(itemAt(plain, before.length + step).word),
    ),
  }
}

/** Long passages are cut to the target's sentence; a headline or a sentence stays as it is. */
function sentenceWindow({ text, start, end }: TargetedText): TargetedText {
  if (text.length <= maxPassageLength) return { text, start, end }
  let from = 0
  let to = text.length
  for (const match of text.matchAll(/[.!?]["”’)]*\s+(?=["“‘(]?\p{Lu})/gu)) {
    const border = match.index + match[0].length
    if (border <= start) from = border
    else if (match.index >= end) {
      to = match.index + 1
      break
    }
  }
  from = Math.max(from, start - 2 * maxPassageLength)
  to = Math.min(to, end + 2 * maxPassageLength)
  return { text: text.slice(from, to), start: start - from, end: end - from }
}

function marked(plain: readonly Token[], target: number, isTitleCase: boolean, offset: number): ReadToken[] {
  let [clause, segment, negatedFor, passiveFor, isQuoted] = [0, 0, 0, 0, startsQuoted(plain)]
  return plain.map((token, index) => {
    const { word } = token
    const isBorder = /^[;.!?|]$/.test(word) && index < plain.length - 1
    if (isBorder) segment++
    if (isBorder || /^[,:()-]$/.test(word) || clauseWords.has(word)) {
      clause++
      negatedFor = 0
    }
    if (word === '"') isQuoted = !isQuoted
    const isPassive = passiveFor > 0
    passiveFor = toBe.has(word) ? 3 : Math.max(0, passiveFor - 1)
    const ofToken = index === target ? [] : kindsOf(word)
    const isNegated = negatedFor > 0
    if (ofToken.includes(negator)) negatedFor = 4
    else if (negatedFor > 0) negatedFor--
    return {
      ...token,
      start: token.start + offset,
      end: token.end + offset,
      stem: index === target ? token.hash : wordHash(stem(word)),
      kinds: ofToken,
      isNegated,
      clause,
      segment,
      isQuoted,
      isPassive,
      isName: !isTitleCase && token.isCapital && index > 0 && index !== target,
    }
  })
}

/** The opening quote stood before the text began: the first quotation mark is followed by a space or nothing. */
function startsQuoted(plain: readonly Token[]): boolean {
  const first = plain.findIndex(({ word }) => word === '"')
  const [before, mark, next] = [plain[first - 1], plain[first], plain[first + 1]]
  return first > 0 && mark !== undefined && before?.end === mark.start && (next === undefined || next.start > mark.end)
}
