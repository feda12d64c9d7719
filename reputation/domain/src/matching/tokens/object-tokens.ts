/** The words of the name of a vessel or an aircraft as tokens. */
import { numberOf, romanNumber } from '../tables/number-words.ts'
import { joinLetters } from './dotted-letters.ts'
import { numberToken, role, type Token, wordToken } from './token.ts'

const vesselPrefixes = new Set(['mv', 'mt', 'ms', 'ss', 'my', 'sy', 'mtv', 'vessel', 'ship', 'tanker'])

export function objectTokens(words: readonly string[]): Token[] {
  const joined = joinLetters(words)
  const [first, ...rest] = joined
  const own = first !== undefined && rest.length > 0 && vesselPrefixes.has(first) ? rest : joined
  return own.map((word, i) => {
    const value = numberOf(word) ?? (i > 0 && word.length > 1 ? romanNumber(word) : undefined)
    if (value !== undefined) return numberToken(value, word)
    return wordToken(word, word === 'the' || word === 'of' ? role.particle : role.name)
  })
}
