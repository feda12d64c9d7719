import { pinyin } from 'pinyin-pro'
import { marked, wordMark } from './word-mark.ts'

export const isHanCharacter = (codePoint: number): boolean =>
  (codePoint >= 0x4e00 && codePoint <= 0x9fff) ||
  (codePoint >= 0x3400 && codePoint <= 0x4dbf) ||
  (codePoint >= 0x20000 && codePoint <= 0x2fa1f)

/**
 * Pinyin of a run of Han characters, a word a syllable, read as a name: its first character as a surname. The mark `~`
 * tells the comparison that the syllables are certain: one letter of difference is another character, not a slip.
 */
export function hanWords(run: string): string[] {
  return pinyin(run, { toneType: 'none', type: 'array', surname: 'head', nonZh: 'removed', v: true })
    .map((syllable) => syllable.replaceAll('ü', 'u').replace(/[^a-z]/g, ''))
    .filter((syllable) => syllable !== '')
    .map((syllable) => marked(wordMark.chinese, syllable))
}
