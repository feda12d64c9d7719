import { nameKind } from '../tokens/name-kind.ts'
/** The tokens of a query that find names, with what is near each, and which of them bring names in. */

import { settings } from '../compare/score-settings.ts'
import type { Vocabulary } from '../index/vocabulary.ts'
import { role } from '../tokens/analyse.ts'
import type { PreparedQuery, PreparedToken } from './prepared-query.ts'
import { surplusSlack, type Worth } from './score-bound.ts'

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
  if (kind === nameKind.person && worth.threshold <= settings.onlyInitials) return all
  // One word of several is never enough for a person.
  const ofInitials = kind === nameKind.person ? Math.max(1, asked.length - 1) : 0
  for (let rank = 1; rank < asked.length; rank++) {
    const later = asked.slice(rank)
    const agreed = later.reduce((sum, token) => sum + token.agreed, worth.besides)
    const lacking = worth.leftover(asked.slice(0, rank).reduce((bits, { i }) => bits | (1 << i), 0))
    const surplus = later.reduce((sum, token) => sum + token.surplus, worth.surplusBesides)
    if (rank === ofInitials || surplus - worth.cost(agreed, lacking) < -surplusSlack)
      return { ofAll: rank, ofInitials: Math.max(rank, ofInitials) }
  }
  return all
}
