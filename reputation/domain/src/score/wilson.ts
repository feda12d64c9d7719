const z = 1.959964

/**
 * 95 % score interval of a share; honest for small samples and shares near 0 or 1. Throws `RangeError` unless
 * 0 ≤ hits ≤ n and n > 0. Source: E. B. Wilson, JASA 22 (1927), 209–212.
 */
export function wilsonInterval(hits: number, n: number): { low: number; high: number } {
  if (!(n > 0 && hits >= 0 && hits <= n)) throw new RangeError(`no share: ${hits} of ${n}`)
  const share = hits / n
  const centre = share + (z * z) / (2 * n)
  const spread = z * Math.sqrt((share * (1 - share)) / n + (z * z) / (4 * n * n))
  const scale = 1 + (z * z) / n
  // At the ends the algebra gives exactly 0 and 1; floating point does not.
  return {
    low: hits === 0 ? 0 : Math.max(0, (centre - spread) / scale),
    high: hits === n ? 1 : Math.min(1, (centre + spread) / scale),
  }
}
