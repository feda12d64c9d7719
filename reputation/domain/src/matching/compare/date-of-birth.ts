/** What a date of birth says for or against a listed subject. Dates are EDTF level 1, as in `ListEntry.datesOfBirth`. */

type Span = { first: number; last: number; year: number; approximate: boolean; day: string | undefined }

/** Reads `1962`, `1962-04`, `1962-04-17`, `1962~`, `1950/1955`; undefined when it is none of these. */
function spanOf(date: string): Span | undefined {
  const between = /^(\d{4})[^/]*\/(\d{4})/.exec(date)
  if (between)
    return {
      first: Number(between[1]),
      last: Number(between[2]),
      year: Number(between[1]),
      approximate: true,
      day: undefined,
    }
  const parts = /^(\d{4})(?:-(\d{2})(?:-(\d{2}))?)?(~?)$/.exec(date)
  if (!parts) return undefined
  const year = Number(parts[1])
  const approximate = parts[4] === '~'
  return { first: year, last: year, year, approximate, day: parts[3] ? `${parts[2]}-${parts[3]}` : undefined }
}

/** Factor on the score when the years lie further apart than a slip explains, or when only the day differs. */
export const birthConflict = 0.8
const nearlyTheSame = 0.93
const otherDay = 0.96
/** Years that a date marked as approximate may be off. */
const approximateYears = 2

/**
 * Factor in (0, 1] for a queried date of birth against all dates that a list gives: the best of them counts. 1 where the
 * list gives none or one agrees; a year's difference or another day of the year lowers a little; more is a conflict.
 */
export function birthFactor(queried: string, listed: readonly string[]): number {
  const query = spanOf(queried)
  const spans = listed.map(spanOf).filter((span) => span !== undefined)
  if (!query || spans.length === 0) return 1
  return Math.max(...spans.map((span) => spanFactor(query, span)))
}

function spanFactor(query: Span, listed: Span): number {
  const slack = listed.approximate && listed.first === listed.last ? approximateYears : 0
  const gap =
    query.year < listed.first ? listed.first - query.year : query.year > listed.last ? query.year - listed.last : 0
  if (gap > slack + 1) return birthConflict
  if (gap > slack) return nearlyTheSame
  if (gap > 0 || listed.approximate || query.day === undefined || listed.day === undefined || query.day === listed.day)
    return 1
  const [month, day] = query.day.split('-')
  return `${day}-${month}` === listed.day || listed.day === '01-01' || query.day === '01-01' ? 1 : otherDay
}
