/**
 * The listed names that the postings have touched, each with an upper bound of what its tokens could add up to. The
 * bound counts every near word as if it were free to be aligned, so it never lies below the score.
 */
import { type Kind, role } from './analysis.ts'
import { isSyllable } from './pair.ts'
import type { PreparedToken } from './prepared-query.ts'
import { leftoverRate, settings } from './score-settings.ts'
import { markOf } from './similarity.ts'

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
 * bound of the agreed weight, and of the listed weight that it takes; of both, what the last round added, and which
 * round that was; and the pair of words that the name was last marked for.
 */
const field = { tokens: 0, agreed: 1, taken: 2, lastAgreed: 3, lastTaken: 4, lastRound: 5, pair: 6 } as const
const fields = 8

export class Candidates {
  readonly #weights: Float32Array
  readonly #numbers: Uint32Array
  readonly #touched: Uint32Array
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

  /** Calls `visit` with every name touched so far, and with the bits of the query tokens that it has been told of. */
  eachTouched(visit: (name: number, bits: number) => void): void {
    for (let touched = 0; touched < this.#count; touched++) {
      const name = this.#touched[touched]!
      visit(name, this.#numbers[name * fields + field.tokens]!)
    }
  }

  /** The touched name holds words near the query token with the bit, of which nothing was said of it before. */
  tell(name: number, bit: number, agreed: number, taken: number): void {
    const at = name * fields
    this.#numbers[at + field.tokens]! |= bit
    this.#weights[at + field.agreed]! += agreed
    this.#weights[at + field.taken]! += taken
  }

  /** What is added until the next call is said of the query token with the bit. Only `creates` brings in new names. */
  beginToken(bit: number, creates: boolean): void {
    this.#round++
    this.#bits = bit
    this.#creates = creates
  }

  /**
   * What is added until the next call may hold the letters of the query tokens in `bits`, of the given weight, with the
   * spaces elsewhere: as so many words at the most.
   */
  beginGlued(bits: number, weight: number, listedWords: number): void {
    this.beginToken(bits | gluedBit, true)
    this.#taken = listedWords * mostWeight
    this.#agreed = (weight + this.#taken) / 2
  }

  /**
   * The names in `postings`, of those from `from` to before `to`, hold a word near the token: `agreed` and `taken` are
   * weights that it may add.
   */
  add(
    postings: Uint32Array,
    start: number,
    end: number,
    from: number,
    to: number,
    agreed: number,
    taken: number,
  ): void {
    for (let at = firstFrom(postings, start, end, from); at < end; at++) {
      const name = postings[at]!
      if (name >= to) return
      this.#raise(name, agreed, taken)
    }
  }

  /** The name may hold the letters of the tokens that `beginGlued` spoke of. */
  addGlued(name: number): void {
    if (name >= this.#from && name < this.#to) this.#raise(name, this.#agreed, this.#taken)
  }

  /** Begins to look for names that are marked first and then added. */
  beginPair(): void {
    this.#pair++
  }

  markFirst(name: number): void {
    this.#numbers[name * fields + field.pair] = this.#pair
  }

  addIfMarked(name: number): void {
    if (this.#numbers[name * fields + field.pair] === this.#pair) this.addGlued(name)
  }

  #raise(name: number, agreed: number, taken: number): void {
    const weights = this.#weights
    const numbers = this.#numbers
    const at = name * fields
    if (numbers[at + field.tokens] === 0) {
      if (!this.#creates) return
      this.#touched[this.#count++] = name
      weights[at + field.agreed] = 0
      weights[at + field.taken] = 0
      numbers[at + field.lastRound] = 0
    }
    numbers[at + field.tokens]! |= this.#bits
    if (numbers[at + field.lastRound] !== this.#round) {
      numbers[at + field.lastRound] = this.#round
      weights[at + field.lastAgreed] = agreed
      weights[at + field.lastTaken] = taken
      weights[at + field.agreed]! += agreed
      weights[at + field.taken]! += taken
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
    const words = bitsOfRole(tokens, role.name)
    const besides = weightBesides(tokens)
    const syllabic = holdsSyllable(tokens)
    const needsTwo = kind === 0 && !asksInitial && (words & (words - 1)) !== 0 && threshold > settings.onlyInitials
    for (let touched = 0; touched < this.#count; touched++) {
      const name = this.#touched[touched]!
      const at = name * fields
      const found = this.#numbers[at + field.tokens]!
      this.#numbers[at + field.tokens] = 0
      // One word of several never reaches the threshold for a person (see the caps of the score).
      if (needsTwo && (found & (found - 1)) === 0) continue
      const agreed = this.#weights[at + field.agreed]! + besides
      if (kind === 0 && listed.hasInitial(name)) {
        reached.push({ name, bound: 1 })
        continue
      }
      let extra = 0
      for (let lacking = words & ~found; lacking !== 0; lacking &= lacking - 1)
        extra += tokens[31 - Math.clz32(lacking & -lacking)]!.leftover
      if (bound(kind, agreed, extra, 0, syllabic) + roundingSlack < threshold) continue
      const omitted =
        kind === 0 && asksInitial ? 0 : Math.max(0, listed.leftover[name]! - this.#weights[at + field.taken]!)
      const most = bound(kind, agreed, extra, omitted, syllabic) + roundingSlack
      if (most >= threshold) reached.push({ name, bound: most })
    }
    return reached.sort((one, other) => other.bound - one.bound)
  }
}

const bitsOfRole = (tokens: readonly PreparedToken[], its: number): number =>
  tokens.reduce((bits, token, i) => (token.role === its ? bits | (1 << i) : bits), 0)

/** Weight of the tokens that are no words of the name: they may all find their counterparts. */
export const weightBesides = (tokens: readonly PreparedToken[]): number =>
  tokens.reduce((sum, token) => (token.role === role.name || token.role === role.legal ? sum : sum + token.weight), 0)

export const holdsSyllable = (tokens: readonly PreparedToken[]): boolean =>
  tokens.some((token) => isSyllable(markOf(token.text.charCodeAt(0))))

/**
 * The most that a name can score with at most `agreed` weight in common and at least `extra` and `omitted` left over.
 * `syllabic` says that the query holds a syllable.
 */
export function bound(kind: Kind, agreed: number, extra: number, omitted: number, syllabic: boolean): number {
  const extraRate = syllabic ? settings.syllabic.leftover : leftoverRate(settings.extra[kind]!, agreed)
  const omittedRate = syllabic ? settings.syllabic.leftover : leftoverRate(settings.omitted[kind]!, agreed)
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
