/** Cutting a text into tokens, each with its place, so that whatever is said of a token can be shown in the text. */
import { wordHash } from './word-hash.ts'

export type Token = {
  /** Lower case, plain quotes; a number is `<n>`, a percentage `<%>`. */
  word: string
  hash: number
  start: number
  end: number
  /** The first letter is a capital. */
  isCapital: boolean
}

/** A word with inner apostrophes, dots of an abbreviation or an ampersand; a number; or one sign. */
const tokenPattern =
  /\p{L}\.(?:\p{L}\.)+|\p{L}+(?:[’'&]\p{L}+)*|[+-]?\p{N}[\p{N}.,]*(?:%|st\b|nd\b|rd\b|th\b)?|[^\s\p{L}\p{N}]/gu

export function tokenise(text: string): Token[] {
  const tokens: Token[] = []
  for (const match of text.matchAll(tokenPattern)) addTokens(tokens, match[0], match.index)
  return tokens
}

function addTokens(tokens: Token[], raw: string, start: number): void {
  const possessive = /[’']s$/i.exec(raw)
  if (possessive && raw.length > 2) {
    addTokens(tokens, raw.slice(0, possessive.index), start)
    tokens.push(token("'s", start + possessive.index, start + raw.length, false))
    return
  }
  const first = raw.charAt(0)
  const isCapital = first !== first.toLowerCase()
  tokens.push(token(wordOf(raw), start, start + raw.length, isCapital))
}

function wordOf(raw: string): string {
  if (/^[+-]?\p{N}/u.test(raw)) {
    if (raw.endsWith('%')) return '<%>'
    return /^(?:19|20)\d\d$/.test(raw) ? '<year>' : '<n>'
  }
  return raw.toLowerCase().replace(/[’‘]/g, "'").replace(/[“”„]/g, '"').replace(/[–—]/g, '-')
}

const token = (word: string, start: number, end: number, isCapital: boolean): Token => ({
  word,
  hash: wordHash(word),
  start,
  end,
  isCapital,
})

/**
 * What is left of an English word without its endings: `falling`, `falls` and `fall` are one. Rough on purpose; the same
 * word always gives the same stem, and that is all that learning needs.
 */
export function stem(word: string): string {
  if (word.length < 4 || !/^[a-z]+$/.test(word)) return word
  let base = word
  if (base.endsWith('ies') && base.length > 4) return `${base.slice(0, -3)}y`
  if (base.endsWith('sses')) return base.slice(0, -2)
  if (base.endsWith('ing') && base.length > 5) base = base.slice(0, -3)
  else if (base.endsWith('ied') && base.length > 4) return `${base.slice(0, -3)}y`
  else if (base.endsWith('ed') && base.length > 4) base = base.slice(0, -2)
  else if (/(?:[sxz]|ch|sh)es$/.test(base) && base.length > 4) base = base.slice(0, -2)
  else if (base.endsWith('s') && !/(?:ss|us|is)$/.test(base)) return dropE(base.slice(0, -1))
  else if (base.endsWith('ly') && base.length > 5) return dropE(base.slice(0, -2))
  else return dropE(base)
  const undoubled = /([bdgklmnprt])\1$/.test(base) && !/(?:ll|ss)$/.test(base) ? base.slice(0, -1) : base
  return dropE(undoubled)
}

const dropE = (word: string): string => (word.length > 4 && word.endsWith('e') ? word.slice(0, -1) : word)
