/** Whether one letter changed, added or left out makes the one word the other, or they are the same. */
export function withinOneEdit(one: string, other: string): boolean {
  let start = 0
  while (start < one.length && one[start] === other[start]) start++
  let endOne = one.length
  let endOther = other.length
  while (endOne > start && endOther > start && one[endOne - 1] === other[endOther - 1]) {
    endOne--
    endOther--
  }
  return endOne - start <= 1 && endOther - start <= 1
}
