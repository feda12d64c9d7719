/**
 * What is compared to tell whether two articles are copies of one text: the three-word sequences of their titles and
 * leads, each as a 32-bit number.
 */

import { hashText } from '../hashing/hashing.ts'
import { itemAt } from '../item-at/item-at.ts'
import type { Article } from './article.ts'

export type Fingerprint = {
  /** Hashes of the title alone, and of title and lead together; each set sorted, without repetitions. */
  title: readonly number[]
  whole: readonly number[]
  hasLead: boolean
  titleWords: readonly string[]
  /** "Widget maker recalls widgets after fires in …": the end of the title is missing. */
  isCut: boolean
}

/** Below these, agreement is chance: "Morning briefing" is everybody's title. */
const fewestWords = 4
const fewestCutWords = 6
const leadWords = 60
const fewestLeadWords = 8
/** At least this share of all sequences of either text must be common to both (Jaccard). */
const minSimilarity = 0.8

/** Undefined for a text too short to be distinguished from another. */
export function fingerprintOf({ title, text = '' }: Pick<Article, 'title' | 'text'>): Fingerprint | undefined {
  const isCut = /(?:\.\.\.|…)\s*$/.test(title)
  const titleWords = wordsOf(title.replace(wirePrefix, '').slice(0, leadWords * 20)).slice(0, leadWords)
  if (titleWords.length < fewestWords) return undefined
  const lead = wordsOf(text.slice(0, leadWords * 20)).slice(0, leadWords)
  const hasLead = lead.length >= fewestLeadWords
  const titleSequences = sequences(titleWords)
  const whole = hasLead ? sorted([...titleSequences, ...sequences(lead)]) : sorted(titleSequences)
  return { title: sorted(titleSequences), whole, hasLead, titleWords, isCut }
}

/** "UPDATE 2-", "BRIEF:" are how agencies number versions of one text. */
const wirePrefix = /^(?:UPDATE \d+|WRAPUP \d+|CORRECTED|REFILE|BRIEF|RPT|EXCLUSIVE|BREAKING)\s*[-–:]\s*/

/** Words in any script; where words are written together, each character is one. */
const wordsOf = (text: string): string[] =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .match(/\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}|[\p{L}\p{M}\p{N}]+/gu) ?? []

function sequences(words: readonly string[]): number[] {
  const found: number[] = []
  for (let i = 0; i + 2 < words.length; i++) found.push(hashText(`${words[i]} ${words[i + 1]} ${words[i + 2]}`))
  return found
}

const sorted = (numbers: readonly number[]): number[] => [...new Set(numbers)].sort((one, other) => one - other)

export function areCopies(one: Fingerprint, other: Fingerprint): boolean {
  if (one.hasLead && other.hasLead) return areSimilar(one.whole, other.whole)
  if (one.isCut !== other.isCut) return one.isCut ? isBeginning(one, other) : isBeginning(other, one)
  return areSimilar(one.title, other.title)
}

const isBeginning = ({ titleWords: cut }: Fingerprint, { titleWords }: Fingerprint): boolean =>
  cut.length >= fewestCutWords &&
  cut.length <= titleWords.length &&
  cut.every((word, index) => titleWords[index] === word)

/**
 * By what an original is kept, and by what those that an article may be a copy of are found: at least one is common to
 * both. Two leads are compared as wholes, so that titles alone bring together only articles of which one has no lead.
 */
export function keysToKeep({ title, whole, hasLead, titleWords, isCut }: Fingerprint): number[] {
  return [
    ...(hasLead ? keys('whole', hasLead, isCut, [...prefix(whole), together(whole)]) : []),
    ...keys('title', hasLead, isCut, [...prefix(title), together(title)]),
    ...keys('beginning', hasLead, isCut, beginning(titleWords)),
  ]
}

export function keysToFind({ title, whole, hasLead, titleWords, isCut }: Fingerprint): number[] {
  const ofTitles = (otherHasLead: boolean) => [
    ...keys('title', otherHasLead, isCut, [...prefix(title), together(title)]),
    ...keys('beginning', otherHasLead, !isCut, beginning(titleWords)),
  ]
  return hasLead
    ? [...keys('whole', true, isCut, [...prefix(whole), together(whole)]), ...ofTitles(false)]
    : [...ofTitles(false), ...ofTitles(true)]
}

/** A hash with what it is a hash of, and of which articles: one number for each. */
function keys(
  of: 'whole' | 'title' | 'beginning',
  hasLead: boolean,
  isCut: boolean,
  hashes: readonly number[],
): number[] {
  const place = of === 'whole' ? 0 : (of === 'title' ? 1 : 5) + (hasLead ? 2 : 0) + (isCut ? 1 : 0)
  return hashes.map((hash) => hash * 16 + place)
}

/**
 * Of two sorted sets with Jaccard ≥ t, the first n − ⌈t·n⌉ + 1 of each have an element in common, n being the size of
 * each (Chaudhuri et al., ICDE 2006).
 */
const prefix = (set: readonly number[]): readonly number[] =>
  set.slice(0, set.length - Math.ceil(minSimilarity * set.length - 1e-9) + 1)

/** Of the same text word for word, however much else resembles it. */
const together = (set: readonly number[]): number =>
  set.reduce((hash, each) => Math.imul(hash ^ each, 0x01000193), 0x811c9dc5) >>> 0

const beginning = (titleWords: readonly string[]): number[] =>
  titleWords.length < fewestCutWords ? [] : [hashText(titleWords.slice(0, fewestCutWords).join(' '))]

/**
 * Whether the Jaccard similarity of two sorted sets without repetitions is high enough; never where both are empty. Ends
 * as soon as either has too many elements that the other has not.
 */
function areSimilar(one: readonly number[], other: readonly number[]): boolean {
  const needed = Math.ceil((minSimilarity / (1 + minSimilarity)) * (one.length + other.length) - 1e-9)
  let [i, j, common] = [0, 0, 0]
  while (i < one.length && j < other.length) {
    if (common + Math.min(one.length - i, other.length - j) < needed) return false
    const difference = itemAt(one, i) - itemAt(other, j)
    if (difference === 0) common++
    if (difference <= 0) i++
    if (difference >= 0) j++
  }
  const all = one.length + other.length - common
  return all > 0 && common / all >= minSimilarity
}
