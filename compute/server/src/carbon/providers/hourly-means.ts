import type { Hourly } from '@service/compute-domain/carbon/forecast.ts'
import { hourMs, hourOf } from '@service/compute-domain/time/time.ts'

/** The mean of all points that fall into an hour, by the hour's start in milliseconds; in ascending order. */
export function hourlyMeans(points: Iterable<{ at: Date; value: number }>): Map<number, number> {
  const sums = new Map<number, { sum: number; count: number }>()
  for (const { at, value } of points) {
    const hour = hourOf(at).getTime()
    const found = sums.get(hour) ?? { sum: 0, count: 0 }
    sums.set(hour, { sum: found.sum + value, count: found.count + 1 })
  }
  return new Map([...sums].sort(([a], [b]) => a - b).map(([hour, { sum, count }]) => [hour, sum / count]))
}

/** The hours from that of `now` on, up to the first gap; null where the first is missing. */
export function hoursFrom(means: ReadonlyMap<number, number>, now: Date): Hourly | null {
  const from = hourOf(now)
  const values: number[] = []
  for (;;) {
    const value = means.get(from.getTime() + values.length * hourMs)
    if (value === undefined) break
    values.push(value)
  }
  return values.length === 0 ? null : { from, values: Float64Array.from(values) }
}
