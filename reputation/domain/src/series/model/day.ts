/** Days are UTC, counted from 1 January 1970. */
export type Day = number

export const dayMs = 86_400_000

export const dayOf = (ms: number): Day => Math.floor(ms / dayMs)

/** `2026-11-20` */
export const isoDay = (day: Day): string => new Date(day * dayMs).toISOString().slice(0, 10)
