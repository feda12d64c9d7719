/**
 * The mark that a word begins with, where it is no Latin word: it tells which rules the word obeys when it is compared.
 * The values are character codes, and are stored in the compiled index.
 */
export const wordMark = {
  /** A Latin word, or one transliterated to Latin letters: it carries no mark. */
  none: 0,
  /** `#`: a number, such as `#14`. Numbers are the same or they are not. */
  number: 35,
  /** `%`: a word of a script that leaves vowels out (Arabic, Hebrew), letter by letter. */
  consonantal: 37,
  /** `=`: the family of a legal form, such as `=limited`. */
  legalForm: 61,
  /** `^`: a Korean syllable, which Latin script spells in many ways. */
  korean: 94,
  /** `~`: a Chinese syllable in Pinyin, which is certain. */
  chinese: 126,
} as const

export function markOf(text: string): number {
  const code = text.charCodeAt(0)
  return code === wordMark.number ||
    code === wordMark.consonantal ||
    code === wordMark.legalForm ||
    code === wordMark.korean ||
    code === wordMark.chinese
    ? code
    : wordMark.none
}

/** The word with its mark before it. */
export const marked = (mark: number, word: string): string => String.fromCharCode(mark) + word

/** The word without its mark. */
export const unmarked = (word: string): string => (markOf(word) === wordMark.none ? word : word.slice(1))

/** Whether words with this mark are legal forms or numbers, which are the same or say nothing about each other. */
export const isLiteral = (mark: number): boolean => mark === wordMark.legalForm || mark === wordMark.number

/** Whether words with this mark are syllables: a name in such a script is all of its syllables. */
export const isSyllable = (mark: number): boolean => mark === wordMark.korean || mark === wordMark.chinese

/** Whether a word begins with a Latin letter, in lower case as `toWords` writes it. */
export const beginsLatin = (text: string): boolean => {
  const code = text.charCodeAt(0)
  return code >= 97 && code <= 122
}
