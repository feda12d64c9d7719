/** An authority's date or time stamp as ISO 8601 in UTC with milliseconds; `null` where it is neither. */
export function toInstant(stamp: string): string | null {
  const day = /^(\d{4}-\d{2}-\d{2})$/.exec(stamp)
  const milliseconds = /^\d{4}-\d{2}-\d{2}/.test(stamp) ? Date.parse(day ? `${day[1]}T00:00:00Z` : stamp) : Number.NaN
  return Number.isNaN(milliseconds) ? null : new Date(milliseconds).toISOString()
}

/** The same for a day given in parts, as text. */
export const toInstantOfDay = (year: string, month: string, day: string): string | null =>
  toInstant(`${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`)
