/**
 * Which listed names a query may match. Names that divide its letters into words otherwise come first. Then the postings
 * of the essential terms make names candidates, the rarest term first, where what a name lacks can still be made good;
 * what the other terms may add is then looked up in the candidates.
 *
 * The candidates are complete, at every threshold, for a query with a word that carries a name. Particles, titles and
 * initials have no postings in a name that has words (`isIndexed`): a query of these alone ("al", "Dr 44") finds the names
 * that have no words either, or carry it as a word, and not every name that holds it.
 *
 * Index bounds: candidates are numbers of names of the index.
 */
import { settings } from '../compare/score-settings.ts'
import type { NameTable } from '../index/name-table.ts'
import type { Postings } from '../index/postings.ts'
import type { Vocabulary } from '../index/vocabulary.ts'
import type { WholeNames } from '../index/whole-names.ts'
import { type NameKind, nameKind } from '../tokens/name-kind.ts'
import { role } from '../tokens/token.ts'
import { type Candidate, Candidates } from './candidates.ts'
import { JoinedCandidates } from './joined-candidates.ts'
import type { NameScorer } from './name-scorer.ts'
import { NeighbourPostings } from './neighbour-postings.ts'
import type { PreparedQuery } from './prepared-query.ts'
import { bitsOf, countEssential, type QueryTerm, queryTerms } from './query-terms.ts'
import { ScoreBound, slackTolerance } from './score-bound.ts'

export class Retrieval {
  readonly #words: Vocabulary
  readonly #names: NameTable
  readonly #postings: Postings
  readonly #candidates: Candidates
  readonly #joined: JoinedCandidates
  readonly #scorer: NameScorer
  readonly #neighbours = new NeighbourPostings()

  constructor(
    index: { words: Vocabulary; names: NameTable; postings: Postings; wholeNames: WholeNames },
    scorer: NameScorer,
    nameCount: number,
  ) {
    this.#words = index.words
    this.#names = index.names
    this.#postings = index.postings
    this.#candidates = new Candidates(nameCount)
    this.#joined = new JoinedCandidates(index, this.#candidates)
    this.#scorer = scorer
  }

  /** Every name of the kind, for a comparison with all. */
  everyName(kind: NameKind): Candidate[] {
    const { from, to } = this.#postings.ofKind(kind)
    return Array.from({ length: to - from }, (_, i) => ({ name: from + i, bound: 1 }))
  }

  /**
   * The names that may reach `threshold`, the highest bound first: all that would (see above) and few that would not.
   * Persons who agree with several words of the query in one alone are left out where they cannot reach `decisive`.
   */
  retrieve(query: PreparedQuery, threshold: number, decisive?: number): Candidate[] {
    const candidates = this.#candidates
    const { from, to } = this.#postings.ofKind(query.kind)
    candidates.start(from, to)
    const scoreBound = new ScoreBound(query, threshold, this.#words, decisive)
    const terms = queryTerms(query, scoreBound, this.#words, this.#postings.start, this.#neighbours)
    this.#joined.add(query, terms)
    const bits = bitsOf(terms)
    candidates.forEach(0, (name) => this.#scorer.addNeighbours(name, bits, scoreBound, candidates))
    this.#addTerms(terms, query, scoreBound)
    return candidates.takeReaching(scoreBound, query, this.#names)
  }

  /** Makes the names that hold neighbours of the essential terms candidates, term by term. */
  #addTerms(terms: readonly QueryTerm[], query: PreparedQuery, scoreBound: ScoreBound): void {
    const candidates = this.#candidates
    const joinedCount = candidates.count
    const { from, to, initialsEnd } = this.#postings.ofKind(query.kind)
    const postings = this.#postings.names
    const neighbours = this.#neighbours
    const { forAll, withInitial } = countEssential(terms, query, scoreBound)
    const initialSlack = query.kind === nameKind.person ? settings.initialWeight * (1 - scoreBound.threshold) : 0
    const maxSlack = terms.reduce((sum, { slack }) => sum + Math.max(slack, initialSlack), scoreBound.nonNameSlack)
    const later = { agreed: scoreBound.nonNameWeight, slack: scoreBound.nonNameSlack }
    for (const { agreed, slack } of terms) {
      later.agreed += agreed
      later.slack += slack
    }
    let lacking = 0
    for (const [rank, { i, from: first, to: last, agreed, slack }] of terms.slice(0, withInitial).entries()) {
      later.agreed -= agreed
      later.slack -= slack
      const others = maxSlack - Math.max(slack, initialSlack)
      candidates.beginToken(1 << i)
      for (let neighbour = first; neighbour < last; neighbour++) {
        const ownSlack = neighbours.slackOf(neighbour)
        // Skip a word that the other terms, at their best, could not lift to the threshold.
        if (ownSlack + others < -slackTolerance) continue
        if (from < initialsEnd) candidates.add(postings, neighbours, neighbour, from, initialsEnd, true)
        if (rank >= forAll) continue
        // A name that no earlier term made a candidate lacks them all, if it has no initial for their counterpart.
        const cost = scoreBound.cost(neighbours.agreedOf(neighbour) + later.agreed, lacking)
        const mayCreate = ownSlack + later.slack - cost >= -slackTolerance
        candidates.add(postings, neighbours, neighbour, initialsEnd, to, mayCreate)
      }
      lacking += scoreBound.leftover(1 << i)
    }
    this.#addInessential(terms, forAll, joinedCount, query, scoreBound)
  }

  /** Adds to the candidates from the given one on their words near the terms that are not essential. */
  #addInessential(
    terms: readonly QueryTerm[],
    forAll: number,
    from: number,
    { kind, tokens }: PreparedQuery,
    scoreBound: ScoreBound,
  ): void {
    const candidates = this.#candidates
    const rest = terms.slice(forAll)
    if (rest.length === 0) return
    const restBits = bitsOf(rest)
    const essentialBits = bitsOf(terms.slice(0, forAll))
    const agreed = rest.reduce((sum, term) => sum + term.agreed, scoreBound.nonNameWeight)
    const slack = rest.reduce((sum, term) => sum + term.slack, scoreBound.nonNameSlack)
    // An initial of the query may stand for any word that is left over.
    const mayAllBeMet = kind === nameKind.person && tokens.some((token) => token.role === role.initial)
    const covered = mayAllBeMet ? Number.POSITIVE_INFINITY : rest.reduce((sum, term) => sum + term.covered, 0)
    candidates.forEach(from, (name, known) => {
      const unknown = restBits & ~known
      if (unknown === 0) return
      if (!this.#names.hasInitial(name)) {
        const lacking = scoreBound.leftover(essentialBits & ~known)
        const omitted = Math.max(0, this.#names.leftover[name]! - candidates.coveredOf(name) - covered)
        const cost = scoreBound.cost(candidates.agreedOf(name) + agreed, lacking, omitted)
        if (candidates.slackOf(name) + slack - cost < -slackTolerance) return
      }
      this.#scorer.addNeighbours(name, unknown, scoreBound, candidates)
    })
  }
}
