/** 95 % intervals and order statistics. */
import { randomFrom } from '@service/foundation/seeded-random.ts'

export type Interval = { low: number; high: number }

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
