/**
 * Which words of the two names are each other's counterparts, one by one. Joined words follow in `joined-words.ts`.
 *
 * Index bounds: tokens are counted below `count`, for which the arrays of a pair have room.
 */
import { wordMark } from '../scripts/word-mark.ts'
import { maxTokens, role } from '../tokens/token.ts'
import { powerOf } from './credit.ts'
import { type Finding, round3, round6 } from './finding.ts'
import { type Pair, pairCell } from './pair.ts'
import { settings } from './score-settings.ts'

/** Aligns single words, the best pairs first; among equals the pair that keeps the order. */
export function alignWords(pair: Pair, findings: Finding[] | undefined): void {
  const { query, listed } = pair
  const power = powerOf(pair)
  for (;;) {
    const cell = bestCell(pair)
    if (cell < 0) return
    const i = Math.floor(cell / maxTokens)
    const j = cell % maxTokens
    const value = pair.similarityOf(i, j)
    const translated = pair.translated[cell] === 1
    const shared = pair.sharedWeight(i, j)
    pair.align(i, j)
    const before = pair.agreed
    pair.agree(shared, value, power)
    if (query.isName(i)) {
      if (value >= 0.8) pair.solid++
      if (!translated) pair.ownWords++
      if (value >= 0.95 || query.mark[i] !== wordMark.none || listed.mark[j] !== wordMark.none) pair.anySame = true
    }
    findings?.push({
      rule: value === 1 ? 'same' : translated ? 'translation' : 'spelling',
      query: query.surface(i),
      listed: listed.surface(j),
      similarity: round3(value),
      weight: round6(shared),
      counts: round6(pair.agreed - before),
    })
  }
}

/** The cell of the two most similar words that are still free, or -1. */
function bestCell({ query, listed, similarity }: Pair): number {
  const { count: queryCount, partner: queryPartner, role: queryRole } = query
  const { count: listedCount, partner: listedPartner } = listed
  let best = 0
  let cell = -1
  for (let i = 0; i < queryCount; i++) {
    if (queryPartner[i]! >= 0 || queryRole[i] === role.legal) continue
    for (let j = 0; j < listedCount; j++) {
      const value = similarity[pairCell(i, j)]!
      if (value === 0 || listedPartner[j]! >= 0) continue
      const preference = value - Math.abs(i - j) * 1e-4
      if (preference <= best) continue
      best = preference
      cell = pairCell(i, j)
    }
  }
  return cell
}

/** Aligns initials with the names that they begin. */
export function alignInitials(pair: Pair, findings: Finding[] | undefined): void {
  const { query, listed } = pair
  for (let i = 0; i < query.count; i++) {
    if (!query.isFree(i)) continue
    for (let j = 0; j < listed.count; j++) {
      if (!listed.isFree(j) || !isInitialOf(pair, i, j)) continue
      pair.align(i, j)
      pair.weight += settings.initialWeight
      pair.agreed += settings.initialWeight * 0.9
      pair.exact = false
      findings?.push({
        rule: 'initial',
        query: query.surface(i),
        listed: listed.surface(j),
        similarity: 0.9,
        weight: settings.initialWeight,
        counts: round6(settings.initialWeight * 0.9),
      })
      break
    }
  }
}

function isInitialOf({ query, listed }: Pair, i: number, j: number): boolean {
  const initialAndName =
    (query.role[i] === role.initial && listed.isName(j)) || (query.isName(i) && listed.role[j] === role.initial)
  return initialAndName && query.text(i).charCodeAt(0) === listed.text(j).charCodeAt(0)
}
