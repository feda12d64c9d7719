import { marked, wordMark } from './word-mark.ts'

/** Hebrew letter by letter, in the signs of `arabic.ts`: a consonantal script like it, compared in the same way. */
const signs: Record<string, string> = {
  א: 'a', ב: 'b', ג: 'g', ד: 'd', ה: 'h', ו: 'w', ז: 'z', ח: 'X', ט: 't', י: 'y', כ: 'k', ך: 'k', ל: 'l', מ: 'm', ם: 'm', נ: 'n', ן: 'n',
  ס: 's', ע: 'e', פ: 'p', ף: 'f', צ: 's', ץ: 's', ק: 'q', ר: 'r', ש: 'S', ת: 't',
} // biome-ignore format: one alphabet, read as one table

/** The consonantal word of a run of Hebrew letters, marked `%`; empty when the run holds only points. */
export function hebrewWords(run: string): string[] {
  let text = ''
  for (const character of run) text += signs[character] ?? ''
  if (text === '') return []
  return text === 'bn' ? ['ben'] : [marked(wordMark.consonantal, text)]
}

export const isHebrewLetter = (codePoint: number): boolean => codePoint >= 0x0590 && codePoint <= 0x05ff
