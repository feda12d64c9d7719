import { dayOf, isoDay } from '@service/reputation-domain/series/model/day.ts'
import { localDate, localTime } from '@service/reputation-domain/series/model/month.ts'

/** The next time that it is this hour there. */
export function nextDigestAt(hour: number, timeZone: string, now: Date): Date {
  const today = localDate(now.getTime(), timeZone)
  const at = localTime(today, hour, timeZone)
  return new Date(at > now.getTime() ? at : localTime(isoDay(dayOf(Date.parse(today)) + 1), hour, timeZone))
}
