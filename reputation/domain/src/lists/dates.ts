/**
 * Dates as lists give them: a year, a month, a day, about then, or between two. Written as EDTF level 1 (ISO 8601-2):
 * `1962`, `1962-04`, `1962-04-17`, `1962~`, `1950/1955`.
 */

export type PartialDate = { year: number; month?: number | undefined; day?: number | undefined }

/** First and last day that a date may mean, both `YYYY-MM-DD`, so that they compare as text. */
export type DayRange = { from: string; to: string }

/** How many years "about 1962" reaches to either side: authorities round to five, so 1960 and 1962 may be one. */
const approximateYears = 2

const earliestYear = 1800
const latestYear = 2100

/** `undefined` where the parts make no date, as a 31st of April or a year that nobody on a list was born in. */
export function edtfDate(
  { year, month, day }: PartialDate,
  options: { approximate?: boolean } = {},
): string | undefined {
  if (!Number.isInteger(year) || year < earliestYear || year > latestYear) return undefined
  const approximate = options.approximate ? '~' : ''
  if (month === undefined) return `${year}${approximate}`
  if (!Number.isInteger(month) || month < 1 || month > 12) return undefined
  if (day === undefined) return `${year}-${twoDigits(month)}${approximate}`
  if (!Number.isInteger(day) || day < 1 || day > daysIn(year, month)) return undefined
  return `${year}-${twoDigits(month)}-${twoDigits(day)}${approximate}`
}

/** Between two dates, in either order; one date where they are the same, or where only one is given. */
export function edtfInterval(one: string | undefined, other: string | undefined): string | undefined {
  if (one === undefined || other === undefined || one === other) return one ?? other
  const [first, last] = one < other ? [one, other] : [other, one]
  return `${first}/${last}`
}

/** The days a date may mean; `undefined` where the text is no date of the forms above. */
export function dayRange(edtf: string): DayRange | undefined {
  const [first, last = first, ...more] = edtf.split('/')
  const from = first === undefined ? undefined : singleRange(first)
  const to = last === undefined ? undefined : singleRange(last)
  return from && to && more.length === 0 ? { from: from.from, to: to.to } : undefined
}

export const rangesOverlap = (one: DayRange, other: DayRange): boolean => one.from <= other.to && other.from <= one.to

const single = /^(\d{4})(?:-(\d{2})(?:-(\d{2}))?)?(~?)$/

function singleRange(text: string): DayRange | undefined {
  const match = single.exec(text)
  if (!match) return undefined
  const year = Number(match[1])
  const [, , month, day, approximate] = match
  if (approximate) return { from: `${year - approximateYears}-01-01`, to: `${year + approximateYears}-12-31` }
  return {
    from: `${match[1]}-${month ?? '01'}-${day ?? '01'}`,
    to: `${match[1]}-${month ?? '12'}-${day ?? twoDigits(daysIn(year, Number(month ?? 12)))}`,
  }
}

function daysIn(year: number, month: number): number {
  if (month === 2) return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0 ? 29 : 28
  return [4, 6, 9, 11].includes(month) ? 30 : 31
}

const twoDigits = (number: number): string => String(number).padStart(2, '0')
