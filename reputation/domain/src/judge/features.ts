/**
 * What a headline, alone or with the first sentence of its article, shows about its company, as numbered features; the
 * same code serves training and judging. The company's name is masked wherever it stands, so that nothing is learnt of
 * names: words, two and three words in a row, words by their side and distance, beginnings, middles and endings of words
 * (which serve all languages), the kinds of the English lexicon, and all that the sentiment model reads in a headline.
 */
import { itemAt } from '../item-at/item-at.ts'
import type { JudgedLanguage } from '../languages/languages.ts'
import { collectFeatures } from '../sentiment/sentiment.ts'
import {
  type Features,
  mix,
  type Reading,
  type ReadToken,
  read,
  type TargetedText,
  wordHash,
} from '../text-model/text-model.ts'
import type { Meaning, WordMeanings } from './word-meanings.ts'

export type JudgedText = {
  headline: TargetedText
  /** Of the article; may name the company or not. */
  firstSentence?: string
  language: JudgedLanguage
}

/** A word of the headline (`part` 0) or of the first sentence (1), or the company's name in either. */
export type JudgedToken = Pick<
  ReadToken,
  'word' | 'start' | 'end' | 'isCapital' | 'isNegated' | 'hash' | 'stem' | 'kinds'
> & { part: number; isCompany: boolean; isWord: boolean; meaning: Meaning }

const template = (name: string): number => wordHash(`judge ${name}`)

const word = template('word')
const two = template('two words')
const three = template('three words')
const stem = template('stem')
const placed = template('word by place')
const piece = template('piece of word')
const kindAnywhere = template('kind')
const kindPlaced = template('kind by place')
const kindNegated = template('kind negated')
const twoKinds = template('two kinds')
const classAnywhere = template('class')
const classPlaced = template('class by place')
const twoClasses = template('two classes')
const nextClasses = template('two classes in a row')
const classBeforeWord = template('class, then word')
const wordBeforeClass = template('word, then class')
const shape = template('shape of name')
const always = template('always')
const company = template('company')

/** Fills `into` with the features, in place of what it held; returns the tokens that they were read from. */
export function collectJudgeFeatures(
  { headline, firstSentence, language }: JudgedText,
  meanings: WordMeanings,
  into: Features,
): JudgedToken[] {
  const meaningOf = (word: string) => meanings.of(language, word)
  const name = headline.text.slice(headline.start, headline.end)
  const reading = read(headline)
  collectFeatures(reading, into)
  const tokens = masked(reading, 0, meaningOf)
  const length = tokens.length
  if (firstSentence) tokens.push(...masked(read(within(firstSentence, name)), 1, meaningOf))
  into.add(always, 0, 0)
  addShape(into, headline, tokens.slice(0, length))
  addPart(into, tokens, 0, length)
  if (length < tokens.length) addPart(into, tokens, length, tokens.length)
  return tokens
}

/** A sentence that does not name the company is read as if the name stood before it. */
function within(text: string, name: string): TargetedText {
  const start = name === '' ? -1 : text.indexOf(name)
  return start < 0 ? { text, start: 0, end: 0 } : { text, start, end: start + name.length }
}

/** The tokens, those of the company's name all alike wherever it stands. */
function masked(
  { tokens, target, targetWords }: Reading,
  part: number,
  meaningOf: (word: string) => Meaning,
): JudgedToken[] {
  let ownUntil = 0
  return tokens.map((token, i) => {
    const isAgain =
      targetWords.length > 0 && token.isCapital && targetWords.every((own, k) => tokens[i + k]?.word === own)
    if (isAgain) ownUntil = i + targetWords.length
    const isCompany = i === target || i < ownUntil
    const { word, start, end, isCapital, isNegated } = token
    const hash = isCompany ? company : token.hash
    const stem = isCompany ? company : token.stem
    return {
      word,
      start,
      end,
      isCapital,
      isNegated,
      hash,
      stem,
      kinds: isCompany ? none : token.kinds,
      part,
      isCompany,
      isWord: longWord.test(word),
      meaning: isCompany ? unknown : meaningOf(word),
    }
  })
}

const longWord = /^\p{L}{3}/u
const none: readonly number[] = []
const unknown: Meaning = { classes: none, english: 0 }

function addPart(into: Features, tokens: readonly JudgedToken[], from: number, to: number): void {
  const companies: number[] = []
  for (let i = from; i < to; i++) if (itemAt(tokens, i).isCompany) companies.push(i)
  for (let i = from; i < to; i++) {
    const token = itemAt(tokens, i)
    const second = i + 1 < to ? itemAt(tokens, i + 1) : undefined
    const third = i + 2 < to ? itemAt(tokens, i + 2) : undefined
    if (second) into.add(mix(mix(two, token.hash), second.hash), i, i + 1)
    if (second && third) into.add(mix(mix(mix(three, token.hash), second.hash), third.hash), i, i + 2)
    if (token.isCompany) continue
    const place = placeOf(i, companies, token.part)
    into.add(mix(word, token.hash), i, i)
    into.add(mix(mix(placed, place), token.hash), i, i)
    if (token.stem !== token.hash) into.add(mix(stem, token.stem), i, i)
    addPieces(into, token.word, i)
    addKinds(into, tokens, i, to, place)
    addMeaning(into, tokens, i, to, place)
  }
}

/** Side and distance of the nearest name of the company. */
function placeOf(i: number, companies: readonly number[], part: number): number {
  let nearest = 99
  for (const at of companies) if (Math.abs(i - at) < Math.abs(nearest)) nearest = i - at
  const distance = Math.abs(nearest)
  return (distance <= 2 ? 0 : distance <= 5 ? 1 : 2) + (nearest < 0 ? 0 : 3) + 6 * part
}

function addPieces(into: Features, text: string, i: number): void {
  const padded = `^${text}$`
  for (let length = 3; length <= 5; length++)
    for (let from = 0; from + length <= padded.length; from++)
      into.add(mix(piece, wordHash(padded, from, from + length)), i, i)
}

function addKinds(into: Features, tokens: readonly JudgedToken[], i: number, to: number, place: number): void {
  const token = itemAt(tokens, i)
  for (const kind of token.kinds) {
    into.add(mix(kindAnywhere, kind), i, i)
    into.add(mix(mix(kindPlaced, place), kind), i, i)
    if (token.isNegated) into.add(mix(kindNegated, kind), i, i)
    for (let j = i + 1; j < Math.min(to, i + 6); j++)
      for (const other of itemAt(tokens, j).kinds) into.add(mix(mix(twoKinds, kind), other), i, j)
  }
}

/** Classes of the word, alone and by place; and its English word, as if that stood there. */
function addMeaning(into: Features, tokens: readonly JudgedToken[], i: number, to: number, place: number): void {
  const { classes, english } = itemAt(tokens, i).meaning
  if (english !== 0) {
    into.add(mix(word, english), i, i)
    into.add(mix(mix(placed, place), english), i, i)
    const next = i + 1 < to ? itemAt(tokens, i + 1).meaning.english : 0
    if (next !== 0) into.add(mix(mix(two, english), next), i, i + 1)
  }
  for (const own of classes) {
    into.add(mix(classAnywhere, own), i, i)
    into.add(mix(mix(classPlaced, place), own), i, i)
  }
  addPairs(into, tokens, i, to)
}

/** The word with those behind it, up to the fourth that has a class: class with class, class with word, word with class. */
function addPairs(into: Features, tokens: readonly JudgedToken[], i: number, to: number): void {
  const { stem, meaning } = itemAt(tokens, i)
  let behind = 0
  for (let j = i + 1; j < to && behind < 4; j++) {
    const later = itemAt(tokens, j)
    const { classes } = later.meaning
    if (classes.length > 0) behind++
    for (const other of classes) into.add(mix(mix(wordBeforeClass, stem), other), i, j)
    for (const own of meaning.classes) {
      if (!later.isCompany && later.isWord) into.add(mix(mix(classBeforeWord, own), later.stem), i, j)
      for (const other of classes) {
        into.add(mix(mix(twoClasses, own), other), i, j)
        if (behind === 1) into.add(mix(mix(nextClasses, own), other), i, j)
      }
    }
  }
}

/** How the name is written and what stands beside it: "Crest Road" and "the crest of" are not the company Crest. */
function addShape(into: Features, { text, start, end }: TargetedText, tokens: readonly JudgedToken[]): void {
  const at = tokens.findIndex((token) => token.isCompany && token.start === start)
  const add = (what: number, value: number) => into.add(mix(mix(shape, what), value), Math.max(0, at), Math.max(0, at))
  const name = text.slice(start, end)
  const [before, after] = [tokens[at - 1], tokens[at + 1]]
  add(1, name === name.toLowerCase() ? 1 : name === name.toUpperCase() ? 2 : 3)
  add(2, Math.min(4, name.split(/\s+/).length))
  add(3, (before?.isCapital ? 1 : 0) + (after?.isCapital ? 2 : 0))
  if (before?.isCapital) add(4, before.hash)
  if (after?.isCapital) add(5, after.hash)
  add(6, at <= 0 ? 0 : at === tokens.length - 1 ? 2 : 1)
}
