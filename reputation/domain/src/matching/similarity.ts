/** How near two tokens are, whatever their scripts. The one place that decides which comparison a pair of words gets. */
import { consonantalSimilarity } from './consonants.ts'
import { koreanSound } from './scripts/hangul.ts'
import { distanceLimit, longestWord, signDistance, similarityOf, toSigns } from './spelling.ts'
import { nicknameGroup } from './tables/person-words.ts'

/** A word made ready to be compared many times. */
export type Spelt = { text: string; signs: Uint8Array; length: number }

const buffer = new Uint8Array(longestWord + 2)

export function spell(text: string): Spelt {
  const mark = text.charCodeAt(0)
  if (mark === 61 || mark === 35 || mark === 37) return { text, signs: new Uint8Array(0), length: 0 }
  const length = toSigns(mark === 94 || mark === 126 ? text.slice(1) : text, buffer)
  return { text, signs: buffer.slice(0, length), length }
}

const familiarName = 0.87
const sameSound = 0.965
const samePinyin = 0.97
/** A Latin query meets a listed name in a consonantal script only where the script shows this many letters. */
const tellingLetters = 4

/**
 * Similarity in [0, 1] of two tokens: 1 when they are the same, 0 when they say nothing about each other. `one` is the
 * query's, `other` the listed.
 * `nicknames` lets a familiar form stand for the full given name, for persons.
 */
export function wordSimilarity(one: Spelt, other: Spelt, nicknames: boolean): number {
  if (one.text === other.text) return 1
  const mark = one.text.charCodeAt(0)
  const otherMark = other.text.charCodeAt(0)
  if (mark === 61 || mark === 35 || otherMark === 61 || otherMark === 35) return 0
  if (mark === 37 || otherMark === 37) {
    if (mark === otherMark) return consonantalSpelling(one.text, other.text)
    if (mark !== 37 && other.text.length <= tellingLetters) return 0
    return mark === 37
      ? consonantalSimilarity(one.text.slice(1), other.signs, other.length)
      : consonantalSimilarity(other.text.slice(1), one.signs, one.length)
  }
  if (mark === 126 || otherMark === 126) {
    if (mark === otherMark || mark === 94 || otherMark === 94) return 0
    return (mark === 126 ? one.text.slice(1) : one.text) === (otherMark === 126 ? other.text.slice(1) : other.text)
      ? samePinyin
      : 0
  }
  if (mark === 94 || otherMark === 94) {
    if (mark === otherMark) return 0
    return koreanSound(mark === 94 ? one.text.slice(1) : one.text) ===
      koreanSound(otherMark === 94 ? other.text.slice(1) : other.text)
      ? sameSound
      : 0
  }
  const longer = Math.max(one.length, other.length)
  const limit = distanceLimit(longer)
  let similarity = 0
  if (Math.abs(one.length - other.length) * 0.4 <= limit) {
    const distance = signDistance(one.signs, one.length, other.signs, other.length, limit)
    if (distance <= limit) similarity = similarityOf(distance, longer)
  }
  if (similarity < familiarName && nicknames) {
    const group = nicknameGroup.get(one.text)
    if (group !== undefined && group === nicknameGroup.get(other.text)) similarity = familiarName
  }
  return similarity
}

/** Two words of consonantal scripts, letter by letter: one letter of difference in a word of five is a spelling. */
function consonantalSpelling(one: string, other: string): number {
  const longer = Math.max(one.length, other.length) - 1
  if (longer < 4 || Math.abs(one.length - other.length) > 1) return 0
  let start = 0
  while (start < one.length && one[start] === other[start]) start++
  let endOne = one.length
  let endOther = other.length
  while (endOne > start && endOther > start && one[endOne - 1] === other[endOther - 1]) {
    endOne--
    endOther--
  }
  return endOne - start <= 1 && endOther - start <= 1 ? 0.96 - 0.4 / longer : 0
}
