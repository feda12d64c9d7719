/**
 * The tokens of a query that find names, and what each near word may add to a score.
 *
 * A score reaches a threshold when its **surplus** is not negative: of every pair of aligned words, their weight times
 * what the similarity, raised to its power, has over the threshold; less the threshold times what leftover words count.
 * So what a word may add at the most can be told before any name is looked at.
 */
import { type Kind, role } from './analysis.ts'
import { isSyllable } from './pair.ts'
import type { PreparedQuery, PreparedToken } from './prepared-query.ts'
import { leftoverRate, powerOfQuery, raised, settings } from './score-settings.ts'
import { markOf } from './similarity.ts'
import type { Vocabulary } from './vocabulary.ts'

/**
 * The postings of one listed word near a token; what it may add to the agreed weight, to the listed weight that is taken,
 * and to the surplus.
 */
export type NearWord = { start: number; end: number; agreed: number; taken: number; surplus: number }

export type AskedToken = {
  token: PreparedToken
  i: number
  near: NearWord[]
  /** How many names its near words bring. */
  postings: number
  /** The most that one of the near words may add. */
  agreed: number
  surplus: number
}

/** How what words may add is worked out for one query. */
export class Worth {
  readonly threshold: number
  readonly #kind: Kind
  readonly #words: Vocabulary
  readonly #tokens: readonly PreparedToken[]
  readonly #power: number
  /** What each token takes from the surplus, at the least, when it is left over. */
  readonly #leftOut: number[]
  /** Weight of the tokens that are no words of the name, which may all find their counterparts. */
  readonly besides: number
  /** Whether the query holds a syllable: then whatever is left over counts whole. */
  readonly syllabic: boolean

  constructor({ kind, tokens }: PreparedQuery, threshold: number, words: Vocabulary) {
    this.threshold = threshold
    this.#kind = kind
    this.#words = words
    this.#tokens = tokens
    this.#power = powerOfQuery(kind, tokens)
    this.syllabic = tokens.some((token) => isSyllable(markOf(token.text.charCodeAt(0))))
    const leastRate = this.syllabic ? settings.syllabic.leftover : settings.extra[kind]!.least
    // A word that the query only says again costs nothing.
    this.#leftOut = tokens.map(({ text, leftover }, i) =>
      tokens.some((token, other) => other !== i && token.text === text) ? 0 : -threshold * leastRate * leftover,
    )
    this.besides = tokens.reduce(
      (sum, { role: its, weight }) => (its === role.name || its === role.legal ? sum : sum + weight),
      0,
    )
  }

  /** What a similarity is worth at the most. */
  raised(similarity: number): number {
    return raised(similarity, this.#power)
  }

  /** What token i and a listed unit that share a weight may add to the surplus: no less than a token left over takes. */
  surplus(i: number, unit: number, shared: number, worth: number): number {
    // A legal form stuck to a word is taken off it later.
    const isWhole = worth === 1 || (this.#kind === 1 && this.#words.beginsAlike(unit, this.#tokens[i]!.text))
    return Math.max(shared * ((isWhole ? 1 : worth) - this.threshold), this.#leftOut[i]!)
  }

  /** What it takes from the surplus when query words of the weight are left over and no more than `agreed` is agreed. */
  cost(agreed: number, leftover: number): number {
    return leftover === 0 ? 0 : this.threshold * leftoverCost(this.#kind, agreed, leftover, 0, this.syllabic)
  }

  /** What the surplus has besides the words of the name. */
  get surplusBesides(): number {
    return this.besides * (1 - this.threshold)
  }
}

/** The tokens that find names, the rarest first. */
export function askedTokens(
  { kind, tokens }: PreparedQuery,
  worth: Worth,
  words: Vocabulary,
  postingStart: Uint32Array,
): AskedToken[] {
  const hasName = tokens.some((token) => token.role === role.name)
  const asked: AskedToken[] = []
  for (const [i, token] of tokens.entries()) {
    if (token.role !== role.name && hasName) continue
    const { units, similarities } = token.neighbours
    const near: NearWord[] = []
    let postings = 0
    let agreed = 0
    let surplus = Number.NEGATIVE_INFINITY
    for (let n = 0; n < units.length; n++) {
      const unit = units[n]!
      const [start, end] = [postingStart[unit]!, postingStart[unit + 1]!]
      if (start === end) continue
      const taken = words.weight(unit, kind)
      const shared = (token.weight + taken) / 2
      const value = worth.raised(similarities[n]!)
      const word = { start, end, taken, agreed: shared * value, surplus: worth.surplus(i, unit, shared, value) }
      near.push(word)
      postings += end - start
      agreed = Math.max(agreed, word.agreed)
      surplus = Math.max(surplus, word.surplus)
    }
    asked.push({ token, i, near, postings, agreed, surplus: near.length === 0 ? 0 : surplus })
  }
  return asked.sort((one, other) => one.postings - other.postings || one.i - other.i)
}

/** What the query tokens with the bits weigh when nothing answers to them. */
export function leftoverOfTokens(tokens: readonly PreparedToken[], bits: number): number {
  let sum = 0
  for (let left = bits; left !== 0; left &= left - 1) sum += tokens[31 - Math.clz32(left & -left)]!.leftover
  return sum
}

/**
 * What leftover weight counts at the least: `extra` in the query and `omitted` in the listed name, when no more than
 * `agreed` is agreed.
 */
export function leftoverCost(kind: Kind, agreed: number, extra: number, omitted: number, syllabic: boolean): number {
  const extraRate = syllabic ? settings.syllabic.leftover : leftoverRate(settings.extra[kind]!, agreed)
  const omittedRate = syllabic ? settings.syllabic.leftover : leftoverRate(settings.omitted[kind]!, agreed)
  const apart = extra * extraRate + omitted * omittedRate
  const both = Math.min(extra, omitted)
  const against = settings.contradiction[kind]! * both + (extra - both) * extraRate + (omitted - both) * omittedRate
  return Math.min(apart, against)
}

/** A surplus so little below nothing may be an error of adding up. */
export const surplusSlack = 2e-3

/**
 * How many of the tokens, the rarest first, may bring in names: a name that none of them holds has only the later ones to
 * agree with, and would lack all the earlier ones. A name with an initial may answer a word by a letter: such names are
 * brought in by more tokens.
 */
export function creators(
  asked: readonly AskedToken[],
  { kind, tokens }: PreparedQuery,
  worth: Worth,
): { ofAll: number; ofInitials: number } {
  const all = { ofAll: asked.length, ofInitials: asked.length }
  // With initials about, a word may be answered by a letter: then nothing is known to lack.
  if (tokens.some((token) => token.role === role.initial)) return all
  if (kind === 0 && worth.threshold <= settings.onlyInitials) return all
  // One word of several is never enough for a person.
  const ofInitials = kind === 0 ? Math.max(1, asked.length - 1) : 0
  for (let rank = 1; rank < asked.length; rank++) {
    const later = asked.slice(rank)
    const agreed = later.reduce((sum, token) => sum + token.agreed, worth.besides)
    const lacking = asked.slice(0, rank).reduce((sum, { token }) => sum + token.leftover, 0)
    const surplus = later.reduce((sum, token) => sum + token.surplus, worth.surplusBesides)
    if (rank === ofInitials || surplus - worth.cost(agreed, lacking) < -surplusSlack)
      return { ofAll: rank, ofInitials: Math.max(rank, ofInitials) }
  }
  return all
}
