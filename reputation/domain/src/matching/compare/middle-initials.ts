/** Whether two names of a person give different middle names, of which at least one is an initial: John A. and John B. Smith. */
import { role } from '../tokens/token.ts'
import type { NameSide, Pair } from './pair.ts'

/**
 * Letters that transliterations put for each other at the beginning of a name (Yevgeny, Jewgenij, Evgeny; Khalid, Halid):
 * these do not speak against each other.
 */
const soundingAlike = ['aeiouyjh', 'ckqgxhs', 'vwbfp', 'szctjx', 'dtz', 'lr', 'mn']
const groupsOf = new Uint8Array(128)
for (const [group, letters] of soundingAlike.entries())
  for (const letter of letters) groupsOf[letter.charCodeAt(0)]! |= 1 << group

/**
 * An initial and a name, or two initials, conflict where neither has a counterpart and both stand in the same place: next
 * to words that are each other's. A second family name stands elsewhere.
 *
 * Index bounds: letters of names are ASCII; partners are tokens of the other name.
 */
export function hasConflictingInitials({ query, listed }: Pair): boolean {
  return conflicts(query, listed, false) || conflicts(listed, query, true)
}

function conflicts(one: NameSide, other: NameSide, needsName: boolean): boolean {
  for (let i = 0; i < one.count; i++) {
    if (one.role[i] !== role.initial || !one.isFree(i)) continue
    const before = i > 0 ? one.partnerOf(i - 1) : -1
    const after = i + 1 < one.count ? one.partnerOf(i + 1) : -1
    if (before >= 0 && isOther(one, i, other, before + 1, needsName)) return true
    if (after > 0 && isOther(one, i, other, after - 1, needsName)) return true
  }
  return false
}

/** Whether token `j` of the other name has no counterpart either, and begins with another sound than initial `i`. */
function isOther(one: NameSide, i: number, other: NameSide, j: number, needsName: boolean): boolean {
  if (j >= other.count || !other.isFree(j)) return false
  if (!other.isName(j) && (needsName || other.role[j] !== role.initial)) return false
  const letter = one.text(i).charCodeAt(0) & 127
  const otherLetter = other.text(j).charCodeAt(0) & 127
  return letter !== otherLetter && (groupsOf[letter]! & groupsOf[otherLetter]!) === 0
}
