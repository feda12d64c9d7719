/**
 * What the words of a name are: which carry the name, and which are titles, particles, legal forms or numbers around
 * it. A name is read by the rules of what it may name: a person, an organisation, or an object (vessel, aircraft).
 * Query and listed names pass through the same code, so that what is said of one holds for the other.
 */
import { toWords } from '../text/words.ts'
import { type NameKind, nameKind } from './name-kind.ts'
import { objectTokens } from './object-tokens.ts'
import { organisationTokens } from './organisation-tokens.ts'
import { personTokens } from './person-tokens.ts'
import { maxTokens, role, type Token } from './token.ts'

/** Names of up to so many tokens keep them all; in longer ones, words said over and over are dropped. */
const fewTokens = 8
const maxRepetitions = 2

/** The tokens of `name`. Empty when nothing is left to compare. */
export const analyse = (name: string, kind: NameKind): Token[] => analyseWords(toWords(name), kind)

/** The same for the words of a name, where one name is read as several kinds. */
export function analyseWords(words: readonly string[], kind: NameKind): Token[] {
  const tokens = tokensOf(words, kind)
  return tokens.length <= fewTokens ? tokens : withoutRepetition(tokens).slice(0, maxTokens)
}

function tokensOf(words: readonly string[], kind: NameKind): Token[] {
  if (kind === nameKind.person) return personTokens(words)
  return kind === nameKind.organisation ? organisationTokens(words) : objectTokens(words)
}

/** The tokens without those that stand there twice already: a long name that repeats a word is a mistake or an attack. */
function withoutRepetition(tokens: readonly Token[]): Token[] {
  const counts = new Map<string, number>()
  return tokens.filter((token) => {
    if (token.role === role.particle) return true
    const count = (counts.get(token.text) ?? 0) + 1
    counts.set(token.text, count)
    return count <= maxRepetitions
  })
}
