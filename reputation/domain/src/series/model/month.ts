/** Calendar months, and days and hours as clocks of a time zone show them. */

/** `2026-10` */
export type Period = string

export const isPeriod = (text: string): boolean => /^(?:19[7-9]\d|[2-9]\d{3})-(?:0[1-9]|1[0-2])$/.test(text)

/** Which date it is there: `2026-10-31`. */
export function localDate(ms: number, timeZone: string): string {
  const { year, month, day } = localParts(ms, timeZone)
  return `${year}-${two(month)}-${two(day)}`
}

/** What clocks there show: `14:05`. */
export function localClock(ms: number, timeZone: string): string {
  const { hour, minute } = localParts(ms, timeZone)
  return `${two(hour)}:${two(minute)}`
}

/** The month in which a moment lies there. */
export const periodOf = (ms: number, timeZone: string): Period => localDate(ms, timeZone).slice(0, 7)

/** The month so many months later, or earlier. */
export function periodAfter(period: Period, months: number): Period {
  const { year, month } = monthOf(period)
  const count = year * 12 + month - 1 + months
  return `${Math.floor(count / 12)}-${two((count % 12) + 1)}`
}

/** Every date of the month. */
export function datesOf(period: Period): string[] {
  const { year, month } = monthOf(period)
  const count = new Date(Date.UTC(year, month, 0)).getUTCDate()
  return Array.from({ length: count }, (_, index) => `${period}-${two(index + 1)}`)
}

/** When it is that hour of that date there; where clocks leave the hour out, when they have done so. */
export function localTime(date: string, hour: number, timeZone: string): number {
  const wanted = Date.parse(date) + hour * 3_600_000
  // What is ahead of UTC there comes earlier. The second step corrects a change of clocks between guess and result.
  const guess = wanted - offsetAt(wanted, timeZone)
  return wanted - offsetAt(guess, timeZone)
}

/** When the month begins there, and when the next one does. */
export const boundsOf = (period: Period, timeZone: string): { from: number; until: number } => ({
  from: localTime(`${period}-01`, 0, timeZone),
  until: localTime(`${periodAfter(period, 1)}-01`, 0, timeZone),
})

function monthOf(period: Period): { year: number; month: number } {
  const [year, month] = period.split('-').map(Number)
  if (year === undefined || month === undefined) throw new RangeError(`${period} is no month`)
  return { year, month }
}

function offsetAt(ms: number, timeZone: string): number {
  const { year, month, day, hour, minute, second } = localParts(ms, timeZone)
  return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(ms / 1_000) * 1_000
}

type Parts = { year: number; month: number; day: number; hour: number; minute: number; second: number }

const formats = new Map<string, Intl.DateTimeFormat>()

function localParts(ms: number, timeZone: string): Parts {
  const known = formats.get(timeZone)
  const format =
    known ??
    new Intl.DateTimeFormat('en-GB', {
      timeZone,
      calendar: 'gregory',
      numberingSystem: 'latn',
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    })
  if (!known) formats.set(timeZone, format)
  const parts = new Map(format.formatToParts(ms).map(({ type, value }) => [type, Number(value)]))
  const part = (type: keyof Parts) => parts.get(type) ?? 0
  return {
    year: part('year'),
    month: part('month'),
    day: part('day'),
    hour: part('hour'),
    minute: part('minute'),
    second: part('second'),
  }
}

const two = (value: number): string => String(value).padStart(2, '0')
