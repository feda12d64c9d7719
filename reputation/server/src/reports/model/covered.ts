/** Which days of a month a report covers, and when it is made without being asked for. */
import {
  boundsOf,
  datesOf,
  localDate,
  localTime,
  type Period,
  periodAfter,
  periodOf,
} from '@service/reputation-domain/series/model/month.ts'

/** The closed days of the month: all of them, or those up to yesterday; none where the month has not had one. */
export function coveredDates(
  period: Period,
  timeZone: string,
  now: number,
): { dates: string[]; isWholeMonth: boolean } {
  const today = localDate(now, timeZone)
  const all = datesOf(period)
  const dates = all.filter((date) => date < today)
  return { dates, isWholeMonth: dates.length === all.length }
}

/** Late articles have two days. */
const made = { dayOfMonth: '03', hour: 6 }

/** On the third of the month behind, at six. */
export const dueAt = (period: Period, timeZone: string): Date =>
  new Date(localTime(`${periodAfter(period, 1)}-${made.dayOfMonth}`, made.hour, timeZone))

/** The last month that is over. */
export const lastPeriod = (now: number, timeZone: string): Period => periodAfter(periodOf(now, timeZone), -1)

/** The first that a company gets: of the last month that is over, if the company was there in it. */
export function firstPeriod(createdAt: number, timeZone: string, now: number): Period {
  const last = lastPeriod(now, timeZone)
  return createdAt < boundsOf(last, timeZone).until ? last : periodAfter(last, 1)
}
