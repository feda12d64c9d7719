/**
 * What a text shows about its target, as numbered features; the same code serves training and judging.
 *
 * Words carry their side and clause, n-grams hold the target as a token of its own, and the kinds of the lexicon are
 * seen from many angles: near or far, negated, passive, quoted, behind another name, and towards which party.
 */
import { itemAt } from '../item-at/item-at.ts'
import { type Features, mix, type Reading, type ReadToken, wordHash } from '../text-model/text-model.ts'

const template = (name: string): number => wordHash(`template ${name}`)

const word = {
  onSide: template('word on side'),
  inClause: template('word in clause'),
  negated: template('word negated'),
  at: template('word at'),
  stem: template('stem'),
  stemInClause: template('stem in clause'),
  beginning: template('word beginning'),
  ending: template('word ending'),
  two: template('two words'),
  three: template('three words'),
}
const kindIs = {
  anywhere: template('kind'),
  onSide: template('kind on side'),
  near: template('kind near'),
  inClause: template('kind in clause'),
  passive: template('kind passive'),
  ofSpeaker: template('kind of speaker'),
  quoted: template('kind quoted'),
  behindName: template('kind behind name'),
  towards: template('kind towards'),
  towardsWord: template('kind towards word'),
  behindWord: template('kind, target behind word'),
  beforeWord: template('kind, target before word'),
  two: template('two kinds'),
  nearest: template('nearest kind'),
  nearestTwo: template('nearest two kinds'),
  nearestLinked: template('nearest kind linked'),
}
const target = { word: template('target word'), length: template('target length') }
const place = template('place')
const always = template('always')

/** Fills `into` with the features of a reading, in place of what it held. */
export function collectFeatures(reading: Reading, into: Features): void {
  into.size = 0
  const { tokens, target: at } = reading
  into.add(always, at, at)
  const towards = targetType(reading)
  const names = namesUpTo(tokens)
  for (let i = 0; i < tokens.length; i++) {
    addNgrams(into, tokens, i)
    if (i === at) continue
    addWord(into, tokens, i, at)
    if (itemAt(tokens, i).kinds.length > 0) {
      const [low, high] = i < at ? [i, at - 1] : [at, i - 1]
      addKinds(into, reading, i, towards, Math.min(2, itemAt(names, high) - itemAt(names, low)))
    }
  }
  addNearestKinds(into, tokens, at, 1)
  addNearestKinds(into, tokens, at, -1)
  addTarget(into, reading)
}

const nearness = (distance: number): number =>
  distance <= 1 ? 0 : distance <= 2 ? 1 : distance <= 4 ? 2 : distance <= 8 ? 3 : distance <= 14 ? 4 : 5

/** Left 1, right 2; past the end of the target's sentence three more. */
const sideOf = (tokens: readonly ReadToken[], i: number, at: number): number =>
  (i < at ? 1 : 2) + (itemAt(tokens, i).segment === itemAt(tokens, at).segment ? 0 : 3)

const longWord = /^[a-z].{5}/

function addWord(into: Features, tokens: readonly ReadToken[], i: number, at: number): void {
  const token = itemAt(tokens, i)
  const side = i < at ? 1 : 2
  into.add(mix(mix(word.onSide, sideOf(tokens, i, at)), token.hash), i, i)
  if (Math.abs(i - at) <= 4) into.add(mix(mix(word.at, i - at + 8), token.hash), i, i)
  if (token.isNegated) into.add(mix(word.negated, token.hash), i, i)
  into.add(mix(word.stem, token.stem), i, i)
  if (longWord.test(token.word)) {
    into.add(mix(mix(word.beginning, side), wordHash(token.word.slice(0, 5))), i, i)
    into.add(mix(word.ending, wordHash(token.word.slice(-4))), i, i)
  }
  if (token.clause !== itemAt(tokens, at).clause) return
  into.add(mix(mix(word.inClause, side), token.hash), i, i)
  into.add(mix(mix(word.stemInClause, side), token.stem), i, i)
}

function addKinds(into: Features, reading: Reading, i: number, towards: number, namesBetween: number): void {
  const { tokens, target: at, isSpeaker } = reading
  const token = itemAt(tokens, i)
  const side = i < at ? 1 : 2
  const last = wordHash(reading.targetWords.at(-1) ?? '')
  const [before, after] = [tokens[at - 1]?.hash ?? 0, tokens[at + 1]?.hash ?? 0]
  const quotes = 2 * ((token.isQuoted ? 1 : 0) + (itemAt(tokens, at).isQuoted ? 2 : 0)) + side
  for (const kind of token.kinds) {
    const signed = 2 * kind + (token.isNegated ? 1 : 0)
    into.add(mix(kindIs.anywhere, signed), i, i)
    into.add(mix(mix(kindIs.onSide, sideOf(tokens, i, at)), signed), i, i)
    into.add(mix(mix(kindIs.near, 8 * side + nearness(Math.abs(i - at))), signed), i, i)
    if (token.clause === itemAt(tokens, at).clause) into.add(mix(mix(kindIs.inClause, side), signed), i, i)
    if (token.isPassive) into.add(mix(mix(kindIs.passive, side), signed), i, i)
    if (isSpeaker) into.add(mix(mix(kindIs.ofSpeaker, token.isQuoted ? 1 : 2), signed), i, i)
    into.add(mix(mix(kindIs.quoted, quotes), signed), i, i)
    into.add(mix(mix(kindIs.behindName, 4 * side + namesBetween), signed), i, i)
    into.add(mix(mix(mix(kindIs.towards, towards), side), signed), i, i)
    into.add(mix(mix(mix(kindIs.towardsWord, last), side), signed), i, i)
    into.add(mix(mix(mix(kindIs.behindWord, before), side), signed), i, i)
    into.add(mix(mix(mix(kindIs.beforeWord, after), side), signed), i, i)
  }
}

function addNgrams(into: Features, tokens: readonly ReadToken[], i: number): void {
  const [first, second, third] = [itemAt(tokens, i), tokens[i + 1], tokens[i + 2]]
  if (!second) return
  const two = mix(mix(word.two, first.hash), second.hash)
  into.add(two, i, i + 1)
  if (third) into.add(mix(mix(word.three, two), third.hash), i, i + 2)
  if (first.kinds.length === 0) return
  for (let j = i + 1; j <= i + 5 && tokens[j]; j++) {
    const far = itemAt(tokens, j)
    if (j > i + 2 && far.clause !== first.clause) return
    for (const left of first.kinds) for (const right of far.kinds) into.add(mix(mix(kindIs.two, left), right), i, j)
  }
}

/** The first two words with a kind on a side, and the word that links the target to the first ("by", "was", "'s"). */
function addNearestKinds(into: Features, tokens: readonly ReadToken[], at: number, step: 1 | -1): void {
  let first = -1
  for (let i = at + step; tokens[i] && itemAt(tokens, i).segment === itemAt(tokens, at).segment; i += step) {
    const token = itemAt(tokens, i)
    if (token.kinds.length === 0) continue
    if (first >= 0) {
      for (const a of itemAt(tokens, first).kinds)
        for (const b of token.kinds)
          into.add(mix(mix(mix(kindIs.nearestTwo, step + 2), a), b), Math.min(first, i), Math.max(first, i))
      return
    }
    first = i
    const link = itemAt(tokens, at + step)
    for (const kind of token.kinds) {
      const key = mix(mix(kindIs.nearest, step + 2), 2 * kind + (token.isNegated ? 1 : 0))
      into.add(key, i, i)
      if (link !== token) into.add(mix(mix(kindIs.nearestLinked, key), link.hash), i, i)
    }
  }
}

function addTarget(into: Features, { tokens, target: at, targetWords, isTitleCase }: Reading): void {
  const add = (key: number) => into.add(key, at, at)
  const addPlace = (what: number, value: number) => add(mix(mix(place, what), value))
  for (const targetWord of targetWords) add(mix(target.word, wordHash(targetWord)))
  add(mix(target.length, Math.min(targetWords.length, 4)))
  addPlace(1, Math.floor((4 * at) / tokens.length))
  addPlace(2, nearness(at))
  addPlace(3, nearness(tokens.length - 1 - at))
  addPlace(4, nearness(tokens.length >> 1))
  addPlace(5, isTitleCase ? 1 : 0)
  if (itemAt(tokens, at).isQuoted) addPlace(6, 1)
  const colon = tokens.findIndex((token) => token.word === ':')
  if (colon >= 0) addPlace(7, colon < at ? 1 : 2)
  addPlace(8, Math.min(4, tokens.filter(({ isName }) => isName).length))
}

const pronouns = new Set('he she him her his i me my we us our they them their it who you'.split(' '))
const [manyWords, oneWord] = [wordHash('many words'), wordHash('one word')]

/** Words weigh differently towards a pronoun, a name in full and a single name. */
function targetType({ targetWords }: Reading): number {
  const last = targetWords.at(-1) ?? ''
  return pronouns.has(last) ? wordHash(last) : targetWords.length > 1 ? manyWords : oneWord
}

/** How many names begin among the tokens up to each. */
function namesUpTo(tokens: readonly ReadToken[]): Uint16Array {
  const names = new Uint16Array(tokens.length)
  for (let i = 1; i < tokens.length; i++)
    names[i] = itemAt(names, i - 1) + (itemAt(tokens, i).isName && !itemAt(tokens, i - 1).isName ? 1 : 0)
  return names
}
