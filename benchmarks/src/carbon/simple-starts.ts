/**
 * When a run begins by forecasts that need no fitting: the baselines of the planner. Callers leave a week before and two days
 * after `asked` in `values`, so every index exists.
 */
import { dayHours } from '@service/compute-domain/time/time.ts'

type Start = (asked: number, jobHours: number) => number

const days = 7
/** The factor by which an error of the level is expected to shrink from hour to hour. */
const decay = 0.95

/** The day ahead will be as the one that has passed. Decided once. */
export const persistenceStart =
  (values: Float64Array, slackHours: number): Start =>
  (asked, jobHours) =>
    firstBest(asked, asked + slackHours, jobHours, (hour) =>
      hour === asked ? values[asked]! : values[lastSameHour(hour, asked)]!,
    )

/** The mean of the same hour of the last seven days. Decided once. */
export const weekMeanStart =
  (values: Float64Array, slackHours: number): Start =>
  (asked, jobHours) =>
    firstBest(asked, asked + slackHours, jobHours, (hour) =>
      hour === asked ? values[asked]! : weekMean(values, hour, asked),
    )

/** The mean of the same hour of the last seven days, shifted by its present error; decided again every hour. */
export const levelledMeanStart =
  (values: Float64Array, slackHours: number): Start =>
  (asked, jobHours) => {
    const latest = asked + slackHours
    for (let now = asked; now < latest; now++) {
      const error = values[now]! - weekMean(values, now, now - 1)
      const expected = (hour: number) =>
        hour === now ? values[now]! : weekMean(values, hour, now) + error * decay ** (hour - now)
      if (firstBest(now, latest, jobHours, expected) === now) return now
    }
    return latest
  }

/** The mean of the same hour of the seven last days that are known at `now`. */
function weekMean(values: Float64Array, hour: number, now: number): number {
  const last = lastSameHour(hour, now)
  let sum = 0
  for (let day = 0; day < days; day++) sum += values[last - day * dayHours]!
  return sum / days
}

const lastSameHour = (hour: number, now: number) => hour - Math.max(0, Math.ceil((hour - now) / dayHours)) * dayHours

function firstBest(from: number, latest: number, jobHours: number, expected: (hour: number) => number): number {
  const hours = Array.from({ length: latest - from + jobHours }, (_, index) => expected(from + index))
  let sum = 0
  for (let index = 0; index < jobHours; index++) sum += hours[index]!
  let best = { start: from, sum }
  for (let start = from + 1; start <= latest; start++) {
    sum += hours[start - from + jobHours - 1]! - hours[start - from - 1]!
    if (sum < best.sum - 1e-9) best = { start, sum }
  }
  return best.start
}
