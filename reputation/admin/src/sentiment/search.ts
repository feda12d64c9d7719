/** Which days are chosen, as the address says it; a bad value falls back. */
import { isDate } from '../news/model/date.ts'

export const lengths = [7, 14, 30, 90, 180, 365] as const
export type Days = (typeof lengths)[number]

export type SentimentSearch = {
  /** Up to today; 30 unless given. */
  days?: Days
  /** Both together, in place of `days`. */
  from?: string
  to?: string
  /** Whose articles are open. */
  day?: string
}

export function readSentimentSearch({ days, from, to, day }: Record<string, unknown>): SentimentSearch {
  const opened = isDate(day) ? { day } : {}
  if (isDate(from) && isDate(to) && from <= to) return { from, to, ...opened }
  const length = lengths.find((length) => length === Number(days))
  return { ...(length && length !== 30 && { days: length }), ...opened }
}
