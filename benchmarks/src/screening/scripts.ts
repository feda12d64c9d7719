/** Scripts that a name can be written in, as far as they are measured apart. */
const scripts = ['Cyrillic', 'Greek', 'Arabic', 'Hebrew', 'Han', 'Hangul', 'Hiragana', 'Katakana', 'Thai', 'Devanagari']

const patterns = scripts.map((script) => ({ script, pattern: new RegExp(`\\p{Script=${script}}`, 'u') }))

/** The first script other than Latin that occurs; `Latin` when none does. */
export const scriptOf = (name: string): string => patterns.find(({ pattern }) => pattern.test(name))?.script ?? 'Latin'
