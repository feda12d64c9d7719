import type { EntryType } from './model/entry.ts'

/**
 * What must agree for two names to be one and the same name: letters and digits, in any case, with or without accents
 * and punctuation; of a person, in any order, for one list writes the family name first and another last.
 */
export function nameKey(name: string, type: EntryType): string {
  const words = wordsOf(name)
  return (type === 'individual' ? words.sort() : words).join(' ')
}

/** Apostrophes stand for letters that only some transliterations write: `'Abd` and `Abd` are one word. */
export function wordsOf(name: string): string[] {
  // Most names are ASCII, and there are tens of thousands of them.
  const words = isAscii(name)
    ? name
        .toLowerCase()
        .replace(/['`]/g, '')
        .split(/[^a-z0-9]+/)
    : name
        .normalize('NFKD')
        .replace(/[\p{M}'’‘ʼʻ`´]/gu, '')
        .toLowerCase()
        .split(/[^\p{L}\p{N}]+/u)
  return words.filter((word) => word !== '')
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: the range is ASCII, control characters included.
const isAscii = (text: string): boolean => /^[\x00-\x7f]*$/.test(text)
