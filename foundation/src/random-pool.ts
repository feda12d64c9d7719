const poolBytes = 4_096

/** Random bytes from a store that is filled at once: each request to the operating system costs as much as many ids. */
export function makeRandomPool(randomBytes: (count: number) => Uint8Array): (count: number) => Uint8Array {
  let pool: Uint8Array = new Uint8Array(0)
  let used = 0
  return (count) => {
    if (used + count > pool.length) {
      pool = randomBytes(Math.max(poolBytes, count))
      used = 0
    }
    used += count
    return pool.subarray(used - count, used)
  }
}
