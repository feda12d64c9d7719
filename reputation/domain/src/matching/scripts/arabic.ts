/**
 * Arabic script (Arabic, Persian, Pashto, Urdu) written letter by letter, without guessing the short vowels that the
 * script leaves out. Each letter becomes one sign, so that two spellings in the script compare letter by letter, and
 * `spelling/consonants.ts` compares such a word with a Latin spelling that has its vowels.
 *
 * Signs: small letters are the obvious sound; `T` th, `X` kh, `S` sh, `C` ch, `J` zh, `G` gh, `D` emphatic d, `Z` dh,
 * `a` alef, `e` ayin, `w` waw, `y` ya, `h` ha. Hamza and vowel marks are dropped, letter variants are unified.
 */
import { marked, wordMark } from './word-mark.ts'

const signs: Record<string, string> = {
  ا: 'a', أ: 'a', إ: 'a', آ: 'a', ٱ: 'a', ب: 'b', پ: 'p', ت: 't', ٹ: 't', ټ: 't', ة: 'h', ۃ: 'h', ث: 'T', ج: 'j', چ: 'C',
  ح: 'h', خ: 'X', څ: 's', ځ: 'z', د: 'd', ڈ: 'd', ډ: 'd', ذ: 'Z', ر: 'r', ڑ: 'r', ړ: 'r', ز: 'z', ژ: 'J', ږ: 'J', س: 's', ش: 'S',
  ښ: 'S', ص: 's', ض: 'D', ط: 't', ظ: 'Z', ع: 'e', غ: 'G', ف: 'f', ڤ: 'v', ق: 'q', ڨ: 'g', ك: 'k', ک: 'k', ڪ: 'k', گ: 'g', ګ: 'g',
  ل: 'l', م: 'm', ن: 'n', ں: 'n', ڼ: 'n', ه: 'h', ە: 'h', ہ: 'h', ھ: 'h', ۀ: 'h', و: 'w', ؤ: 'w', ۇ: 'w', ۋ: 'w', ي: 'y', ی: 'y',
  ى: 'y', ئ: 'y', ې: 'y', ۍ: 'y', ے: 'y', ۓ: 'y',
} // biome-ignore format: one alphabet, read as one table

/** Whole words whose Latin form is settled, so that they meet the same particles as in Latin script. */
const settled: Record<string, string> = {
  bn: 'bin',
  abn: 'bin',
  bnt: 'bint',
  abw: 'abu',
  aby: 'abi',
  aal: 'al',
  al: 'al',
  w: 'and',
  fy: 'in',
  dr: 'in',
  az: 'of',
  ebd: 'abd',
  ebdallh: 'abdullah',
  allh: 'allah',
  aXwnd: 'akhund',
  mla: 'mullah',
  mwlwy: 'maulavi',
  hajy: 'haji',
  hjy: 'haji',
  hajj: 'haji',
  SyX: 'sheikh',
  dktwr: 'doctor',
  wld: 'ould',
}

/**
 * The words of one run of Arabic letters without spaces. The article and the `abd al-` that are written together with
 * the name are split off, as Latin spellings do. Consonantal words carry the mark `%`.
 */
export function arabicWords(run: string): string[] {
  let text = ''
  for (const character of run) text += signs[character] ?? ''
  if (text === '') return []
  const whole = settled[text]
  if (whole !== undefined) return [whole]
  if (text.startsWith('ebdal') && text.length >= 8) return ['abdul', marked(wordMark.consonantal, text.slice(5))]
  if (text.startsWith('al') && text.length >= 5) return ['al', marked(wordMark.consonantal, text.slice(2))]
  if (text.startsWith('wal') && text.length >= 6) return ['and', marked(wordMark.consonantal, text.slice(3))]
  // 'For the' is written together with the word.
  if (text.startsWith('ll') && text.length >= 6) return ['al', marked(wordMark.consonantal, text.slice(2))]
  return [marked(wordMark.consonantal, text)]
}

export const isArabicLetter = (codePoint: number): boolean =>
  (codePoint >= 0x0600 && codePoint <= 0x06ff) || (codePoint >= 0x0750 && codePoint <= 0x077f)
