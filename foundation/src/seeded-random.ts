/**
 * Samples and orders that are the same in every run, so that two runs can be compared.
 *
 * Index bounds: an index is drawn below the length; a value of `undefined` is swapped like any other.
 */

/** Uniform in [0, 1) from a 32-bit seed: a Weyl sequence through the finaliser of MurmurHash3. */
export function randomFrom(seed: number): () => number {
  let state = seed | 0
  return () => {
    state = (state + 0x9e3779b9) | 0
    let mixed = state ^ (state >>> 16)
    mixed = Math.imul(mixed, 0x85ebca6b)
    mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35)
    return ((mixed ^ (mixed >>> 16)) >>> 0) / 4_294_967_296
  }
}

/** `size` different items in random order, or all of them if there are no more. */
export function sampleOf<T>(items: readonly T[], size: number, seed: number): T[] {
  const random = randomFrom(seed)
  const pool = [...items]
  const take = Math.min(size, pool.length)
  for (let index = 0; index < take; index++) {
    const other = index + Math.floor(random() * (pool.length - index))
    swap(pool, index, other)
  }
  return pool.slice(0, take)
}

/** The items in random order. */
export function shuffled<T>(items: readonly T[], random: () => number): T[] {
  const order = [...items]
  for (let i = order.length - 1; i > 0; i--) {
    swap(order, i, Math.floor(random() * (i + 1)))
  }
  return order
}

function swap<T>(items: T[], one: number, other: number): void {
  const held = items[one]!
  items[one] = items[other]!
  items[other] = held
}
