import { withoutCode } from '../scripts/han.ts'
import { marked, wordMark } from '../scripts/word-mark.ts'

/** What a token is to the name. The numbers are stored in the compiled index. */
export const role = { name: 0, particle: 1, title: 2, initial: 3, legal: 4, number: 5 } as const
export type Role = (typeof role)[keyof typeof role]

export type Token = {
  /** What is compared: the word, or `=family` for a legal form, `#n` for a number. */
  text: string
  /** The word as it stood, for joining with its neighbours and for the explanation; of a Chinese word with its character. */
  surface: string
  role: Role
}

/** More tokens than this say nothing more about a name; the rest is cut. */
export const maxTokens = 24

export const wordToken = (word: string, wordRole: Role): Token => ({
  text: withoutCode(word),
  surface: word,
  role: wordRole,
})

export const numberToken = (value: number, surface: string): Token => ({
  text: marked(wordMark.number, String(value)),
  surface,
  role: role.number,
})
