import { type NameKind, nameKind } from '../tokens/name-kind.ts'
/**
 * The listed names that the postings have touched, each with an upper bound of what its tokens could add up to. The
 * bounds count every near word as if it were free to be aligned, so they never lie below the score and its surplus.
 */

import { settings } from '../compare/score-settings.ts'
import { role } from '../tokens/analyse.ts'
import type { PreparedToken } from './prepared-query.ts'
import type { NearWord } from './query-terms.ts'
import { leftoverCost, surplusSlack, type Worth } from './score-bound.ts'

/** Set beside the bits of the query's tokens: words may be glued, and then one word of the query may be a whole name. */
const gluedBit = 1 << 30

/** The most that a listed word weighs. */
const mostWeight = Math.max(1, settings.numberWeight)

/** A name that may match, and the most that it can score. */
export type Reached = { name: number; bound: number }

/** What adding up weights in another order may make of a score. */
const roundingSlack = 1e-4

/**
 * What is known of a name, side by side in memory: the bits of the query tokens that have a near word in it; an upper
 * bound of the agreed weight, of the listed weight that it takes, and of the surplus; of these, what the last round
 * added, and which round that was.
 */
const field = {
  tokens: 0,
  lastRound: 1,
  agreed: 2,
  taken: 3,
  surplus: 4,
  lastAgreed: 5,
  lastTaken: 6,
  lastSurplus: 7,
} as const
const fields = 8

export class Candidates {
  readonly #weights: Float32Array
  readonly #numbers: Uint32Array
  readonly #touched: Uint32Array
  readonly #firstOfPair: Uint32Array
  #pair = 0
  #count = 0
  #from = 0
  #to = 0
  #round = 0
  #bits = 0
  #creates = true
  #agreed = 0
  #taken = 0

  constructor(names: number) {
    this.#weights = new Float32Array(names * fields)
    this.#numbers = new Uint32Array(this.#weights.buffer)
    this.#touched = new Uint32Array(names)
    this.#firstOfPair = new Uint32Array(names)
  }

  /** Begins a query about the names from `from` to before `to`. */
  start(from: number, to: number): void {
    this.#from = from
    this.#to = to
    this.#count = 0
  }

  /** How many names have been touched so far. */
  get count(): number {
    return this.#count
  }

  /** Calls `visit` with the names touched so far, from the given one on, each with the bits of what was told of it. */
  eachTouched(from: number, visit: (name: number, bits: number) => void): void {
    for (let touched = from; touched < this.#count; touched++) {
      const name = this.#touched[touched]!
      visit(name, this.#numbers[name * fields + field.tokens]!)
    }
  }

  /** The most that has been agreed with a touched name so far. */
  agreedOf(name: number): number {
    return this.#weights[name * fields + field.agreed]!
  }

  /** The most that the surplus of a touched name has so far. */
  surplusOf(name: number): number {
    return this.#weights[name * fields + field.surplus]!
  }

  /** The touched name holds words near the query token with the bit, of which nothing was said of it before. */
  tell(name: number, bit: number, agreed: number, taken: number, surplus: number): void {
    const at = name * fields
    this.#numbers[at + field.tokens]! |= bit
    this.#weights[at + field.agreed]! += agreed
    this.#weights[at + field.taken]! += taken
    this.#weights[at + field.surplus]! += surplus
  }

  /** What is added until the next call is said of the query token with the bit. */
  beginToken(bit: number): void {
    this.#round++
    this.#bits = bit
  }

  /**
   * What is added until the next call may hold the letters of the query tokens in `bits`, of the given weight, with the
   * spaces elsewhere: as so many words at the most.
   */
  beginGlued(bits: number, weight: number, listedWords: number): void {
    this.beginToken(bits | gluedBit)
    this.#taken = listedWords * mostWeight
    this.#agreed = (weight + this.#taken) / 2
  }

  /**
   * The names in `postings`, of those from `from` to before `to`, hold the near word. Only `creates` brings in new names.
   * Names with glued words are left as they are: they were told of all their words at once.
   */
  add(postings: Uint32Array, near: NearWord, from: number, to: number, creates: boolean): void {
    const { start, end, agreed, taken, surplus } = near
    this.#creates = creates
    for (let at = firstFrom(postings, start, end, from); at < end; at++) {
      const name = postings[at]!
      if (name >= to) return
      if ((this.#numbers[name * fields + field.tokens]! & gluedBit) === 0) this.#raise(name, agreed, taken, surplus)
    }
  }

  /** The name may hold the letters of the tokens that `beginGlued` spoke of. */
  addGlued(name: number): void {
    this.#creates = true
    if (name >= this.#from && name < this.#to) this.#raise(name, this.#agreed, this.#taken, 0)
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

  #raise(name: number, agreed: number, taken: number, surplus: number): void {
    const weights = this.#weights
    const numbers = this.#numbers
    const at = name * fields
    if (numbers[at + field.tokens] === 0) {
      if (!this.#creates) return
      this.#touched[this.#count++] = name
      weights[at + field.agreed] = 0
      weights[at + field.taken] = 0
      weights[at + field.surplus] = 0
      numbers[at + field.lastRound] = 0
    }
    numbers[at + field.tokens]! |= this.#bits
    if (numbers[at + field.lastRound] !== this.#round) {
      numbers[at + field.lastRound] = this.#round
      weights[at + field.lastAgreed] = agreed
      weights[at + field.lastTaken] = taken
      weights[at + field.lastSurplus] = surplus
      weights[at + field.agreed]! += agreed
      weights[at + field.taken]! += taken
      weights[at + field.surplus]! += surplus
      return
    }
    if (agreed > weights[at + field.lastAgreed]!) {
      weights[at + field.agreed]! += agreed - weights[at + field.lastAgreed]!
      weights[at + field.lastAgreed] = agreed
    }
    if (taken > weights[at + field.lastTaken]!) {
      weights[at + field.taken]! += taken - weights[at + field.lastTaken]!
      weights[at + field.lastTaken] = taken
    }
    if (surplus > weights[at + field.lastSurplus]!) {
      weights[at + field.surplus]! += surplus - weights[at + field.lastSurplus]!
      weights[at + field.lastSurplus] = surplus
    }
  }

  /**
   * The touched names that may reach the threshold, the highest bound first; leaves the table clean. `listed` tells of
   * each name what its words weigh when left over, and whether it holds an initial.
   */
  reaching(
    worth: Worth,
    tokens: readonly PreparedToken[],
    kind: NameKind,
    listed: { leftover: Float32Array; hasInitial: (name: number) => boolean },
  ): Reached[] {
    const { threshold, syllabic } = worth
    const reached: Reached[] = []
    const asksInitial = tokens.some((token) => token.role === role.initial)
    const words = tokens.reduce((bits, token, i) => (token.role === role.name ? bits | (1 << i) : bits), 0)
    const needsTwo =
      kind === nameKind.person && !asksInitial && (words & (words - 1)) !== 0 && threshold > settings.onlyInitials
    for (let touched = 0; touched < this.#count; touched++) {
      const name = this.#touched[touched]!
      const at = name * fields
      const found = this.#numbers[at + field.tokens]!
      this.#numbers[at + field.tokens] = 0
      // One word of several never reaches the threshold for a person (see the caps of the score).
      if (needsTwo && (found & (found - 1)) === 0) continue
      if (kind === nameKind.person && listed.hasInitial(name)) {
        reached.push({ name, bound: 1 })
        continue
      }
      const agreed = this.#weights[at + field.agreed]! + worth.besides
      const isGlued = (found & gluedBit) !== 0
      const surplus =
        (isGlued ? agreed * (1 - threshold) : this.#weights[at + field.surplus]! + worth.surplusBesides) + surplusSlack
      const extra = worth.leftover(words & ~found)
      if (surplus < threshold * leftoverCost(kind, agreed, extra, 0, syllabic)) continue
      const taken = this.#weights[at + field.taken]!
      const omitted = kind === nameKind.person && asksInitial ? 0 : Math.max(0, listed.leftover[name]! - taken)
      const cost = leftoverCost(kind, agreed, extra, omitted, syllabic)
      if (surplus < threshold * cost) continue
      reached.push({ name, bound: agreed > 0 ? agreed / (agreed + cost) + roundingSlack : 0 })
    }
    return reached.sort((one, other) => other.bound - one.bound)
  }
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
