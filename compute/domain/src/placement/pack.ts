/**
 * How the GPUs of one deployment are laid on the nodes of one hub. What fits on one node of the hub's largest size
 * stands on one node, for GPUs of different nodes talk slowly. What is more takes whole nodes, the largest first, and the
 * rest stands on one further node. Of the nodes that would do, the fullest is taken, so that large gaps stay large.
 *
 * On dedicated nodes nobody else is: there, only a node that is wholly free can be taken, and what a deployment leaves of
 * it stays unused.
 */

/** The nodes of one type at one hub: `free[i]` of the `sizes[i]` GPUs of node `i` are free. Both columns are of equal length. */
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
  // What needs several nodes begins with one of the largest.
  return onOne < largest ? onOne : wholly + partly
}

/** GPUs taken of each node, in the order of the nodes; undefined where there is no room. Throws `RangeError` below 1. */
export function pack(count: number, nodes: Nodes): Int32Array | undefined {
  if (!(Number.isInteger(count) && count >= 1)) throw new RangeError(`no number of GPUs: ${count}`)
  if (count > roomOn(nodes)) return undefined
  const taken = new Int32Array(nodes.sizes.length)
  let left = count
  if (left > largestOf(nodes.sizes)) left = takeWhole(left, nodes, taken)
  if (left > 0) taken[fullestWith(left, nodes, taken)] = left
  return taken
}

const largestOf = (sizes: Int32Array): number => sizes.reduce((largest, size) => Math.max(largest, size), 0)

/** Answers what is still to be laid; it is less than any whole node that is left. */
function takeWhole(count: number, { sizes, free }: Nodes, taken: Int32Array): number {
  let left = count
  const largestFirst = Array.from(sizes.keys()).sort((a, b) => sizes[b]! - sizes[a]! || a - b)
  for (const node of largestFirst) {
    const size = sizes[node]!
    if (free[node] !== size || size > left) continue
    taken[node] = size
    left -= size
  }
  return left
}

function fullestWith(count: number, { sizes, free, dedicated }: Nodes, taken: Int32Array): number {
  let best = -1
  for (let node = 0; node < sizes.length; node++) {
    if (taken[node]! > 0 || free[node]! < count || (dedicated && free[node]! < sizes[node]!)) continue
    if (best < 0 || free[node]! < free[best]!) best = node
  }
  return best
}
