/**
 * The listed names that may match a query, each with upper bounds of what its words could add up to (its accumulators, as
 * search engines call them). The bounds count every near word as if it were free to be aligned, so they never lie below
 * the score and its slack.
 *
 * Index bounds: callers pass numbers of names of the index, for each of which the arrays here have a place.
 */
import { minLeftoverCost } from '../compare/leftover.ts'
import { settings } from '../compare/score-settings.ts'
import type { NameTable } from '../index/name-table.ts'
import { nameKind } from '../tokens/name-kind.ts'
import { role } from '../tokens/token.ts'
import type { NeighbourPostings } from './neighbour-postings.ts'
import type { PreparedQuery } from './prepared-query.ts'
import { type ScoreBound, slackTolerance } from './score-bound.ts'

/** Set beside the bits of the query's tokens where words may be joined: one word of the query may be a whole name. */
const joinedBit = 1 << 30

/** Greatest weight of a listed word. */
const maxWeight = Math.max(1, settings.numberWeight)

/** A name that may match, and an upper bound of its score. */
export type Candidate = { name: number; bound: number }

/** What adding up weights in another order may make of a score. */
const roundingTolerance = 1e-4

/**
 * The accumulators of a name, side by side in memory: the bits of the query tokens that have a near word in it; upper
 * bounds of the agreed weight, of the listed weight that is covered, and of the slack; of these, what the last round
 * added, and which round that was.
 */
const field = {
  tokens: 0,
  lastRound: 1,
  agreed: 2,
  covered: 3,
  slack: 4,
  lastAgreed: 5,
  lastCovered: 6,
  lastSlack: 7,
} as const
const fields = 8

export class Candidates {
  readonly #weights: Float32Array
  readonly #numbers: Uint32Array
  /** The names that are candidates, in the order in which they became so. */
  readonly #members: Uint32Array
  readonly #firstOfPair: Uint32Array
  #pair = 0
  #count = 0
  #from = 0
  #to = 0
  #round = 0
  #bits = 0
  #mayCreate = true
  #agreed = 0
  #covered = 0

  constructor(names: number) {
    this.#weights = new Float32Array(names * fields)
    this.#numbers = new Uint32Array(this.#weights.buffer)
    this.#members = new Uint32Array(names)
    this.#firstOfPair = new Uint32Array(names)
  }

  /** Begins a query about the names from `from` to before `to`. */
  start(from: number, to: number): void {
    this.#from = from
    this.#to = to
    this.#count = 0
  }

  /** How many names are candidates so far. */
  get count(): number {
    return this.#count
  }

  /** Calls `visit` with the candidates so far, from the given one on, each with the bits of the tokens added to it. */
  forEach(from: number, visit: (name: number, bits: number) => void): void {
    for (let at = from; at < this.#count; at++) {
      const name = this.#members[at]!
      visit(name, this.#tokensOf(name))
    }
  }

  /** The bits of the query tokens that have a near word in the name; 0 while it is no candidate. */
  #tokensOf(name: number): number {
    return this.#numbers[name * fields + field.tokens]!
  }

  /** Upper bound of the agreed weight of a candidate so far. */
  agreedOf(name: number): number {
    return this.#weights[name * fields + field.agreed]!
  }

  /** Upper bound of the listed weight that a candidate's words cover so far. */
  coveredOf(name: number): number {
    return this.#weights[name * fields + field.covered]!
  }

  /** Upper bound of the slack of a candidate so far. */
  slackOf(name: number): number {
    return this.#weights[name * fields + field.slack]!
  }

  /** Adds to a candidate its words near the query token with the bit, which was not added before. */
  addToken(name: number, bit: number, agreed: number, covered: number, slack: number): void {
    const at = name * fields
    this.#numbers[at + field.tokens]! |= bit
    add(this.#weights, at, agreed, covered, slack)
  }

  /** Begins a round: what is added until the next one concerns the query token with the bit. */
  beginToken(bit: number): void {
    this.#round++
    this.#bits = bit
  }

  /**
   * Begins a round: what is added until the next one may hold the letters of the query tokens in `bits`, of the given
   * weight, with the spaces elsewhere, in no more than `listedWords` words.
   */
  beginJoined(bits: number, weight: number, listedWords: number): void {
    this.beginToken(bits | joinedBit)
    this.#covered = listedWords * maxWeight
    this.#agreed = (weight + this.#covered) / 2
  }

  /**
   * The names in the postings, of those from `from` to before `to`, hold the neighbour. They become candidates only if
   * `mayCreate`. Names with joined words are left as they are: all their words were added at once.
   */
  add(
    postings: Uint32Array,
    neighbours: NeighbourPostings,
    neighbour: number,
    from: number,
    to: number,
    mayCreate: boolean,
  ): void {
    const start = neighbours.start[neighbour]!
    const end = neighbours.end[neighbour]!
    const agreed = neighbours.agreed[neighbour]!
    const covered = neighbours.covered[neighbour]!
    const slack = neighbours.slack[neighbour]!
    this.#mayCreate = mayCreate
    for (let at = firstFrom(postings, start, end, from); at < end; at++) {
      const name = postings[at]!
      if (name >= to) return
      if ((this.#tokensOf(name) & joinedBit) === 0) this.#accumulate(name, agreed, covered, slack)
    }
  }

  /** The name may hold the letters of the tokens that `beginJoined` was called with. */
  addJoined(name: number): void {
    this.#mayCreate = true
    if (name >= this.#from && name < this.#to) this.#accumulate(name, this.#agreed, this.#covered, 0)
  }

  /** Begins a search for names that are marked first and then added. */
  beginPair(): void {
    this.#pair++
  }

  markFirst(name: number): void {
    this.#firstOfPair[name] = this.#pair
  }

  addIfMarked(name: number): void {
    if (this.#firstOfPair[name] === this.#pair) this.addJoined(name)
  }

  /** Of what is added to a name in one round, the greatest counts. */
  #accumulate(name: number, agreed: number, covered: number, slack: number): void {
    const weights = this.#weights
    const numbers = this.#numbers
    const at = name * fields
    if (numbers[at + field.tokens] === 0) {
      if (!this.#mayCreate) return
      this.#members[this.#count++] = name
      weights[at + field.agreed] = 0
      weights[at + field.covered] = 0
      weights[at + field.slack] = 0
      numbers[at + field.lastRound] = 0
    }
    numbers[at + field.tokens]! |= this.#bits
    if (numbers[at + field.lastRound] !== this.#round) {
      numbers[at + field.lastRound] = this.#round
      weights[at + field.lastAgreed] = agreed
      weights[at + field.lastCovered] = covered
      weights[at + field.lastSlack] = slack
      add(weights, at, agreed, covered, slack)
      return
    }
    raise(weights, at + field.agreed, at + field.lastAgreed, agreed)
    raise(weights, at + field.covered, at + field.lastCovered, covered)
    raise(weights, at + field.slack, at + field.lastSlack, slack)
  }

  /** The candidates that may reach the threshold, the highest bound first; leaves the accumulators clear. */
  takeReaching(scoreBound: ScoreBound, { kind, tokens }: PreparedQuery, names: NameTable): Candidate[] {
    const { threshold, syllabic, countsOneWord } = scoreBound
    const reaching: Candidate[] = []
    const hasInitial = tokens.some((token) => token.role === role.initial)
    const words = tokens.reduce((bits, token, i) => (token.role === role.name ? bits | (1 << i) : bits), 0)
    const isPerson = kind === nameKind.person
    const needsTwo = isPerson && !hasInitial && (words & (words - 1)) !== 0 && !countsOneWord
    for (let member = 0; member < this.#count; member++) {
      const name = this.#members[member]!
      const at = name * fields
      const found = this.#tokensOf(name)
      this.#numbers[at + field.tokens] = 0
      // One word of several never reaches the threshold for a person (see the caps of the score).
      if (needsTwo && (found & (found - 1)) === 0) continue
      if (isPerson && names.hasInitial(name)) {
        reaching.push({ name, bound: 1 })
        continue
      }
      const agreed = this.agreedOf(name) + scoreBound.nonNameWeight
      const isJoined = (found & joinedBit) !== 0
      const slack =
        (isJoined ? agreed * (1 - threshold) : this.slackOf(name) + scoreBound.nonNameSlack) + slackTolerance
      const extra = scoreBound.leftover(words & ~found)
      if (slack < threshold * minLeftoverCost(kind, agreed, syllabic, extra, 0)) continue
      const covered = this.coveredOf(name)
      const omitted = isPerson && hasInitial ? 0 : Math.max(0, names.leftover[name]! - covered)
      const cost = minLeftoverCost(kind, agreed, syllabic, extra, omitted)
      if (slack < threshold * cost) continue
      reaching.push({ name, bound: agreed > 0 ? agreed / (agreed + cost) + roundingTolerance : 0 })
    }
    return reaching.sort((one, other) => other.bound - one.bound)
  }
}

/** Adds to the sums of the name whose accumulators begin at `at`. */
function add(weights: Float32Array, at: number, agreed: number, covered: number, slack: number): void {
  weights[at + field.agreed]! += agreed
  weights[at + field.covered]! += covered
  weights[at + field.slack]! += slack
}

/** Makes what the last round added to the sum at `sum`, which stands at `last`, be at least `value`. */
function raise(weights: Float32Array, sum: number, last: number, value: number): void {
  const before = weights[last]!
  if (value <= before) return
  weights[sum]! += value - before
  weights[last] = value
}

/** Position of the first of the ascending `postings` from `start` to before `end` that is not below `min`. */
function firstFrom(postings: Uint32Array, start: number, end: number, min: number): number {
  let low = start
  let high = end
  while (low < high) {
    const middle = (low + high) >>> 1
    if (postings[middle]! < min) low = middle + 1
    else high = middle
  }
  return low
}
