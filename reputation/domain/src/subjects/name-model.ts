/**
 * Whether a name in a text stands for the company: Target or a price target, Ford or Harrison Ford, BP or blood pressure.
 *
 * The context decides first (`name-features.ts`); how strong its evidence must be depends on the name: one that is an
 * ordinary word in small letters elsewhere, or is no word at all.
 */

import { exp } from '../exact-math/exact-math.ts'
import { itemAt } from '../item-at/item-at.ts'
import {
  exampleScale,
  Features,
  KeyIndex,
  mix,
  type Reading,
  read,
  readModel,
  type TargetedText,
  tableOf,
  type WeightTable,
  wordHash,
} from '../text-model/text-model.ts'
import { ambiguousNames } from './ambiguous-names.ts'
import { collectNameFeatures } from './name-features.ts'
import { otherMeaningsOf, phraseAround } from './other-meanings.ts'

export type NameJudgement = {
  /** Probability that the name stands for the company. */
  pCompany: number
  /** In words: what decided. */
  because: string
}

export type NameKnowledge = {
  /** Phrases in which the name means something else: "price target". */
  blockers?: readonly string[]
  /** The name is also a common word or another's name. */
  needsContext?: boolean
  /** The name as the company writes it, where it was looked for in any case. */
  spelling?: string
}

/** A blocker leaves this much: its phrase may itself be a chance. */
const pBehindBlocker = 0.02
/** A word in small letters where a company writes itself with a capital: few outlets are so careless. */
const pInSmallLetters = 0.05

/** Opens the bytes of a trained model. Throws `RangeError` when they are damaged. */
export function openNameModel(bytes: Uint8Array): NameModel {
  return new NameModel(bytes)
}

export class NameModel {
  readonly version: string
  readonly #context: WeightTable
  readonly #rows: KeyIndex
  readonly #ordinary: OrdinaryWords
  readonly #judgement: readonly number[]
  readonly #features = new Features()

  constructor(bytes: Uint8Array) {
    const file = readModel(bytes)
    this.version = file.version
    this.#context = tableOf(file, 'surroundings', 1)
    this.#rows = new KeyIndex(this.#context.keys)
    this.#ordinary = new OrdinaryWords(tableOf(file, 'ordinary', 1))
    this.#judgement = file.numbers.judgement ?? []
    if (this.#judgement.length !== judgementSize) throw new RangeError('the model has no judgement')
  }

  /** What is not known of the name is judged from common knowledge. A reading that is at hand need not be made again. */
  judge(
    text: TargetedText,
    { blockers = [], needsContext, spelling }: NameKnowledge = {},
    reading: Reading = read(text),
  ): NameJudgement {
    const written = text.text.slice(text.start, text.end)
    const blocker = phraseAround(text, blockers) ?? phraseAround(text, otherMeaningsOf(written))
    if (blocker) return { pCompany: pBehindBlocker, because: `stands in “${blocker}”` }
    if (spelling !== undefined && lacksItsCapital(text, spelling))
      return { pCompany: pInSmallLetters, because: 'stands in small letters, as a word and not as a name' }
    collectNameFeatures(reading, this.#ordinary, this.#features)
    const { keys, size } = this.#features
    let sum = 0
    for (let i = 0; i < size; i++) {
      const row = this.#rows.find(itemAt(keys, i))
      if (row >= 0) sum += itemAt(this.#context.weights, row)
    }
    const context = sum * this.#context.scale * exampleScale(size)
    const name = nameShape(written, reading, this.#ordinary, needsContext)
    const pCompany = 1 / (1 + exp(-weigh(context, name, this.#judgement)))
    const isOrdinary = name.needsContext ? 'the name means other things, too' : 'the name means little else'
    const speak = pCompany >= 0.5 ? 'speak for' : 'speak against'
    return { pCompany, because: `${isOrdinary}; its context ${speak} the company` }
  }
}

/** Whether the name begins with a small letter in a text that begins with a capital, and with one in its own spelling. */
function lacksItsCapital({ text, start }: TargetedText, spelling: string): boolean {
  const firstLetter = /\p{L}/u.exec(text)
  if (!firstLetter || firstLetter.index >= start) return false
  return /^\p{Ll}/u.test(text.slice(start)) && /^\p{Lu}/u.test(spelling) && /\p{Lu}/u.test(firstLetter[0])
}

export const pairKey = (left: string, right: string): number => mix(wordHash(left), wordHash(right))

export type NameShape = {
  needsContext: boolean
  ordinary: number
  isCapitals: boolean
  isManyWords: boolean
  isSmall: boolean
}

/** How often a word is written in small letters, as a step from 0 (never) to 7. */
export class OrdinaryWords {
  readonly #table: WeightTable
  readonly #rows: KeyIndex

  constructor(table: WeightTable) {
    this.#table = table
    this.#rows = new KeyIndex(table.keys)
  }

  stepOf(word: string): number {
    return this.#step(wordHash(word.toLowerCase()))
  }

  /** The same of two words that follow each other, the one in question in small letters. */
  stepOfTwo(left: string, right: string): number {
    return this.#step(pairKey(left, right))
  }

  #step(key: number): number {
    const row = this.#rows.find(key)
    return row < 0 ? 0 : itemAt(this.#table.weights, row)
  }
}

/** From so often on, a word that is written in small letters is an ordinary one. */
export const minOrdinaryStep = 3

export function nameShape(
  name: string,
  { targetWords }: Reading,
  words: OrdinaryWords,
  needsContext?: boolean,
): NameShape {
  const isManyWords = targetWords.length > 1
  const ordinary = isManyWords ? 0 : words.stepOf(name)
  return {
    needsContext: needsContext ?? (ordinary >= minOrdinaryStep || ambiguousNames.has(name.toLowerCase())),
    ordinary,
    isCapitals: name.length > 1 && /\p{Lu}/u.test(name) && name === name.toUpperCase(),
    isManyWords,
    isSmall: /^\p{Ll}+$/u.test(name),
  }
}

const judgementSize = 7

/** What speaks for the company, as log-odds. */
export function weigh(context: number, shape: NameShape, weights: readonly number[]): number {
  return judgementTerms(context, shape).reduce((sum, term, i) => sum + term * itemAt(weights, i), 0)
}

export function judgementTerms(context: number, shape: NameShape): number[] {
  const inDoubt = shape.needsContext ? 1 : 0
  return [
    1,
    context,
    inDoubt,
    inDoubt * context,
    shape.isCapitals ? 1 : 0,
    shape.isManyWords ? 1 : 0,
    shape.isSmall ? 1 : 0,
  ]
}
