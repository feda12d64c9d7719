/** From the range of what is measured to the range of the drawing. */
export const linear =
  (from: readonly [number, number], to: readonly [number, number]) =>
  (value: number): number =>
    to[0] + ((value - from[0]) / (from[1] - from[0] || 1)) * (to[1] - to[0])

const steps = [1, 2, 5, 10, 20, 25, 50, 100, 200, 250, 500]

/** Round values from at most `low` to at least `high`, at most `count` steps apart, and no step below `least`. */
export function niceTicks(low: number, high: number, count: number, least = 0): number[] {
  const span = Math.max(high - low, 1e-9)
  const power = 10 ** Math.floor(Math.log10(span / count))
  const step = Math.max(least, power * (steps.find((candidate) => candidate * power >= span / count) ?? 1_000))
  const first = Math.floor(low / step + 1e-9)
  const last = Math.ceil(high / step - 1e-9)
  return Array.from({ length: last - first + 1 }, (_, index) => Math.round((first + index) * step * 1e6) / 1e6)
}

/** So many of the indices of a list, evenly, the first and the last among them. */
export function spread(length: number, count: number): number[] {
  if (length <= count) return Array.from({ length }, (_, index) => index)
  const step = Math.ceil((length - 1) / (count - 1))
  const indices = Array.from({ length: Math.ceil((length - 1) / step) }, (_, index) => index * step)
  // Nothing is written over the last one.
  return [...indices.filter((index) => length - 1 - index >= step * 0.7), length - 1]
}

/** For the ticks of a scale: 12,000 is 12k. */
export function shortCount(count: number): string {
  if (count >= 1e6) return `${Math.round(count / 1e4) / 100}M`
  return count >= 10_000 ? `${Math.round(count / 100) / 10}k` : String(count)
}
