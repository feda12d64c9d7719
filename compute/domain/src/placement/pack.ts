/**
 * How the GPUs of one deployment are laid on the nodes of one hub. What fits on one node of the hub's largest size
 * is placed on one node, because GPUs of different nodes talk slowly. A larger deployment takes whole nodes, the largest
 * first, and the rest on one further node. Of several suitable nodes the fullest is taken, so that large gaps stay large.
 *
 * A dedicated node is not shared: only a node that is wholly free can be taken, and what a deployment leaves of it stays
 * unused.
 *
 * Index bounds: both columns of the nodes, and what is taken of them, have an entry for each node.
 */

/** The nodes of one type at one hub: `free[i]` of the `sizes[i]` GPUs of node `i` are free. */
export type Nodes = { readonly sizes: Int32Array; readonly free: Int32Array; readonly dedicated: boolean }

/** How many GPUs one deployment can have here at most; every smaller number fits too. */
export function roomOn({ sizes, free, dedicated }: Nodes): number {
  let largest = 0
  let onOne = 0
  let wholly = 0
  let partly = 0
  for (let node = 0; node < sizes.length; node++) {
    const size = sizes[node]!
    const left = free[node]!
    if (size > largest) largest = size
    if (left === size) wholly += size
    else if (dedicated) continue
    else if (left > partly) partly = left
    if (left > onOne) onOne = left
  }
  // A deployment on several nodes begins with one of the largest.
  return onOne < largest ? onOne : wholly + partly
}

/** GPUs taken of each node, in the order of the nodes; undefined where there is no room. Throws `RangeError` below 1. */
export function pack(count: number, nodes: Nodes): Int32Array | undefined {
  if (!(Number.isInteger(count) && count >= 1)) throw new RangeError(`invalid number of GPUs: ${count}`)
  if (count > roomOn(nodes)) return undefined
  const taken = new Int32Array(nodes.sizes.length)
  let left = count
  if (left > largestOf(nodes.sizes)) left = takeWhole(left, nodes, taken)
  if (left > 0) taken[fullestWith(left, nodes, taken)] = left
  return taken
}

const largestOf = (sizes: Int32Array): number => sizes.reduce((largest, size) => Math.max(largest, size), 0)

/** Takes whole nodes and returns how many GPUs remain: fewer than any free node that is left has. */
function takeWhole(count: number, { sizes, free }: Nodes, taken: Int32Array): number {
  let left = count
  const largestFirst = [...sizes.entries()].sort(([a, sizeOfA], [b, sizeOfB]) => sizeOfB - sizeOfA || a - b)
  for (const [node, size] of largestFirst) {
    if (free[node] !== size || size > left) continue
    taken[node] = size
    left -= size
  }
  return left
}

function fullestWith(count: number, { sizes, free, dedicated }: Nodes, taken: Int32Array): number {
  let best = -1
  let least = Number.POSITIVE_INFINITY
  for (let node = 0; node < sizes.length; node++) {
    const left = free[node]!
    if (taken[node]! > 0 || left < count || (dedicated && left < sizes[node]!) || left >= least) continue
    best = node
    least = left
  }
  return best
}
