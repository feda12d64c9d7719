/**
 * Upper bounds of what words may add to a score, before any name is compared.
 *
 * The **slack** of a comparison is how far its agreed weight lies above the threshold's share of the divisor:
 *
 *     slack = Σ weight × (credit − threshold)  −  threshold × cost of the leftover words
 *
 * The score reaches the threshold exactly when the slack is not negative. Each aligned pair of words adds to it by
 * itself, so bounds of the slack can be added up word by word.
 */
import { credit, minPowerOf } from '../compare/credit.ts'
import { minLeftoverCost } from '../compare/leftover.ts'
import { settings } from '../compare/score-settings.ts'
import type { Vocabulary } from '../index/vocabulary.ts'
import { isSyllable, markOf } from '../scripts/word-mark.ts'
import { type NameKind, nameKind } from '../tokens/name-kind.ts'
import { role } from '../tokens/token.ts'
import type { PreparedQuery, PreparedToken } from './prepared-query.ts'

/** A slack so little below zero may be an error of floating-point addition. */
export const slackTolerance = 2e-3

/**
 * The bounds for one query and threshold.
 *
 * Index bounds: callers pass numbers of tokens of the query.
 */
export class ScoreBound {
  readonly threshold: number
  /** Whether persons who agree in one word of several count: their scores are capped at that of a name and an initial. */
  readonly countsOneWord: boolean
  readonly #kind: NameKind
  readonly #words: Vocabulary
  readonly #tokens: readonly PreparedToken[]
  readonly #power: number
  /** Weight of each token when it is left over, and the greatest slack that it then has (0 or less). */
  readonly #leftover: number[]
  readonly #leftoverSlack: number[]
  /** Weight of the tokens that are no words of the name, all of which may find their counterparts. */
  readonly nonNameWeight: number
  /** Whether the query holds a syllable: then whatever is left over counts whole. */
  readonly syllabic: boolean

  constructor({ kind, tokens }: PreparedQuery, threshold: number, words: Vocabulary, decisive = threshold) {
    this.threshold = threshold
    this.countsOneWord = decisive <= settings.onlyInitials
    this.#kind = kind
    this.#words = words
    this.#tokens = tokens
    this.#power = minPowerOf(kind, tokens)
    this.syllabic = tokens.some((token) => isSyllable(markOf(token.text)))
    const minRate = this.syllabic ? settings.syllabic.leftover : settings.extra[kind].min
    // A word that the query repeats costs nothing.
    this.#leftover = tokens.map(({ text, leftover }, i) =>
      tokens.some((token, other) => other !== i && token.text === text) ? 0 : leftover,
    )
    this.#leftoverSlack = this.#leftover.map((leftover) => -threshold * minRate * leftover)
    this.nonNameWeight = tokens
      .filter((token) => token.role !== role.name && token.role !== role.legal)
      .reduce((sum, { weight }) => sum + weight, 0)
  }

  /** Upper bound of the credit that a similarity earns. */
  credit(similarity: number): number {
    return credit(similarity, this.#power)
  }

  /** Slack that token i and a listed unit of the given shared weight and credit may add; no less than a leftover token. */
  slack(i: number, unit: number, shared: number, earned: number): number {
    // A legal form stuck to a word is taken off it later.
    const isWhole =
      earned === 1 || (this.#kind === nameKind.organisation && this.#words.continues(unit, this.#tokens[i]!.text))
    return Math.max(shared * ((isWhole ? 1 : earned) - this.threshold), this.#leftoverSlack[i]!)
  }

  /** Weight of the tokens in `bits` when all of them are left over. */
  leftover(bits: number): number {
    let sum = 0
    for (let left = bits; left !== 0; left &= left - 1) sum += this.#leftover[31 - Math.clz32(left & -left)]!
    return sum
  }

  /**
   * Lower bound of what leftover words of this weight, of the query and of the listed name, take from the slack when at
   * most `agreed` weight agrees.
   */
  cost(agreed: number, leftover: number, omitted = 0): number {
    if (leftover === 0 && omitted === 0) return 0
    return this.threshold * minLeftoverCost(this.#kind, agreed, this.syllabic, leftover, omitted)
  }

  /** Slack of the tokens that are no words of the name. */
  get nonNameSlack(): number {
    return this.nonNameWeight * (1 - this.threshold)
  }
}
