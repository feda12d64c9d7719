/** The item at a place that the caller knows to be there. Throws `RangeError` where it is not: the caller is wrong then. */
export function itemAt<T>(items: ArrayLike<T>, place: number): T {
  const item = items[place]
  if (item === undefined) throw new RangeError(`there is no item ${place} among ${items.length}`)
  return item
}
