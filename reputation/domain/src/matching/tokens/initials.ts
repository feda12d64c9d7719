/**
 * Names of organisations whose first words somebody gives by their initials: NIOC Trading for National Iranian Oil Company
 * Trading. So few letters fit many names, so the rest of the name must make up for them.
 */
import { beginsLatin } from '../scripts/word-mark.ts'
import { maxTokens, role, type Token } from './token.ts'

/** How many words are given by their initials. Two letters fit nearly everything. */
const fewest = 3
const most = 5

/**
 * How much the words that both names share besides must tell, for initials of three, four and five words: 1 is what a word
 * tells that a single subject bears. Lists hold names of some fifteen thousand organisations, and a letter begins about one
 * word in fourteen: so fewer than one query in twenty meets such initials and such words by chance.
 */
const sharedTells = [0.55, 0.25, 0]

/** Lowest weight of a word of an organisation, which tells nothing (see `word-weight.ts`). */
const minWeight = 0.22

export type Initials = {
  letters: string
  /** The words that they stand for, particles among them: the first tokens of the name up to here. */
  end: number
}

/** The initials of the first three, four and five words of the name, where another word follows; with its particles and without. */
export function initialsOf(tokens: readonly Token[]): Initials[] {
  const without = initialsWithin(tokens, (token) => token.role === role.particle)
  if (!tokens.some((token) => token.role === role.particle)) return without
  return [...without, ...initialsWithin(tokens, () => false)]
}

function initialsWithin(tokens: readonly Token[], isSkipped: (token: Token) => boolean): Initials[] {
  const found: Initials[] = []
  let letters = ''
  for (const [i, token] of tokens.entries()) {
    if (isSkipped(token)) continue
    if (letters.length >= fewest) found.push({ letters, end: i })
    // A legal form is no name's beginning, yet it may stand within it: National Iranian Oil Company.
    const isPart =
      beginsLatin(token.surface) && (letters === '' ? token.role === role.name : token.role !== role.number)
    if (letters.length === most || !isPart) break
    letters += token.surface.charAt(0)
  }
  return found
}

/** Where the query has a word that may be initials: its first one. -1 where it has none. */
export function initialismAt(query: readonly Token[]): number {
  const at = query.findIndex(({ role: tokenRole }) => tokenRole !== role.particle)
  const word = query[at]
  const mayBe = word?.role === role.name && /^[a-z]{3,5}$/.test(word.surface) && query.length > at + 1
  return mayBe ? at : -1
}

/**
 * The query with the words of the listed name in place of the initials at `at`; undefined where those are not its initials,
 * or what else the names share is too little. `weightOf` says what a word of an organisation weighs.
 */
export function spellOut(
  query: readonly Token[],
  at: number,
  listed: readonly Token[],
  weightOf: (text: string) => number,
): Token[] | undefined {
  const letters = query[at]?.surface
  const initials = initialsOf(listed).find((one) => one.letters === letters)
  if (!initials) return undefined
  const rest = query.slice(at + 1)
  const shared = listed
    .slice(initials.end)
    .filter((token) => rest.some(({ text }) => text === token.text))
    .map((token) => (token.role === role.name ? (weightOf(token.text) - minWeight) / (1 - minWeight) : 0))
  const tells = shared.reduce((sum, one) => sum + one, 0)
  const needed = sharedTells[initials.letters.length - fewest] ?? 0
  if (shared.length === 0 || tells < needed) return undefined
  return [...query.slice(0, at), ...listed.slice(0, initials.end), ...rest].slice(0, maxTokens)
}
