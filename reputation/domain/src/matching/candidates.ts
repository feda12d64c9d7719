/**
 * The listed names that the postings have touched, each with an upper bound of what its tokens could add up to. The
 * bound counts every near word as if it were free to be aligned, so it never lies below the score.
 */
import { type Kind, role } from './analysis.ts'
import type { PreparedToken } from './prepared-query.ts'
import { leftoverRate, settings } from './score-settings.ts'

/** Set beside the bits of the query's tokens: words may be glued, and then the bound knows nothing of what is left. */
const gluedBit = 1 << 30

/** A name that may match, and the most that it can score. */
export type Reached = { name: number; bound: number }

/** What adding up weights in another order may make of a score. */
const roundingSlack = 1e-4

export class Candidates {
  /** Upper bound of the agreed weight, and of the listed weight that it takes, per name. */
  readonly #agreed: Float32Array
  readonly #taken: Float32Array
  readonly #lastAgreed: Float32Array
  readonly #lastTaken: Float32Array
  /** Bits of the query tokens that have a near word in the name. */
  readonly #tokens: Uint32Array
  readonly #lastRound: Uint32Array
  readonly #touched: Uint32Array
  readonly #firstOfPair: Uint32Array
  #pair = 0
  #count = 0
  #from = 0
  #to = 0
  #round = 0
  #bits = 0
  #creates = true

  constructor(names: number) {
    this.#agreed = new Float32Array(names)
    this.#taken = new Float32Array(names)
    this.#lastAgreed = new Float32Array(names)
    this.#lastTaken = new Float32Array(names)
    this.#tokens = new Uint32Array(names)
    this.#lastRound = new Uint32Array(names)
    this.#touched = new Uint32Array(names)
    this.#firstOfPair = new Uint32Array(names)
  }

  /** Begins a query about the names from `from` to before `to`. */
  start(from: number, to: number): void {
    this.#from = from
    this.#to = to
    this.#count = 0
  }

  /** What is added until the next call is said of the query tokens in `bits`. Only `creates` brings in new names. */
  beginToken(bits: number, creates = true): void {
    this.#round++
    this.#bits = bits
    this.#creates = creates
  }

  /** The names in `postings` hold a word near the token: `agreed` and `taken` are weights that it may add. */
  add(postings: Uint32Array, start: number, end: number, agreed: number, taken: number): void {
    // Names stand in order of their kind: those asked about lie together.
    for (let at = firstFrom(postings, start, end, this.#from); at < end; at++) {
      const name = postings[at]!
      if (name >= this.#to) return
      this.#raise(name, agreed, taken, 0)
    }
  }

  /** The name may hold the token's letters with the spaces elsewhere. */
  addGlued(name: number): void {
    if (name >= this.#from && name < this.#to) this.#raise(name, 0, 0, gluedBit)
  }

  /** Begins to look for names that are marked first and then added. */
  beginPair(): void {
    this.#pair++
  }

  markFirst(name: number): void {
    this.#firstOfPair[name] = this.#pair
  }

  addIfMarked(name: number): void {
    if (this.#firstOfPair[name] === this.#pair) this.addGlued(name)
  }

  #raise(name: number, agreed: number, taken: number, glued: number): void {
    if (this.#tokens[name] === 0) {
      if (!this.#creates && glued === 0) return
      this.#touched[this.#count++] = name
      this.#agreed[name] = 0
      this.#taken[name] = 0
      this.#lastRound[name] = 0
    }
    this.#tokens[name]! |= this.#bits | glued
    if (this.#lastRound[name] !== this.#round) {
      this.#lastRound[name] = this.#round
      this.#lastAgreed[name] = agreed
      this.#lastTaken[name] = taken
      this.#agreed[name]! += agreed
      this.#taken[name]! += taken
      return
    }
    if (agreed > this.#lastAgreed[name]!) {
      this.#agreed[name]! += agreed - this.#lastAgreed[name]!
      this.#lastAgreed[name] = agreed
    }
    if (taken > this.#lastTaken[name]!) {
      this.#taken[name]! += taken - this.#lastTaken[name]!
      this.#lastTaken[name] = taken
    }
  }

  /**
   * The touched names whose bound reaches `threshold`, the highest bound first; leaves the table clean. `listed` tells of
   * each name what its words weigh when left over, and whether it holds an initial.
   */
  reaching(
    threshold: number,
    tokens: readonly PreparedToken[],
    kind: Kind,
    listed: { leftover: Float32Array; hasInitial: (name: number) => boolean },
  ): Reached[] {
    const reached: Reached[] = []
    const asksInitial = tokens.some((token) => token.role === role.initial)
    const words = tokens.filter((token) => token.role === role.name).length
    const besides = tokens.reduce(
      (sum, token) => (token.role === role.name || token.role === role.legal ? sum : sum + token.weight),
      0,
    )
    const needsTwo = kind === 0 && words >= 2 && threshold > settings.onlyInitials
    for (let at = 0; at < this.#count; at++) {
      const name = this.#touched[at]!
      const found = this.#tokens[name]!
      this.#tokens[name] = 0
      if ((found & gluedBit) !== 0) {
        reached.push({ name, bound: 1 })
        continue
      }
      // One word of several never reaches the threshold for a person (see the caps of the score).
      if (needsTwo && (found & (found - 1)) === 0 && !asksInitial) continue
      const initial = kind === 0 && listed.hasInitial(name)
      let extra = 0
      if (!initial)
        for (let i = 0; i < tokens.length; i++)
          if ((found & (1 << i)) === 0 && tokens[i]!.role === role.name) extra += tokens[i]!.leftover
      const omitted =
        initial || (kind === 0 && asksInitial) ? 0 : Math.max(0, listed.leftover[name]! - this.#taken[name]!)
      const most = bound(kind, this.#agreed[name]! + besides, extra, omitted) + roundingSlack
      if (most >= threshold) reached.push({ name, bound: most })
    }
    return reached.sort((one, other) => other.bound - one.bound)
  }
}

/** The most that a name can score with at most `agreed` weight in common and at least `extra` and `omitted` left over. */
export function bound(kind: Kind, agreed: number, extra: number, omitted: number): number {
  const extraRate = leftoverRate(settings.extra[kind]!, agreed)
  const omittedRate = leftoverRate(settings.omitted[kind]!, agreed)
  const apart = extra * extraRate + omitted * omittedRate
  const both = Math.min(extra, omitted)
  const against = settings.contradiction[kind]! * both + (extra - both) * extraRate + (omitted - both) * omittedRate
  return agreed > 0 ? agreed / (agreed + Math.min(apart, against)) : 0
}

/** Position of the first of the ascending `postings` from `start` to before `end` that is not below `least`. */
function firstFrom(postings: Uint32Array, start: number, end: number, least: number): number {
  let low = start
  let high = end
  while (low < high) {
    const middle = (low + high) >>> 1
    if (postings[middle]! < least) low = middle + 1
    else high = middle
  }
  return low
}
