/**
 * Names of organisations of which somebody gives words by their initials: the whole name (NIOC for National Iranian Oil
 * Company), or what it begins with (NIOC Trading). So few letters fit many names: three stand for no whole name, four for one
 * that is only shown as near, and behind those that a name begins with, the rest of the name must make up for them.
 */
import { beginsLatin } from '../scripts/word-mark.ts'
import { maxTokens, role, type Token } from './token.ts'

/** How many words a name may begin with that are given by their initials. Two letters fit nearly everything. */
const fewest = 3
const most = 5
/** How many words a name may have that is given by its initials as a whole. */
const minOfWhole = 4
const maxOfWhole = 8

/**
 * How much the words that both names share besides must tell, for initials of three, four and five words: 1 is what a word
 * tells that a single subject bears. Lists hold names of some fifteen thousand organisations, and a letter begins about one
 * word in fourteen: so fewer than one query in twenty meets such initials and such words by chance.
 */
const sharedTells = [0.55, 0.25, 0]
/** The same where the words that the initials stand for are a listed name by themselves: there are few of those. */
const sharedTellsBehindName = [0.25, 0, 0]

/**
 * Initials say less than the words that they may stand for. One word of four letters in sixteen is by chance the initials of a
 * listed name, and one of five letters in three hundred.
 */
const initialism = { factor: 0.93, factorOfFour: 0.85 }

/** Lowest weight of a word of an organisation, which tells nothing (see `word-weight.ts`). */
const minWeight = 0.22

export type Initials = {
  letters: string
  /** The words that they stand for, particles among them: the first tokens of the name up to here. */
  end: number
  /** Whether they stand for the whole name, but for a legal form at its end. */
  isWhole: boolean
}

/** The initials of the first words of the name that may stand for these; with its particles and without. */
export function initialsOf(tokens: readonly Token[]): Initials[] {
  const without = initialsWithin(tokens, (token) => token.role === role.particle)
  if (!tokens.some((token) => token.role === role.particle)) return without
  return [...without, ...initialsWithin(tokens, () => false)]
}

function initialsWithin(tokens: readonly Token[], isSkipped: (token: Token) => boolean): Initials[] {
  const found: Initials[] = []
  let letters = ''
  for (let end = 0; end <= tokens.length && letters.length <= maxOfWhole; end++) {
    const token = tokens[end]
    if (token && isSkipped(token)) continue
    const isWhole = letters.length >= minOfWhole && tokens.slice(end).every(isLegal)
    if (isWhole || (token && letters.length >= fewest && letters.length <= most)) found.push({ letters, end, isWhole })
    // A legal form is no name's beginning, yet it may stand within it: National Iranian Oil Company.
    const isPart =
      token && beginsLatin(token.surface) && (letters === '' ? token.role === role.name : token.role !== role.number)
    if (!isPart) break
    letters += token.surface.charAt(0)
  }
  return found
}

/** Whether the token is a legal form. */
export const isLegal = (token: Token): boolean => token.role === role.legal

/** Where the query has a word that may be initials: its first one. -1 where it has none. */
export function initialismAt(query: readonly Token[]): number {
  const at = query.findIndex(({ role: tokenRole }) => tokenRole !== role.particle)
  const word = query[at]
  return word?.role === role.name && /^[a-z]{3,8}$/.test(word.surface) ? at : -1
}

/** What an open index knows of words and names. */
export type KnownNames = {
  /** What a word of an organisation weighs. */
  weightOf: (text: string) => number
  /** Whether the tokens are a listed name by themselves. */
  isListed: (tokens: readonly Token[]) => boolean
}

/**
 * The query with the words of the listed name in place of the initials at `at`, and the factor by which it scores less for
 * that; undefined where those are not its initials, or what else the names share is too little.
 */
export function spellOut(
  query: readonly Token[],
  at: number,
  listed: readonly Token[],
  known: KnownNames,
): { tokens: Token[]; factor: number } | undefined {
  const letters = query[at]?.surface ?? ''
  const rest = query.slice(at + 1)
  const isAlone = rest.every(isLegal)
  const initials = initialsOf(listed).find((one) => one.letters === letters && one.isWhole === isAlone)
  if (!initials || (!isAlone && !sharesEnough(rest, listed, initials, known))) return undefined
  const tokens = [...query.slice(0, at), ...listed.slice(0, initials.end), ...rest].slice(0, maxTokens)
  const isFaint = isAlone && letters.length === minOfWhole
  return { tokens, factor: isFaint ? initialism.factorOfFour : initialism.factor }
}

/** Whether what follows the initials is in both names and tells enough. */
function sharesEnough(
  rest: readonly Token[],
  listed: readonly Token[],
  { letters, end }: Initials,
  { weightOf, isListed }: KnownNames,
): boolean {
  const shared = listed
    .slice(end)
    .filter((token) => rest.some(({ text }) => text === token.text))
    .map((token) => (token.role === role.name ? (weightOf(token.text) - minWeight) / (1 - minWeight) : 0))
  const tells = shared.reduce((sum, one) => sum + one, 0)
  const needed = (needs: readonly number[]) => needs[letters.length - fewest] ?? 0
  if (shared.length === 0 || tells < needed(sharedTellsBehindName)) return false
  return tells >= needed(sharedTells) || isListed(listed.slice(0, end))
}
