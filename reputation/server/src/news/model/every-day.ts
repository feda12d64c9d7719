import type { ScoredDay } from '@service/reputation-domain/score/drop.ts'
import type { Day } from '@service/reputation-domain/series/model/day.ts'

/** Every day from `from` to `to`: a day that is not stored has the scores of the last one that is. */
export function everyDayOf(scored: ReadonlyMap<Day, ScoredDay>, from: Day, to: Day): Map<Day, ScoredDay> {
  const days = new Map<Day, ScoredDay>()
  let latest = [...scored.values()].reduce<ScoredDay | undefined>(
    (latest, one) => (one.day <= from && one.day > (latest?.day ?? Number.NEGATIVE_INFINITY) ? one : latest),
    undefined,
  )
  for (let day = from; day <= to; day++) {
    latest = scored.get(day) ?? latest
    if (latest) days.set(day, latest.day === day ? latest : { ...latest, day, observed: false })
  }
  return days
}
