/**
 * Leftover weight: that of the words of one name which found no counterpart in the other. In the query it is **extra**,
 * in the listed name **omitted**; where both names have some, it is a **contradiction**.
 */
import { kindWords } from '../tables/generic-words.ts'
import { patronymic } from '../tables/person-words.ts'
import { type NameKind, nameKind } from '../tokens/name-kind.ts'
import { role, type Token } from '../tokens/token.ts'
import { settings } from './score-settings.ts'

type Rate = { min: number; slope: number; enough: number }

/** Rate at which leftover weight counts once `agreed` weight has found its counterpart: the more agrees, the less. */
const leftoverRate = (rate: Rate, agreed: number): number => rate.min + rate.slope * Math.max(0, rate.enough - agreed)

/**
 * What leftover weight adds to the divisor of the score: `contradiction` of the weights `extra` and `omitted` speaks
 * against each other, the rest counts by itself. Rates fall as `agreed` rises; names of syllables count leftovers whole.
 */
export function leftoverCost(
  kind: NameKind,
  agreed: number,
  syllabic: boolean,
  extra: number,
  omitted: number,
  contradiction: number,
): number {
  const extraRate = syllabic ? settings.syllabic.leftover : leftoverRate(settings.extra[kind], agreed)
  const omittedRate = syllabic ? settings.syllabic.leftover : leftoverRate(settings.omitted[kind], agreed)
  return (
    settings.contradiction[kind] * contradiction +
    (extra - contradiction) * extraRate +
    (omitted - contradiction) * omittedRate
  )
}

/** The lowest `leftoverCost` of these weights, whatever part of them is a contradiction. */
export function minLeftoverCost(
  kind: NameKind,
  agreed: number,
  syllabic: boolean,
  extra: number,
  omitted: number,
): number {
  const apart = leftoverCost(kind, agreed, syllabic, extra, omitted, 0)
  if (extra === 0 || omitted === 0) return apart
  return Math.min(apart, leftoverCost(kind, agreed, syllabic, extra, omitted, Math.min(extra, omitted)))
}

/** A name as far as its leftover weight goes. */
type NameWords = { readonly count: number; readonly role: ArrayLike<number>; text(i: number): string }

/**
 * Share of its weight that a left-over word keeps: less for a father's name (a patronymic, or what follows 'son of' and
 * is not the last word), which documents give or leave out as they please, and for what an organisation is, which people
 * leave out of its name as easily, where all else is the same (`exact`): VTB Bank is VTB.
 */
export function leftoverShare(kind: NameKind, name: NameWords, i: number, exact = true): number {
  if (name.role[i] !== role.name) return 1
  const word = name.text(i)
  if (exact && kind === nameKind.organisation && kindWords.has(word)) return settings.kindWordShare
  if (word.length > 6 && patronymic.test(word)) return settings.fatherShare
  const followsSonOf = i > 0 && name.role[i - 1] === role.particle && name.text(i - 1) === 'bin'
  const precedesParticle = i + 1 < name.count && name.role[i + 1] === role.particle
  return followsSonOf && precedesParticle ? settings.fatherShare : 1
}

/** Weight of a name's words when all of them are left over. */
export function leftoverWeight(kind: NameKind, name: NameWords, weight: (i: number) => number): number {
  let sum = 0
  for (let i = 0; i < name.count; i++) if (name.role[i] === role.name) sum += weight(i) * leftoverShare(kind, name, i)
  return sum
}

export const nameWordsOf = (tokens: readonly Token[]): NameWords => ({
  count: tokens.length,
  role: tokens.map((token) => token.role),
  text: (i) => tokens[i]?.text ?? '',
})
