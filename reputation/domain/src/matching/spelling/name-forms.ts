/**
 * Forms of a person's name that are no misspellings of each other: familiar ones, those with the ending of another
 * language, and those in another romanisation of Chinese.
 */
import { areChineseSpellings, chineseSpellings } from '../tables/chinese-syllables.ts'
import { commonNames } from '../tables/common-names.ts'
import { areFamiliar, areTwoGenders, familiarForms } from '../tables/familiar-names.ts'
import { differByEnding, otherEndings } from '../tables/name-endings.ts'
import { nicknameGroup, nicknamesOf } from '../tables/person-words.ts'

const familiarName = 0.87
const otherEnding = 0.93
const otherRomanisation = 0.93

/** Similarity of two Latin words as forms of one name; 0 when they are none. */
export function formSimilarity(one: string, other: string): number {
  if (areTwoGenders(one, other)) return 0
  const group = nicknameGroup.get(one)
  const isSameGroup = group !== undefined && group === nicknameGroup.get(other)
  if (areChineseSpellings(one, other)) return otherRomanisation
  if (!(commonNames.has(one) && commonNames.has(other)) && differByEnding(one, other)) return otherEnding
  return isSameGroup || areFamiliar(one, other) ? familiarName : 0
}

/** The words that may be forms of the name, and more. */
export function nameForms(text: string): Set<string> {
  const group = nicknameGroup.get(text)
  return new Set([
    ...(group === undefined ? [] : nicknamesOf(group)),
    ...familiarForms(text),
    ...otherEndings(text),
    ...chineseSpellings(text),
  ])
}
