/**
 * The items at the same places of two lists. Throws `RangeError` where one list is longer.
 *
 * Index bounds: both lists are of the same length.
 */
export function zip<A, B>(one: readonly A[], other: readonly B[]): [A, B][] {
  if (one.length !== other.length) throw new RangeError(`${one.length} items beside ${other.length}`)
  return one.map((item, i) => [item, other[i]!])
}
