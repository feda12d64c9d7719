/**
 * The days that what is usual is measured on: the last ones on which any news came in. While the intake is down nothing is known
 * about anybody, so nothing ages; a day without news about one company, while there is news of others, is such news.
 */
import { itemAt } from '../../item-at/item-at.ts'
import type { Day } from './day.ts'

/** `age` counts the days with news since: 0 for the last one. */
export type ObservedWindow = readonly { day: Day; age: number }[]

/** Oldest first. `observed` is in order. */
export function observedWindow(day: Day, observed: readonly Day[], days: number): ObservedWindow {
  const end = countUpTo(observed, day)
  return observed
    .slice(Math.max(0, end - days), end)
    .map((of, index, window) => ({ day: of, age: window.length - 1 - index }))
}

/** How many of the days, which are in order, are not after `day`. */
export function countUpTo(days: readonly Day[], day: Day): number {
  let [low, high] = [0, days.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (itemAt(days, middle) <= day) low = middle + 1
    else high = middle
  }
  return low
}
