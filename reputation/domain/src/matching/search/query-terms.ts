/**
 * The terms of a query: its tokens that find names, each with the postings of its neighbours.
 *
 * As in the MaxScore algorithm (Turtle and Flood, 1995) the terms are ordered, the rarest first, and only the first of
 * them are **essential**: they make names candidates. A name that holds none of these cannot reach the threshold by the
 * commoner terms alone, so those are only looked up in the names that are candidates already.
 *
 * Index bounds: each unit has its similarity, and its postings end where those of the next unit start.
 */
import type { Vocabulary } from '../index/vocabulary.ts'
import { nameKind } from '../tokens/name-kind.ts'
import { role } from '../tokens/token.ts'
import type { PreparedQuery, PreparedToken } from './prepared-query.ts'
import { type ScoreBound, slackTolerance } from './score-bound.ts'

/**
 * Where the postings of one neighbour of a term lie, and upper bounds of what the neighbour adds: to the agreed weight,
 * to the listed weight that is covered, and to the slack.
 */
export type NeighbourPostings = { start: number; end: number; agreed: number; covered: number; slack: number }

export type QueryTerm = {
  token: PreparedToken
  i: number
  neighbours: NeighbourPostings[]
  /** How many postings its neighbours have together. */
  postingCount: number
  /** Upper bounds of what any one of the neighbours adds. */
  agreed: number
  slack: number
}

/** The terms of the query, the rarest first. */
export function queryTerms(
  { kind, tokens }: PreparedQuery,
  scoreBound: ScoreBound,
  words: Vocabulary,
  postingStart: Uint32Array,
): QueryTerm[] {
  const hasName = tokens.some((token) => token.role === role.name)
  const terms: QueryTerm[] = []
  for (const [i, token] of tokens.entries()) {
    if (token.role !== role.name && hasName) continue
    const { units, similarities } = token.neighbours
    const neighbours: NeighbourPostings[] = []
    let postingCount = 0
    let maxAgreed = 0
    let maxSlack = Number.NEGATIVE_INFINITY
    for (let n = 0; n < units.length; n++) {
      const unit = units[n]!
      const [start, end] = [postingStart[unit]!, postingStart[unit + 1]!]
      if (start === end) continue
      const covered = words.weight(unit, kind)
      const shared = (token.weight + covered) / 2
      const credit = scoreBound.credit(similarities[n]!)
      const agreed = shared * credit
      const slack = scoreBound.slack(i, unit, shared, credit)
      neighbours.push({ start, end, agreed, covered, slack })
      postingCount += end - start
      maxAgreed = Math.max(maxAgreed, agreed)
      maxSlack = Math.max(maxSlack, slack)
    }
    const slack = neighbours.length === 0 ? 0 : maxSlack
    terms.push({ token, i, neighbours, postingCount, agreed: maxAgreed, slack })
  }
  return terms.sort((one, other) => one.postingCount - other.postingCount || one.i - other.i)
}

/** The bits of the tokens that the terms stand for. */
export const bitsOf = (terms: readonly QueryTerm[]): number => terms.reduce((bits, { i }) => bits | (1 << i), 0)

/**
 * How many of the terms, the rarest first, are essential. For names with an initial there are more: an initial may be
 * the counterpart of any word, so that less is known to be lacking.
 */
export function countEssential(
  terms: readonly QueryTerm[],
  { kind, tokens }: PreparedQuery,
  scoreBound: ScoreBound,
): { forAll: number; withInitial: number } {
  const all = { forAll: terms.length, withInitial: terms.length }
  if (tokens.some((token) => token.role === role.initial)) return all
  if (kind === nameKind.person && scoreBound.countsOneWord) return all
  // One word of several is never enough for a person.
  const withInitial = kind === nameKind.person ? Math.max(1, terms.length - 1) : 0
  for (let rank = 1; rank < terms.length; rank++) {
    const later = terms.slice(rank)
    const agreed = later.reduce((sum, term) => sum + term.agreed, scoreBound.nonNameWeight)
    const slack = later.reduce((sum, term) => sum + term.slack, scoreBound.nonNameSlack)
    const lacking = scoreBound.leftover(bitsOf(terms.slice(0, rank)))
    if (rank === withInitial || slack - scoreBound.cost(agreed, lacking) < -slackTolerance)
      return { forAll: rank, withInitial: Math.max(rank, withInitial) }
  }
  return all
}
