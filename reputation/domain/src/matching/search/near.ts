/** Which of the listed parties below the threshold are shown, and why. */
import type { Finding, FindingRule } from '../compare/finding.ts'
import type { NearReason } from '../screening.ts'

/**
 * The first `limit` of the ranked. Names that share a word or are held down come before those that are only similar, and
 * the best of a subject that is not shown yet before others: five entries of one subject would hide its namesakes.
 */
export function pickNear<T extends { subject: number; reason: NearReason }>(
  ranked: readonly T[],
  isShown: (subject: number) => boolean,
  limit: number,
): T[] {
  const seen = new Set<number>()
  const tiers = ranked.map(({ subject, reason }) => {
    const isFirst = !isShown(subject) && !seen.has(subject)
    seen.add(subject)
    return (reason === 'similar' ? 2 : 0) + (isFirst ? 0 : 1)
  })
  const order = tiers.map((tier, i) => ({ tier, i })).sort((one, other) => one.tier - other.tier || one.i - other.i)
  const picked = new Set(order.slice(0, limit).map(({ i }) => i))
  return ranked.filter((_, i) => picked.has(i))
}

/** Why it is shown. `isHeldDown`: its name alone reaches the threshold. */
export function reasonOf(explanation: readonly Finding[], isHeldDown: boolean): NearReason {
  const rules = new Set<FindingRule>(explanation.map(({ rule }) => rule))
  if (isHeldDown) return rules.has('date-of-birth') ? 'date-of-birth' : 'country'
  if (rules.has('initial')) return 'initial'
  return restsOnOneWord(explanation) ? 'one-word' : 'similar'
}

/** Weight above which a word that agrees carries the name: titles, particles and initials weigh less. */
const minNameWeight = 0.25

function restsOnOneWord(explanation: readonly Finding[]): boolean {
  const agreeing = explanation.filter(
    ({ query, listed, similarity, weight }) =>
      query !== undefined && listed !== undefined && similarity !== undefined && (weight ?? 1) > minNameWeight,
  )
  return agreeing.length === 1 && explanation.some(({ rule }) => rule === 'omitted' || rule === 'extra')
}
