/** The words of an organisation's name as tokens. */
import { marked, wordMark } from '../scripts/word-mark.ts'
import { isTens, numberOf, numberSigns, romanNumber, signedNumber } from '../tables/number-words.ts'
import { joinLetters } from './dotted-letters.ts'
import { legalFormAt } from './legal-form-at.ts'
import { numberToken, role, type Token, wordToken } from './token.ts'

export function organisationTokens(words: readonly string[]): Token[] {
  const joined = joinLetters(words)
  const tokens: Token[] = []
  for (let i = 0, word = joined[i]; word !== undefined; word = joined[i]) {
    const { token, words: count } = legalToken(joined, i) ?? numberTokenAt(joined, i, word) ?? plainToken(word)
    tokens.push(token)
    i += count
  }
  if (tokens.some((token) => token.role === role.name || token.role === role.number)) return tokens
  return joined.map((word) => wordToken(word, role.name))
}

/** A token and the number of words that it takes. */
type Read = { token: Token; words: number }

function legalToken(joined: readonly string[], i: number): Read | undefined {
  const legal = legalFormAt(joined, i)
  if (!legal) return undefined
  const surface = joined.slice(i, i + legal.words).join('')
  return { token: { text: marked(wordMark.legalForm, legal.family), surface, role: role.legal }, words: legal.words }
}

/** Twenty four, 24th and XXIV are numbers; a single Roman figure is one only where the name ends. */
function numberTokenAt(joined: readonly string[], i: number, word: string): Read | undefined {
  const next = joined[i + 1]
  const value = numberOf(word) ?? signedNumber(word)
  if (value !== undefined) {
    const unit = isTens(value) && next !== undefined ? numberOf(next) : undefined
    if (unit !== undefined && unit > 0 && unit < 10 && !/^\d/.test(word))
      return { token: numberToken(value + unit, word + next), words: 2 }
    return { token: numberToken(value, word), words: 1 }
  }
  if (next !== undefined && numberSigns.has(word) && /^\d+$/.test(next))
    return { token: wordToken(word, role.particle), words: 1 }
  const figures = i > 0 ? romanNumber(word) : undefined
  if (figures === undefined || (mayBeWord.has(word) && !endsName(joined, i))) return undefined
  return { token: numberToken(figures, word), words: 1 }
}

const plainToken = (word: string): Read => ({
  token: wordToken(word, organisationParticles.has(word) ? role.particle : role.name),
  words: 1,
})

const organisationParticles = new Set(
  'the of and for in on at to a an al el ul de la le les los las del della di da do dos das du des und y e i et en of van der den die das na no po s v iz a o im imeni named after for the sur ta tou toy tu tis ton tin tous toys stin stis gia apo kai oi o h za ot dlya pri eh ye yeh'.split(
    ' ',
  ),
)

/** Roman figures that are letters or words as well. */
const mayBeWord = new Set(['i', 'v', 'x', 'l', 'li', 'lv', 'lx', 'xl', 'xc', 'liv', 'lix'])

const endsName = (words: readonly string[], i: number): boolean =>
  i === words.length - 1 || legalFormAt(words, i + 1) !== undefined
