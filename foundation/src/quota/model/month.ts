/** A calendar month in UTC as its first day, `2026-11-01`: the row of `quota_usage` that a debit belongs to. */
export function monthOf(now: Date): string {
  return `${now.toISOString().slice(0, 7)}-01`
}

/** The days of a month, which is named by its first, up to `now`. */
export function daysOf(month: string, now: Date): string[] {
  const days: string[] = []
  for (const day = new Date(month); day <= now && monthOf(day) === month; day.setUTCDate(day.getUTCDate() + 1)) {
    days.push(day.toISOString().slice(0, 10))
  }
  return days
}

/** Whole seconds until the next month begins, at least 1. */
export function secondsToNextMonth(now: Date): number {
  const next = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1)
  return Math.max(1, Math.ceil((next - now.getTime()) / 1000))
}
