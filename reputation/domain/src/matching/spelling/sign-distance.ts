/**
 * The priced edit distance between the signs of two words.
 *
 * This is the innermost loop of screening.
 *
 * Index bounds: signs are numbers below `signCount`, and words have at most `maxWordLength` of them, for which the tables
 * and rows are made.
 */
import { minInt } from './branchless-min.ts'
import { finalA, firstSign, otherSign, partsOfEdit, price, single, swapPrice } from './sign-prices.ts'
import { letter, maxWordLength, signCount } from './signs.ts'

const a = letter('a')

/** The prices in parts of a full edit, for signs in the middle of a word and for first ones. */
const inParts = (prices: Uint8Array, weight: number) => Uint16Array.from(prices, (cost) => cost * weight)
const meetParts = inParts(price, otherSign)
const meetPartsFirst = inParts(price, firstSign)
const singleParts = inParts(single, otherSign)
const singlePartsFirst = inParts(single, firstSign)
const swapParts = swapPrice * otherSign
const finalAParts = finalA * otherSign

/** One more than a row has cells: what lies beside the cells that are worked out is out of reach. */
const width = maxWordLength + 2
const outOfReach = 1 << 28
const [firstRow, secondRow, thirdRow] = [new Int32Array(width), new Int32Array(width), new Int32Array(width)]
/** The lowest price of a sign that only one word has. */
const minSingle = Math.min(...single) * otherSign

/**
 * Priced edit distance between two sign sequences (optimal string alignment: neighbours may swap once), in full edits.
 * What the two begin and end with alike is taken as aligned. `Infinity` once the distance must exceed `limit`. The second
 * sequence begins at `otherStart` of its array.
 *
 * Only the cells near the diagonal are worked out: each step off it, and back, costs a sign that only one word has.
 */
export function signDistance(
  one: Uint8Array,
  oneLength: number,
  other: Uint8Array,
  otherStart: number,
  otherLength: number,
  limit: number,
): number {
  const shorter = Math.min(oneLength, otherLength)
  let start = 0
  while (start < shorter && one[start] === other[otherStart + start]) start++
  let oneEnd = oneLength
  let otherEnd = otherStart + otherLength
  const otherFrom = otherStart + start
  while (oneEnd > start && otherEnd > otherFrom && one[oneEnd - 1] === other[otherEnd - 1]) {
    oneEnd--
    otherEnd--
  }
  const lines = oneEnd - start
  const columns = otherEnd - otherFrom
  const ends = oneEnd === oneLength
  if (lines === 0) return unmatchedCost(other, otherFrom, columns, start === 0, ends) / partsOfEdit
  if (columns === 0) return unmatchedCost(one, start, lines, start === 0, ends) / partsOfEdit
  const ceiling = Math.floor(limit * partsOfEdit + 1e-6) // a limit of 2.3 is 919.99… parts
  const longer = columns - lines
  const aside = (Math.floor(ceiling / minSingle) - Math.abs(longer)) >> 1
  if (aside < 0) return Number.POSITIVE_INFINITY
  const lowest = Math.min(longer, 0) - aside
  const highest = Math.max(longer, 0) + aside
  const base = otherFrom - 1
  const firstMeet = start === 0 ? meetPartsFirst : meetParts
  const firstSingle = start === 0 ? singlePartsFirst : singleParts
  const firstAdded = firstSingle[other[otherFrom]!]!

  let before = firstRow
  let above = secondRow
  let row = thirdRow
  let end = Math.min(highest, columns)
  above[0] = 0
  above[1] = firstAdded
  for (let col = 2; col <= end; col++) above[col] = above[col - 1]! + singleParts[other[base + col]!]!
  above[end + 1] = outOfReach
  let previous = -1
  let minAbove = 0
  for (let line = 1; line <= lines; line++) {
    const code = one[start + line - 1]!
    const dropped = line === 1 ? firstSingle[code]! : singleParts[code]!
    const prices = code * signCount
    end = Math.min(line + highest, columns)
    let col = line + lowest
    let left = outOfReach
    let min = outOfReach
    let diagonal = outOfReach
    if (col <= 1) {
      diagonal = above[0]!
      if (col <= 0) {
        left = diagonal + dropped
        min = left
      }
      row[0] = left
      let best = diagonal + (line === 1 ? firstMeet : meetParts)[prices + other[otherFrom]!]!
      diagonal = above[1]!
      best = minInt(best, diagonal + dropped)
      best = minInt(best, left + firstAdded)
      min = minInt(min, best)
      row[1] = best
      left = best
      col = 2
    } else {
      diagonal = above[col - 1]!
      row[col - 1] = outOfReach
    }
    let otherCode = other[base + col - 1]!
    for (; col <= end; col++) {
      const otherBefore = otherCode
      otherCode = other[base + col]!
      let best = diagonal + meetParts[prices + otherCode]!
      diagonal = above[col]!
      best = minInt(best, diagonal + dropped)
      best = minInt(best, left + singleParts[otherCode]!)
      if (code === otherBefore && previous === otherCode) best = minInt(best, before[col - 2]! + swapParts)
      min = minInt(min, best)
      row[col] = best
      left = best
    }
    // A swap leaps over a row.
    if (min > ceiling && minAbove + swapParts > ceiling) return Number.POSITIVE_INFINITY
    minAbove = min
    row[end + 1] = outOfReach
    previous = code
    const recycled = before
    before = above
    above = row
    row = recycled
  }
  const lastOne = one[oneEnd - 1]!
  const lastOther = other[otherEnd - 1]!
  if (!ends || (lastOne !== a && lastOther !== a)) return above[columns]! / partsOfEdit
  // The last cell again, for an `a` that one of the words ends in.
  const dropped = lastOne === a ? finalAParts : lines === 1 ? firstSingle[lastOne]! : singleParts[lastOne]!
  const added = lastOther === a ? finalAParts : columns === 1 ? firstAdded : singleParts[lastOther]!
  const meets = (lines === 1 && columns === 1 ? firstMeet : meetParts)[lastOne * signCount + lastOther]!
  let last = Math.min(before[columns - 1]! + meets, before[columns]! + dropped, above[columns - 1]! + added)
  if (lines > 1 && columns > 1 && lastOne === other[otherEnd - 2] && one[oneEnd - 2] === lastOther)
    last = Math.min(last, row[columns - 2]! + swapParts)
  return last / partsOfEdit
}

/** Parts of a full edit that signs cost which only one word has. */
function unmatchedCost(signs: Uint8Array, from: number, count: number, first: boolean, ends: boolean): number {
  let parts = 0
  for (let at = 0; at < count; at++) {
    const code = signs[from + at]!
    const cost = ends && at === count - 1 && code === a ? finalA : single[code]!
    parts += cost * (first && at === 0 ? firstSign : otherSign)
  }
  return parts
}
