/**
 * Reads a date as feeds write it, which is seldom as their standards say. A time without a zone is UTC; a day without a
 * time is its midnight. Numbers alone are seconds or milliseconds since 1970.
 */

/** Milliseconds since 1970; undefined for what is no date, and for one outside the years 1 to 9999. */
export function readFeedDate(text: string): number | undefined {
  const tidy = text.slice(0, maxDateLength).replace(/\s+/g, ' ').trim()
  if (tidy === '') return undefined
  return fromNumber(tidy) ?? fromNumericDate(tidy) ?? fromNamedMonth(tidy)
}

const maxDateLength = 100
const minuteMs = 60_000

function fromNumber(text: string): number | undefined {
  if (/^\d{9,10}(?:\.\d+)?$/.test(text)) return Math.round(Number(text) * 1_000)
  return /^\d{12,13}$/.test(text) ? Number(text) : undefined
}

/** ISO 8601 and RFC 3339 in all their lengths, with `/` or `.` for `-`, a blank for `T`, and zones in words. */
function fromNumericDate(text: string): number | undefined {
  const [, year, month, day, rest] = /^(\d{4})[-/.](\d{1,2})(?:[-/.](\d{1,2}))?(?!\d)[T ,]*(.*)$/i.exec(text) ?? []
  if (year && month) return instant({ year: Number(year), month: Number(month), day: Number(day ?? 1) }, rest)
  const compact = /^(\d{4})(\d{2})(\d{2})(?:T?(\d{2}:?\d{2}:?(?:\d{2})?.*))?$/i.exec(text)
  if (compact) {
    const [, y, m, d, time] = compact
    return instant(
      { year: Number(y), month: Number(m), day: Number(d) },
      time?.replace(/^(\d\d)(\d\d)(\d\d)?/, '$1:$2:$3'),
    )
  }
  return /^\d{4}$/.test(text) ? instant({ year: Number(text), month: 1, day: 1 }, '') : undefined
}

/** RFC 822 and 2822, asctime, and dates in words: `Mon, 10 Mar 2014 16:52:50 -0500`, `March 10, 2014 4:52 PM EST`. */
function fromNamedMonth(text: string): number | undefined {
  // The name of a day before it says nothing more, and is often wrong.
  const dayFirst =
    /(?:^|[ ,(])(\d{1,2})(?:st|nd|rd|th|\.)?[ -](?:de )?([\p{L}.]{3,})[ ,-]+(?:de )?'?(\d{4}|\d{2})(?!\d)(.*)$/iu.exec(
      text,
    )
  if (dayFirst) {
    const [, day, name, year, rest] = dayFirst
    const month = monthOf(name!)
    if (month) return instant({ year: fullYear(year!), month, day: Number(day) }, rest)
  }
  // asctime writes the year last, maybe with a zone before it: `Mon Mar 10 16:52:50 EDT 2014`.
  const yearLast = /(?:^|[ ,])([\p{L}.]{3,}) (\d{1,2}),? (\d{1,2}:\d{2}(?::\d{2})?)(?: (\S+))? (\d{4})$/iu.exec(text)
  if (yearLast) {
    const [, name, day, time, zone, year] = yearLast
    const month = monthOf(name!)
    if (month) return instant({ year: Number(year), month, day: Number(day) }, `${time} ${zone ?? ''}`)
  }
  const monthFirst = /(?:^|[ ,])([\p{L}.]{3,}) (\d{1,2})(?:st|nd|rd|th)?,? (\d{4})(?!\d)(.*)$/iu.exec(text)
  if (monthFirst) {
    const [, name, day, year, rest] = monthFirst
    const month = monthOf(name!)
    if (month) return instant({ year: Number(year), month, day: Number(day) }, rest)
  }
  return undefined
}

/** `rest` is whatever follows the day: a time, a zone, both or neither. */
function instant(date: { year: number; month: number; day: number }, rest = ''): number | undefined {
  const { year, month, day } = date
  if (year < 1 || year > 9_999 || month < 1 || month > 12 || day < 1 || day > daysIn(year, month)) return undefined
  const time = /(\d{1,2})[:h.](\d{2})(?:[:.](\d{2})(?:[.,](\d+))?)?(?: ?([ap])\.?m\b\.?)?/i.exec(rest)
  const hours = time ? clockHours(Number(time[1]), time[5]) : 0
  const [minutes, seconds] = [Number(time?.[2] ?? 0), Number(time?.[3] ?? 0)]
  if (hours > 24 || minutes > 59 || seconds > 60) return undefined
  const midnight = new Date(0)
  midnight.setUTCFullYear(year, month - 1, day) // `Date.UTC` takes the years 0 to 99 for 1900 to 1999
  const fraction = time?.[4] ? Math.floor(Number(`0.${time[4]}`) * 1_000) : 0
  const clockMs = ((hours * 60 + minutes) * 60 + Math.min(seconds, 59)) * 1_000 + fraction
  const zone = rest.slice(time ? time.index + time[0].length : 0)
  return midnight.getTime() + clockMs - zoneMinutes(zone) * minuteMs
}

function clockHours(hours: number, half: string | undefined): number {
  if (!half || hours > 12) return hours
  return (hours % 12) + (half.toLowerCase() === 'p' ? 12 : 0)
}

const daysIn = (year: number, month: number): number => {
  if (month !== 2) return [4, 6, 9, 11].includes(month) ? 30 : 31
  return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0 ? 29 : 28
}

/** RFC 2822: two digits below 50 are of this century. */
function fullYear(year: string): number {
  const number = Number(year)
  if (year.length > 2) return number
  return number < 50 ? 2_000 + number : 1_900 + number
}

/** East of Greenwich, in minutes; 0 for zones that nobody knows. */
function zoneMinutes(text: string): number {
  const [, sign, hours, minutes] = /(?:^|[ (]|GMT|UTC)([+-])(\d{1,2}):?(\d{2})?(?!\d)/i.exec(text) ?? []
  if (sign && hours) {
    const offset = Number(hours) * 60 + Number(minutes ?? 0)
    return offset > 14 * 60 ? 0 : sign === '-' ? -offset : offset
  }
  const name = /[A-Z]{1,5}/.exec(text.toUpperCase())?.[0]
  return name && zoneHours[name] ? zoneHours[name] * 60 : 0
}

/** Names that mean several zones stand for the one that news feeds use: `IST` is India's, `CST` America's. */
const zoneHours: Readonly<Record<string, number>> = {
  EST: -5,
  EDT: -4,
  CST: -6,
  CDT: -5,
  MST: -7,
  MDT: -6,
  PST: -8,
  PDT: -7,
  AKST: -9,
  AKDT: -8,
  HST: -10,
  ET: -5,
  CT: -6,
  MT: -7,
  PT: -8,
  AST: -4,
  ADT: -3,
  BRT: -3,
  ART: -3,
  BST: 1,
  WEST: 1,
  CET: 1,
  CEST: 2,
  MEZ: 1,
  MESZ: 2,
  EET: 2,
  EEST: 3,
  MSK: 3,
  IST: 5.5,
  SGT: 8,
  HKT: 8,
  AWST: 8,
  JST: 9,
  KST: 9,
  AEST: 10,
  AEDT: 11,
  NZST: 12,
  NZDT: 13,
}

/** The first letters that tell the months apart, per language; the first language that knows the word decides. */
const monthNames: readonly (readonly string[])[] = [
  ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'],
  ['jän', 'feb', 'mrz', 'apr', 'mai', 'jun', 'jul', 'aug', 'sep', 'okt', 'nov', 'dez'],
  ['jän', 'feb', 'mär', 'apr', 'mai', 'jun', 'jul', 'aug', 'sep', 'okt', 'nov', 'dez'],
  ['janv', 'fév', 'mars', 'avr', 'mai', 'juin', 'juil', 'aoû', 'sept', 'oct', 'nov', 'déc'],
  ['ene', 'feb', 'mar', 'abr', 'may', 'jun', 'jul', 'ago', 'sep', 'oct', 'nov', 'dic'],
  ['gen', 'feb', 'mar', 'apr', 'mag', 'giu', 'lug', 'ago', 'set', 'ott', 'nov', 'dic'],
  ['jan', 'fev', 'mar', 'abr', 'mai', 'jun', 'jul', 'ago', 'set', 'out', 'nov', 'dez'],
  ['jan', 'feb', 'mrt', 'apr', 'mei', 'jun', 'jul', 'aug', 'sep', 'okt', 'nov', 'dec'],
  ['янв', 'фев', 'мар', 'апр', 'ма', 'июн', 'июл', 'авг', 'сен', 'окт', 'ноя', 'дек'],
]

function monthOf(name: string): number | undefined {
  const word = name.toLowerCase()
  for (const months of monthNames) {
    const month = months.findIndex((start) => word.startsWith(start))
    if (month !== -1) return month + 1
  }
  return undefined
}
