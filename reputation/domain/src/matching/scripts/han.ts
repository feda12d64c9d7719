import { pinyin } from 'pinyin-pro'
import { simplifiedForm } from '../tables/simplified-characters.ts'
import { marked, markOf, wordMark } from './word-mark.ts'

export const isHanCharacter = (codePoint: number): boolean =>
  (codePoint >= 0x4e00 && codePoint <= 0x9fff) ||
  (codePoint >= 0x3400 && codePoint <= 0x4dbf) ||
  (codePoint >= 0x20000 && codePoint <= 0x2fa1f)

/** Stands between the Pinyin of a character and its code point. */
const codeSign = '.'

/**
 * Pinyin of a run of Han characters, a word a syllable, read as a name: its first character as a surname. The mark `~`
 * tells the comparison that the syllables are certain: one letter of difference is another character, not a slip. Behind
 * the syllable stands the code point of the character in its simplified form (`~wei.4f1f`): characters that sound alike
 * are different names, where both names are in characters.
 */
export function hanWords(run: string): string[] {
  const characters = [...run]
  return pinyin(run, { toneType: 'none', type: 'array', surname: 'head', nonZh: 'removed', v: true }).flatMap(
    (syllable, i) => {
      const letters = syllable.replaceAll('ü', 'u').replace(/[^a-z]/g, '')
      if (letters === '') return []
      const code = simplifiedForm(characters[i] ?? '').codePointAt(0)
      return [marked(wordMark.chinese, code === undefined ? letters : letters + codeSign + code.toString(16))]
    },
  )
}

/** The word without the code of its character. */
export function withoutCode(word: string): string {
  if (markOf(word) !== wordMark.chinese) return word
  const end = word.indexOf(codeSign)
  return end < 0 ? word : word.slice(0, end)
}

/** The character of a word, where it has one. */
export function characterOf(word: string): string | undefined {
  if (markOf(word) !== wordMark.chinese || !word.includes(codeSign)) return undefined
  return String.fromCodePoint(Number.parseInt(word.slice(word.indexOf(codeSign) + 1), 16))
}
