/** A calendar month in UTC as its first day, `2026-11-01`: the row of `quota_usage` that a debit belongs to. */
export function monthOf(now: Date): string {
  return `${now.toISOString().slice(0, 7)}-01`
}

/** Whole seconds until the next month begins, at least 1. */
export function secondsToNextMonth(now: Date): number {
  const next = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1)
  return Math.max(1, Math.ceil((next - now.getTime()) / 1000))
}
