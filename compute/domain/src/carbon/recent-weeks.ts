/**
 * What the last weeks of a zone say of one of its coming hours: the signals that the forecast weighs. They are
 * differences to the present in units of the zone's own spread, so that one set of weights serves every zone.
 *
 * A history has at least `signalHours` values before `last`, and nothing here reaches further back: every index exists.
 *
 * Index bounds: histories have `signalHours` values before the present, and `signals` has `signalCount` places.
 */
import { dayHours, weekHours } from '../time/time.ts'

/** How far back the signals reach. */
export const signalHours = 4 * weekHours
const pastHours = [1, 2, 3, 6, 12, 24, 168] as const
const plainSignals = 7 + pastHours.length + 7
export const signalCount = plainSignals * 3
const typicalPersistence = 0.8

/** What is the same for all hours ahead. */
export type Present = {
  value: number
  /** Standard deviation of the last week, but never so small that noise looks like a pattern. */
  spread: number
  dayMean: number
  weekMean: number
  /** Mean of this hour of the day over the last 7, and the 28, days before, and of this hour of the week over 4 weeks. */
  sameHour7: number
  sameHour28: number
  sameHourOfWeek: number
  /**
   * How much the last week's deviations from the daily pattern hold from one hour to the next, in [−1, 1]: wind comes
   * and goes within hours, a cold spell stays.
   */
  persistence: number
}

/** `history` has at least `signalHours` values before `last`, the present. */
export function presentAt(history: Float64Array, last: number): Present {
  const value = history[last]!
  let sum = 0
  let squares = 0
  for (let back = 0; back < weekHours; back++) {
    const one = history[last - back]!
    sum += one
    squares += one * one
  }
  const weekMean = sum / weekHours
  const deviation = Math.sqrt(Math.max(0, squares / weekHours - weekMean * weekMean))
  return {
    value,
    spread: Math.max(deviation, 0.01 * weekMean, 0.5),
    dayMean: meanEvery(history, last, 1, dayHours),
    weekMean,
    sameHour7: meanEvery(history, last - dayHours, dayHours, 7),
    sameHour28: meanEvery(history, last - dayHours, dayHours, 28),
    sameHourOfWeek: meanEvery(history, last - weekHours, weekHours, 4),
    persistence: persistenceAt(history, last),
  }
}

/** The mean of `count` values, each `step` before the last. */
function meanEvery(history: Float64Array, from: number, step: number, count: number): number {
  let sum = 0
  for (let index = 0; index < count; index++) sum += history[from - index * step]!
  return sum / count
}

function persistenceAt(history: Float64Array, last: number): number {
  let products = 0
  let squares = 0
  let next = Number.NaN
  for (let back = 0; back < weekHours; back++) {
    const hour = last - back
    const deviation = history[hour]! - meanEvery(history, hour - dayHours, dayHours, 7)
    if (back > 0) products += deviation * next
    squares += deviation * deviation
    next = deviation
  }
  return squares > 0 ? products / squares : typicalPersistence
}

/**
 * Writes the `signalCount` signals of the hour `ahead` (≥ 1) of the present into `signals`, three times: as
 * they are, times the persistence, and once more for hours of a weekend.
 */
export function signalsOf(
  history: Float64Array,
  last: number,
  { ahead, isWeekend }: { ahead: number; isWeekend: boolean },
  present: Present,
  signals: Float64Array,
): void {
  const { value, spread } = present
  // The last hour that is known and the same of the day.
  const sameHour = last + ahead - Math.ceil(ahead / dayHours) * dayHours
  let count = 0
  const add = (other: number) => {
    signals[count++] = (other - value) / spread
  }
  for (let days = 0; days < 7; days++) add(history[sameHour - days * dayHours]!)
  for (const hours of pastHours) add(history[last - hours]!)
  add(present.sameHour7)
  add(meanEvery(history, sameHour, dayHours, 28))
  add(present.sameHour28)
  add(present.dayMean)
  add(present.weekMean)
  add(meanEvery(history, last + ahead - weekHours * Math.ceil(ahead / weekHours), weekHours, 4))
  add(present.sameHourOfWeek)

  const persistence = present.persistence - typicalPersistence // so that the first set of weights is that of a typical zone
  for (let index = 0; index < plainSignals; index++) {
    const signal = signals[index]!
    signals[plainSignals + index] = signal * persistence
    signals[2 * plainSignals + index] = isWeekend ? signal : 0
  }
}
