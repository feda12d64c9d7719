/** What the order of the aligned words says. */
import { isChineseSyllable } from '../tables/chinese-syllables.ts'
import { nameKind } from '../tokens/name-kind.ts'
import { role } from '../tokens/token.ts'
import { type NameSide, type Pair, pairCell } from './pair.ts'

/** Whether the 'abdul' of both names stands before different words: the query's goes with another word of the list. */
export function dividesServant({ query, listed }: Pair): boolean {
  for (let i = 0; i + 1 < query.count; i++) {
    const j = query.partnerOf(i)
    if (j < 0 || query.text(i) !== 'abdul' || listed.text(j) !== 'abdul' || j + 1 >= listed.count) continue
    const partner = query.partnerOf(i + 1)
    if (partner >= 0 && partner !== j + 1 && partner !== j && listed.isFree(j + 1)) return true
  }
  return false
}

/** Whether both names say whose son or daughter they speak of. */
export function hasFather({ query }: Pair): boolean {
  for (let i = 0; i < query.count; i++)
    if (query.role[i] === role.particle && query.text(i) === 'bin' && !query.isFree(i)) return true
  return false
}

/**
 * Whether the aligned tokens stand in the same order, or in one that a comma reading makes of it (a rotation). No comma
 * stands in the names of ships, and Chinese syllables in another order are another word.
 */
export function keepsOrder(pair: Pair): boolean {
  const { query } = pair
  let descents = 0
  let previous = -1
  let first = -1
  for (let i = 0; i < query.count; i++) {
    const partner = query.partnerOf(i)
    if (partner < 0 || !query.isName(i)) continue
    if (pair.translated[pairCell(i, partner)]) continue // another language has another order
    if (first < 0) first = partner
    if (partner < previous) descents++
    previous = partner
  }
  if (descents === 0) return true
  if (pair.kind === nameKind.object || isChineseWord(pair)) return false
  return (descents === 1 && first >= previous) || isRotation(pair)
}

/** Whether both names are names of organisations that Chinese syllables make up. */
export const isChineseWord = ({ kind, query, listed }: Pair): boolean =>
  kind === nameKind.organisation && hasOnlySyllables(query) && hasOnlySyllables(listed)

function hasOnlySyllables(side: NameSide): boolean {
  for (let i = 0; i < side.count; i++) if (side.isName(i) && !isChineseSyllable(side.text(i))) return false
  return true
}

/** Whether one name is a rotation of the other; the alignment may have crossed words that repeat. */
function isRotation({ query, listed }: Pair): boolean {
  const { count } = query
  if (count !== listed.count) return false
  for (let offset = 0; offset < count; offset++) {
    let i = 0
    while (i < count && query.text(i) === listed.text((i + offset) % count)) i++
    if (i === count) return true
  }
  return false
}
