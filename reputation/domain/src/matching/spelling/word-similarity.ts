import { isLiteral, markOf, unmarked, wordMark } from '../scripts/word-mark.ts'
/** How near two tokens are, whatever their scripts. The one place that decides which comparison a pair of words gets. */

import { koreanSound } from '../scripts/hangul.ts'
import { areTwoGenders } from '../tables/familiar-names.ts'
import { withinOneEdit } from '../text/one-edit.ts'
import { consonantalSimilarity, latinSkeleton, scriptSkeleton } from './consonants.ts'
import type { NameForms } from './name-forms.ts'
import { signDistance } from './sign-distance.ts'
import { distanceFor, distanceLimit, lettersToSigns, maxWordLength, similarityOf, toSigns } from './signs.ts'
import { minDistance, soundsOf } from './sounds.ts'

/** A word made ready to be compared many times: its mark (0 when it is Latin), its signs, from `start` on, and sounds. */
export type SpelledWord = {
  readonly text: string
  readonly textLength: number
  readonly mark: number
  readonly signs: Uint8Array
  readonly start: number
  readonly length: number
  readonly sounds: number
}

const buffer = new Uint8Array(maxWordLength + 2)
const noSigns = new Uint8Array(0)

export function spell(text: string): SpelledWord {
  const mark = markOf(text)
  const textLength = text.length
  if (isLiteral(mark) || mark === wordMark.consonantal)
    return { text, textLength, mark, signs: noSigns, start: 0, length: 0, sounds: 0 }
  const length = toSigns(text, mark === wordMark.none ? 0 : 1, buffer)
  const signs = buffer.slice(0, length)
  return { text, textLength, mark, signs, start: 0, length, sounds: soundsOf(signs, 0, length) }
}

const sameSound = 0.965
const samePinyin = 0.97
/** A Latin query meets a listed name in a consonantal script only where the script has more letters than this. */
const maxAmbiguousConsonants = 5
/** Two common names are two names, however near their spellings: Luis and Luisa, Karl and Carol. */
const twoCommonNames = 0.9
/** The names of a man and a woman: Carl and Carla. */
const twoGenders = 0.8
/** From this similarity on they are one name in two spellings: Philippe and Filippe. */
const oneCommonName = 0.97

/**
 * Similarity in [0, 1] of a query token and a listed one: 1 when they are the same, 0 when they say nothing about each
 * other.
 */
export function wordSimilarity(query: SpelledWord, listed: SpelledWord, min = 0): number {
  return query.text === listed.text ? 1 : differentWordSimilarity(query, listed, min)
}

/** The same for tokens known to differ. Words less similar than `min` may be judged 0. */
export function differentWordSimilarity(query: SpelledWord, listed: SpelledWord, min = 0): number {
  if (query.mark !== wordMark.none || listed.mark !== wordMark.none) return acrossScripts(query, listed, min)
  return latinSimilarity(query, listed.signs, listed.start, listed.length, listed.sounds, min)
}

/** Similarity of a Latin word and the Latin word that `count` letters are; 0 where it may be less than `min`. */
export function similarityToLetters(word: SpelledWord, letters: Uint8Array, count: number, min: number): number {
  const length = lettersToSigns(letters, count, buffer)
  return latinSimilarity(word, buffer, 0, length, soundsOf(buffer, 0, length), min)
}

/** The greatest distance at which the similarity may be more than 0 and no less than `min`; `longer` is the longer length. */
export const maxDistance = (longer: number, min: number): number =>
  min === 0 ? distanceLimit(longer) : distanceFor(min, longer)

/** Whether a Latin word may be so near another of the given length and sounds. */
export const mayBeWithin = (word: SpelledWord, length: number, sounds: number, limit: number): boolean =>
  Math.abs(word.length - length) * 0.4 <= limit && minDistance(word.sounds, sounds) <= limit

function latinSimilarity(
  word: SpelledWord,
  signs: Uint8Array,
  start: number,
  length: number,
  sounds: number,
  min: number,
): number {
  const longer = Math.max(word.length, length)
  const limit = maxDistance(longer, min)
  if (!mayBeWithin(word, length, sounds, limit)) return 0
  const distance = signDistance(word.signs, word.length, signs, start, length, limit)
  return distance <= limit ? similarityOf(distance, longer) : 0
}

/**
 * What the similarity of two different Latin words by spelling becomes where both are parts of people's names: more for
 * forms of one name, less for two common names or those of a man and a woman.
 */
export function namesakeSimilarity(query: NameForms, listed: string, similarity: number): number {
  const asForms = query.similarity(listed)
  if (asForms > 0) return Math.max(similarity, asForms)
  if (similarity === 0) return 0
  if (areTwoGenders(query.text, listed)) return similarity * twoGenders
  if (similarity >= oneCommonName) return similarity
  return query.areCommon(listed) ? similarity * twoCommonNames : similarity
}

function acrossScripts(query: SpelledWord, listed: SpelledWord, min: number): number {
  const { mark } = query
  const other = listed.mark
  if (isLiteral(mark) || isLiteral(other)) return 0
  if (mark === wordMark.consonantal && other === wordMark.consonantal) return consonantalSpelling(query, listed)
  if (mark === wordMark.consonantal && query.text.length <= 2) return 0 // one letter without its vowels is like any
  if (mark === wordMark.consonantal)
    return other === wordMark.none
      ? consonantalSimilarity(query.text, 1, listed.signs, listed.start, listed.length, min)
      : 0
  if (other === wordMark.consonantal) {
    if (mark !== wordMark.none || listed.text.length <= maxAmbiguousConsonants) return 0
    if (latinSkeleton(query.signs, query.length) !== scriptSkeleton(listed.text)) return 0
    return consonantalSimilarity(listed.text, 1, query.signs, query.start, query.length, min)
  }
  if (mark !== wordMark.none && other !== wordMark.none) return 0
  if (mark === wordMark.chinese || other === wordMark.chinese)
    return unmarked(query.text) === unmarked(listed.text) ? samePinyin : 0
  return koreanSound(unmarked(query.text)) === koreanSound(unmarked(listed.text)) ? sameSound : 0
}

/** Two words of consonantal scripts, letter by letter: one letter of difference in a word of five is a spelling. */
function consonantalSpelling(one: SpelledWord, other: SpelledWord): number {
  const longer = Math.max(one.textLength, other.textLength) - 1
  if (longer < 4 || Math.abs(one.textLength - other.textLength) > 1) return 0
  return withinOneEdit(one.text, other.text) ? 0.96 - 0.4 / longer : 0
}
