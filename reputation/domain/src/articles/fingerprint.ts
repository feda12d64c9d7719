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
  const titleWords = wordsOf(title.replace(wirePrefix, ''))
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
  if (one.hasLead && other.hasLead) return jaccard(one.whole, other.whole) >= minSimilarity
  if (one.isCut !== other.isCut) return one.isCut ? isBeginning(one, other) : isBeginning(other, one)
  return jaccard(one.title, other.title) >= minSimilarity
}

const isBeginning = ({ titleWords: cut }: Fingerprint, { titleWords }: Fingerprint): boolean =>
  cut.length >= fewestCutWords &&
  cut.length <= titleWords.length &&
  cut.every((word, index) => titleWords[index] === word)

/**
 * Keys of which two copies share at least one, few enough to look each up. Of two sorted sets with Jaccard ≥ t, the
 * first n − ⌈t·n⌉ + 1 of each have an element in common, n being the size of each (Chaudhuri et al., ICDE 2006).
 */
export function copyKeys({ title, whole, hasLead, titleWords }: Fingerprint): number[] {
  const keys = [...prefix(title), ...(hasLead ? prefix(whole) : [])]
  if (titleWords.length >= fewestCutWords) keys.push(hashText(titleWords.slice(0, fewestCutWords).join(' ')))
  return [...new Set(keys)]
}

const prefix = (set: readonly number[]): readonly number[] =>
  set.slice(0, set.length - Math.ceil(minSimilarity * set.length - 1e-9) + 1)

/** The Jaccard similarity of two sorted sets without repetitions; 0 where both are empty. */
function jaccard(one: readonly number[], other: readonly number[]): number {
  let [i, j, common] = [0, 0, 0]
  while (i < one.length && j < other.length) {
    const difference = itemAt(one, i) - itemAt(other, j)
    if (difference === 0) common++
    if (difference <= 0) i++
    if (difference >= 0) j++
  }
  const all = one.length + other.length - common
  return all === 0 ? 0 : common / all
}
