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
import type { NeighbourPostings } from './neighbour-postings.ts'
import type { PreparedQuery, PreparedToken } from './prepared-query.ts'
import { type ScoreBound, slackTolerance } from './score-bound.ts'

export type QueryTerm = {
  token: PreparedToken
  i: number
  /** Its neighbours are those from `from` to before `to`. */
  from: number
  to: number
  /** How many postings its neighbours have together. */
  postingCount: number
  /** Upper bounds of what any one of the neighbours adds. */
  agreed: number
  covered: number
  slack: number
}

/** The terms of the query, the rarest first; `neighbours` receives their neighbours that have postings. */
export function queryTerms(
  { kind, tokens }: PreparedQuery,
  scoreBound: ScoreBound,
  words: Vocabulary,
  postingStart: Uint32Array,
  neighbours: NeighbourPostings,
): QueryTerm[] {
  neighbours.clear()
  const hasName = tokens.some((token) => token.role === role.name)
  const terms: QueryTerm[] = []
  for (const [i, token] of tokens.entries()) {
    if (token.role !== role.name && hasName) continue
    const { units, similarities } = token.neighbours
    neighbours.makeRoom(units.length)
    const from = neighbours.count
    let at = from
    let postingCount = 0
    let maxAgreed = 0
    let maxCovered = 0
    let maxSlack = Number.NEGATIVE_INFINITY
    for (let n = 0; n < units.length; n++) {
      const unit = units[n]!
      const start = postingStart[unit]!
      const end = postingStart[unit + 1]!
      if (start === end) continue
      const covered = words.weight(unit, kind)
      const shared = (token.weight + covered) / 2
      const credit = scoreBound.credit(similarities[n]!)
      const agreed = shared * credit
      const slack = scoreBound.slack(i, unit, shared, credit)
      neighbours.start[at] = start
      neighbours.end[at] = end
      neighbours.agreed[at] = agreed
      neighbours.covered[at] = covered
      neighbours.slack[at++] = slack
      postingCount += end - start
      maxAgreed = Math.max(maxAgreed, agreed)
      maxCovered = Math.max(maxCovered, covered)
      maxSlack = Math.max(maxSlack, slack)
    }
    neighbours.count = at
    terms.push({
      token,
      i,
      from,
      to: at,
      postingCount,
      agreed: maxAgreed,
      covered: maxCovered,
      slack: at === from ? 0 : maxSlack,
    })
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
