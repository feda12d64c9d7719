import { wilsonInterval } from '@service/reputation-domain/score/wilson.ts'
import type { Figure } from './bench.ts'

/** A share in per cent with its interval; no figure at all when nothing was counted. */
export function share(name: string, group: string, hits: number, n: number, baseline?: number): Figure[] {
  if (n === 0) return []
  const { low, high } = wilsonInterval(hits, n)
  const figure: Figure = { name, group, value: (100 * hits) / n, unit: '%', n, low: 100 * low, high: 100 * high }
  return [baseline === undefined ? figure : { ...figure, baseline: 100 * baseline }]
}

export const count = (items: Iterable<boolean>): number => {
  let hits = 0
  for (const item of items) if (item) hits++
  return hits
}
