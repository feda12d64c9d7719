/** `2026-10` as people read it: October 2026. */
const names = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' })

export const monthName = (period: string): string => names.format(new Date(`${period}-01T00:00:00Z`))

const maxMonths = 24

/** This month and those before it, the last that is over first. */
export function months(now: Date): string[] {
  const of = (back: number) =>
    new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back, 1)).toISOString().slice(0, 7)
  return [of(1), of(0), ...Array.from({ length: maxMonths }, (_, index) => of(index + 2))]
}
