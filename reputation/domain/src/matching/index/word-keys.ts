/**
 * The keys under which a word is found by words like it. Two words that are near enough to count share at least one:
 * - their signs with one sign (two, from six signs on) left out, so that any such pair of edits meets;
 * - their outline (consonant classes and where vowels stand) whole, or with one step left out;
 * - their consonants with the vowels between them as one sign each, with one left out;
 * - their consonant classes alone, which any change of vowels leaves as they are;
 * - for Korean words, their sound; for consonantal scripts, the consonants that both scripts write.
 *
 * A key is a 32-bit hash: a collision only costs a comparison that finds nothing.
 *
 * Index bounds: signs are numbers below `signCount`, and steps are counted below `length`.
 */

import { koreanSound, mayBeSyllable } from '../scripts/hangul.ts'
import { isLiteral, wordMark } from '../scripts/word-mark.ts'
import { latinSkeleton, scriptSkeleton, writeLatinSkeleton } from '../spelling/consonants.ts'
import { firstDigit, lastDigit, maxWordLength, signNamed } from '../spelling/signs.ts'
import type { SpelledWord } from '../spelling/word-similarity.ts'

/** In longer words, edits are searched for in the first signs; SymSpell's prefix argument keeps the search complete. */
const prefix = 7

const space = {
  signs: 0x811c9dc5,
  outline: 0x1234567b,
  folded: 0x68e31da4,
  skeleton: 0x7f4a7c15,
  consonantal: 0x2545f491,
  consonantalAsLatin: 0x1b873593,
  korean: 0x5bd1e995,
  koreanAsLatin: 0x38495ab5,
}

/**
 * A `listed` word stands under the keys by which it is to be found, a `query` word under those that find others. They
 * differ only across scripts, where a word of one script finds words of the other and not of its own.
 */
export type Side = 'listed' | 'query'

const mix = (hash: number, value: number): number => Math.imul(hash ^ value, 0x01000193)
const finish = (hash: number): number => {
  let mixed = hash ^ (hash >>> 15)
  mixed = Math.imul(mixed, 0x2c1b3c6d)
  return (mixed ^ (mixed >>> 13)) >>> 0
}

/** Two Korean syllables in Latin letters are seldom longer; a longer word has no such key. */
const maxKoreanWordLength = 9

/** Outline of each sign: 0 falls away, 1 is a vowel, others are classes of consonants that replace each other. */
const outlineOf = new Uint8Array(64)
for (const [outline, members] of ['', 'aeiouy', 'bp', 'fvw', 'dtTD', 'kgGKq', 'szc', 'SCZj', 'l', 'r', 'mn'].entries())
  for (const member of members) {
    outlineOf[signNamed(member)] = outline
  }
for (let digit = firstDigit; digit <= lastDigit; digit++) outlineOf[digit] = digit

const letters = new Uint8Array(maxWordLength)
const outline = new Uint8Array(maxWordLength + 2)
const folded = new Uint8Array(maxWordLength + 2)
const skeleton = new Uint8Array(maxWordLength + 2)

/** More keys than any word has. */
export const maxKeys = 256

/** The keys of one word after the other. */
export class WordKeys {
  readonly keys = new Uint32Array(maxKeys)
  count = 0

  /** The keys of the word that was last written, possibly with repetitions. */
  current(): Uint32Array {
    return this.keys.subarray(0, this.count)
  }

  push(key: number): void {
    this.keys[this.count++] = key
  }
}

/**
 * Makes `out` the keys of the word, possibly with repetitions. `maxLeftOut` signs of a Latin word at most are left out: two
 * find all that are near enough to count, and one those that are nearly the same.
 */
export function keysOf(word: SpelledWord, side: Side, out: WordKeys, maxLeftOut: 1 | 2 = 2): void {
  out.count = 0
  const { text, mark, signs, length } = word
  if (isLiteral(mark)) return
  if (mark === wordMark.consonantal) {
    if (side === 'listed') pushText(space.consonantal, scriptSkeleton(text), out)
    else {
      pushClasses(space.consonantalAsLatin, scriptSkeleton(text), out)
      // Latin spellings write the letter as s, or as th, which counts as t.
      if (text.includes('T')) pushClasses(space.consonantalAsLatin, scriptSkeleton(text.replaceAll('T', 't')), out)
      // An `h` that a word ends in is also written as t.
      if (text.endsWith('h')) pushClasses(space.consonantalAsLatin, scriptSkeleton(`${text.slice(0, -1)}t`), out)
    }
    const letterCount = Math.min(text.length, maxWordLength)
    for (let i = 0; i < letterCount; i++) letters[i] = text.charCodeAt(i)
    pushWithout(space.signs, letters, letterCount, 1, out)
    return
  }
  if (mark === wordMark.korean) {
    pushText(side === 'listed' ? space.korean : space.koreanAsLatin, koreanSound(text.slice(1)), out)
    return
  }
  const prefixLength = Math.min(length, prefix)
  if (mark === wordMark.chinese) {
    pushWithout(space.signs, signs, prefixLength, 0, out)
    return
  }
  pushWithout(space.signs, signs, prefixLength, length >= 6 ? maxLeftOut : length >= 3 ? 1 : 0, out)
  let foldedLength = 0
  let outlineLength = 0
  let skeletonLength = 0
  for (let i = 0; i < length; i++) {
    const step = outlineOf[signs[i]!]!
    if (step === 0) continue
    const fold = step === 1 ? 0 : signs[i]!
    if (foldedLength === 0 || folded[foldedLength - 1] !== fold) folded[foldedLength++] = fold
    if (step > 1 && (skeletonLength === 0 || skeleton[skeletonLength - 1] !== step)) skeleton[skeletonLength++] = step
    if (outlineLength === 0 || outline[outlineLength - 1] !== step) outline[outlineLength++] = step
  }
  if (foldedLength >= 4) pushWithout(space.folded, folded, foldedLength, foldedLength >= 5 ? 1 : 0, out)
  pushWithout(space.outline, outline, outlineLength, outlineLength >= 7 ? 1 : 0, out)
  if (skeletonLength >= 4) pushWithout(space.skeleton, skeleton, skeletonLength, 0, out)
  // A Latin word is the precise one of the two: its consonants are one whole key.
  if (side === 'listed') pushClasses(space.consonantalAsLatin, latinSkeleton(signs, length), out)
  else pushWithout(space.consonantal, letters, writeLatinSkeleton(signs, length, letters), 0, out)
  if (text.length > maxKoreanWordLength) return
  if (side === 'listed') pushText(space.koreanAsLatin, koreanSound(text), out)
  else if (mayBeSyllable(text)) pushText(space.korean, koreanSound(text), out)
}

/** The consonants that both scripts write, whole and, where there are enough of them, with one left out. */
function pushClasses(seed: number, classes: string, out: WordKeys): void {
  pushText(seed, classes, out)
  if (classes.length < 4 || classes.length > maxWordLength) return
  for (let skip = 0; skip < classes.length; skip++)
    pushText(seed, classes.slice(0, skip) + classes.slice(skip + 1), out)
}

function pushText(seed: number, text: string, out: WordKeys): void {
  let hash = seed
  for (let i = 0; i < text.length; i++) hash = mix(hash, text.charCodeAt(i))
  out.push(finish(hash))
}

/** Keys of `steps` with none, one, up to `max` (0 to 2) of the steps left out. */
function pushWithout(seed: number, steps: Uint8Array, length: number, max: number, out: WordKeys): void {
  for (let first = -1; first < (max > 0 ? length : 0); first++) {
    for (let second = first; second < (max > 1 && first >= 0 ? length : first + 1); second++) {
      let hash = seed
      for (let i = 0; i < length; i++) if (i !== first && i !== second) hash = mix(hash, steps[i]!)
      out.push(finish(hash))
    }
  }
}
