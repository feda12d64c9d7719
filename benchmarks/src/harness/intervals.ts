/** 95 % intervals and order statistics. */
import { randomFrom } from './seeded-random.ts'

export type Interval = { low: number; high: number }

const z = 1.959964

/**
 * Wilson's score interval of a share; honest for small samples and shares near 0 or 1. Throws `RangeError` unless
 * 0 ≤ hits ≤ n and n > 0. Source: E. B. Wilson, JASA 22 (1927), 209–212.
 */
export function wilson(hits: number, n: number): Interval {
  if (!(n > 0 && hits >= 0 && hits <= n)) throw new RangeError(`no share: ${hits} of ${n}`)
  const p = hits / n
  const centre = p + (z * z) / (2 * n)
  const spread = z * Math.sqrt((p * (1 - p)) / n + (z * z) / (4 * n * n))
  const scale = 1 + (z * z) / n
  // At the ends the algebra gives exactly 0 and 1; floating point does not.
  return {
    low: hits === 0 ? 0 : Math.max(0, (centre - spread) / scale),
    high: hits === n ? 1 : Math.min(1, (centre + spread) / scale),
  }
}

/** Percentile bootstrap of any statistic, for those that are no plain share (F1, average precision). Fixed seed. */
export function bootstrap<T>(sample: readonly T[], statistic: (sample: T[]) => number, rounds = 400): Interval {
  const random = randomFrom(20_251)
  const values: number[] = []
  for (let round = 0; round < rounds; round++) {
    const value = statistic(sample.map(() => sample[Math.floor(random() * sample.length)] as T))
    if (!Number.isNaN(value)) values.push(value)
  }
  return { low: percentile(values, 2.5), high: percentile(values, 97.5) }
}

/** The `p`-th percentile (0–100), interpolated between neighbours; NaN of nothing. */
export function percentile(values: readonly number[], p: number): number {
  const sorted = Float64Array.from(values).sort()
  const position = ((sorted.length - 1) * p) / 100
  const below = Math.floor(position)
  const [low, high] = [sorted[below], sorted[Math.min(below + 1, sorted.length - 1)]]
  return low === undefined || high === undefined ? Number.NaN : low + (high - low) * (position - below)
}

export const median = (values: readonly number[]) => percentile(values, 50)
