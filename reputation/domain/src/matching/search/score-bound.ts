/**
 * What words may add to a score, before any name is looked at.
 *
 * A score reaches a threshold when its **surplus** is not negative: of every pair of aligned words, their weight times
 * what the similarity, raised to its power, has over the threshold; less the threshold times what leftover words count.
 */

import { leftoverRate, powerOfQuery, raised, settings } from '../compare/score-settings.ts'
import type { Vocabulary } from '../index/vocabulary.ts'
import { isSyllable, markOf } from '../scripts/word-mark.ts'
import { role } from '../tokens/analyse.ts'
import { type NameKind, nameKind } from '../tokens/name-kind.ts'
import type { PreparedQuery, PreparedToken } from './prepared-query.ts'

/** A surplus so little below nothing may be an error of adding up. */
export const surplusSlack = 2e-3

/** How what words may add is worked out for one query. */
export class Worth {
  readonly threshold: number
  readonly #kind: NameKind
  readonly #words: Vocabulary
  readonly #tokens: readonly PreparedToken[]
  readonly #power: number
  /** What each token weighs when it is left over, and what it then takes from the surplus at the least. */
  readonly #leftover: number[]
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
    this.syllabic = tokens.some((token) => isSyllable(markOf(token.text)))
    const leastRate = this.syllabic ? settings.syllabic.leftover : settings.extra[kind]!.least
    // A word that the query only says again costs nothing.
    this.#leftover = tokens.map(({ text, leftover }, i) =>
      tokens.some((token, other) => other !== i && token.text === text) ? 0 : leftover,
    )
    this.#leftOut = this.#leftover.map((leftover) => -threshold * leastRate * leftover)
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
    const isWhole =
      worth === 1 || (this.#kind === nameKind.organisation && this.#words.beginsAlike(unit, this.#tokens[i]!.text))
    return Math.max(shared * ((isWhole ? 1 : worth) - this.threshold), this.#leftOut[i]!)
  }

  /** What the tokens with the bits weigh when nothing answers to them. */
  leftover(bits: number): number {
    let sum = 0
    for (let left = bits; left !== 0; left &= left - 1) sum += this.#leftover[31 - Math.clz32(left & -left)]!
    return sum
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

/**
 * What leftover weight counts at the least: `extra` in the query and `omitted` in the listed name, when no more than
 * `agreed` is agreed.
 */
export function leftoverCost(
  kind: NameKind,
  agreed: number,
  extra: number,
  omitted: number,
  syllabic: boolean,
): number {
  const extraRate = syllabic ? settings.syllabic.leftover : leftoverRate(settings.extra[kind]!, agreed)
  const omittedRate = syllabic ? settings.syllabic.leftover : leftoverRate(settings.omitted[kind]!, agreed)
  const apart = extra * extraRate + omitted * omittedRate
  const both = Math.min(extra, omitted)
  const against = settings.contradiction[kind]! * both + (extra - both) * extraRate + (omitted - both) * omittedRate
  return Math.min(apart, against)
}
