/**
 * Hangul, syllable by syllable, in letters near the Revised Romanisation, so that no two syllables that sound apart are
 * written alike. The mark `^` tells the comparison that the word is Korean: two such words are the same or they are not,
 * and beside a Latin word `koreanSound` decides, for lists spell one syllable in many ways (jong, jung, chong, jeong).
 *
 * The arithmetic of syllables is the Unicode standard's (section 3.12): (lead × 21 + vowel) × 28 + tail.
 */
import { marked, wordMark } from './word-mark.ts'

// In order: g kk n d tt r m b pp s ss (silent) j jj ch k t p h.
const leadSpellings = 'g kk n d tt r m b pp s ss _ j jj ch k t p h'.replace('_', '').split(' ')
const vowelSpellings = [
  'a', 'ae', 'ya', 'yae', 'eo', 'e', 'yeo', 'ye', 'o', 'wa', 'wae', 'oe', 'yo', 'u', 'wo', 'we', 'wi', 'yu', 'eu', 'ui', 'i',
] // biome-ignore format: the twenty-one vowels in the standard's order
const tailSpellings = [
  '', 'k', 'k', 'k', 'n', 'n', 'n', 't', 'l', 'k', 'm', 'l', 'l', 'l', 'p', 'l', 'm', 'p', 'p', 't', 't', 'ng', 't', 't', 'k', 't', 'p', 't',
] // biome-ignore format: the twenty-eight tails in the standard's order

export const isHangulSyllable = (codePoint: number): boolean => codePoint >= 0xac00 && codePoint <= 0xd7a3

/** One word per syllable, marked `^`: 김정은 → ^gim ^jeong ^eun. */
export function hangulWords(run: string): string[] {
  const words: string[] = []
  for (const character of run) {
    const index = character.codePointAt(0)! - 0xac00
    if (index < 0 || index > 11171) continue
    const lead = leadSpellings[Math.floor(index / 588)]
    const vowel = vowelSpellings[Math.floor((index % 588) / 28)]
    const tail = tailSpellings[index % 28]
    words.push(marked(wordMark.korean, `${lead}${vowel}${tail}`))
  }
  return words
}

/**
 * Whether the sound of a word (a-z) may be that of one syllable: no vowel follows a consonant that follows a vowel. Of
 * the consonants, `h`, `r`, `w` and `y` may not be spoken.
 */
export function mayBeSyllable(text: string): boolean {
  let isBehindVowel = false
  let isClosed = false
  for (let i = 0; i < text.length; i++) {
    const letter = text.charAt(i)
    if ('aeiou'.includes(letter)) {
      if (isClosed) return false
      isBehindVowel = true
    } else if (isBehindVowel && !'hrwy'.includes(letter)) isClosed = true
  }
  return true
}

/**
 * What the many Latin spellings of a Korean word have in common: 'jong', 'jung', 'chong' and 'jeong' share one sound;
 * so do 'ri', 'lee', 'yi' and 'i', and 'pak', 'park' and 'bak'. `text` is lower-case a-z.
 */
export function koreanSound(text: string): string {
  let rest = text
    .replace(/^(rh?ee?|lee|li|ri|yi|yee)(?![aeou])/, 'i')
    .replace(/^[rl](?=y)/, '')
    .replace(/r(?=[kgmnptdbscjh])/g, '')
    .replace(/weo/g, 'wo')
    .replace(/tch|ch|jj|j/g, 'j')
    .replace(/sh|ss/g, 's')
    .replace(/yeo|you|yoo|yu|yo|yeu/g, 'Y')
    .replace(/oe|oi|oy|wae|we/g, 'E')
    .replace(/ae|ai|ay|ey|ye|e(?![ou])/g, 'E')
    .replace(/eo|eu|oo|ou|woo|wu|uh|u|o/g, 'O')
    .replace(/ee|wi|ui|y|i/g, 'I')
    .replace(/ck|kk|k|q|g(?!$)/g, 'g')
    .replace(/pp|p|b|f|v/g, 'b')
    .replace(/tt|t|d/g, 'd')
    .replace(/[rl]+/g, 'l')
  if (rest.startsWith('l')) rest = `n${rest.slice(1)}`
  return rest.replace(/(.)\1+/g, '$1')
}
