/** What the order of the aligned words says. */
import { role } from '../tokens/analyse.ts'
import { type Pair, size } from './pair.ts'

/** Whether the 'abdul' of both names stands before different words: the query's goes with another word of the list. */
export function dividesServant(pair: Pair): boolean {
  for (let i = 0; i + 1 < pair.queryCount; i++) {
    const j = pair.queryPartner[i]!
    if (j < 0 || pair.queryText(i) !== 'abdul' || pair.listedText(j) !== 'abdul' || j + 1 >= pair.listedCount) continue
    const partner = pair.queryPartner[i + 1]!
    if (partner >= 0 && partner !== j + 1 && partner !== j && pair.listedPartner[j + 1]! < 0) return true
  }
  return false
}

/** Whether both names say whose son or daughter they speak of. */
export function hasFather(pair: Pair): boolean {
  for (let i = 0; i < pair.queryCount; i++)
    if (pair.queryRole[i] === role.particle && pair.queryText(i) === 'bin' && pair.queryPartner[i]! >= 0) return true
  return false
}

/** Whether the aligned tokens stand in the same order, or in one that a comma reading makes of it (a rotation). */
export function keepsOrder(pair: Pair): boolean {
  let descents = 0
  let previous = -1
  let first = -1
  for (let i = 0; i < pair.queryCount; i++) {
    const partner = pair.queryPartner[i]!
    if (partner < 0 || pair.queryRole[i] !== role.name) continue
    if (pair.translated[i * size + partner]) continue // another language has another order
    if (first < 0) first = partner
    if (partner < previous) descents++
    previous = partner
  }
  if (previous >= 0 && first < previous) descents++
  return descents <= 1 || isRotation(pair)
}

/** Whether the two names are the same words turned round; the alignment may have crossed words that repeat. */
function isRotation(pair: Pair): boolean {
  const count = pair.queryCount
  if (count !== pair.listedCount) return false
  for (let turn = 0; turn < count; turn++) {
    let i = 0
    while (i < count && pair.queryText(i) === pair.listedText((i + turn) % count)) i++
    if (i === count) return true
  }
  return false
}
