import type { Queryable } from '../database/database.ts'
import { daysOf } from './model/month.ts'
import { type DayUse, listByDay } from './quota-store.ts'

/** What the company used of a month's quota, day by day, and who used it. */
export type DailyUse = {
  /** Up to today (UTC); one on which nothing was used has 0. */
  days: { date: string; requests: number }[]
  /** In order of their requests. */
  actors: {
    actor: string
    requests: number
    /** In the order of the days. */
    byDay: number[]
    /** In order of their requests. */
    scopes: { scope: string; requests: number }[]
  }[]
  /** All there is, in order of the days. */
  rows: DayUse[]
}

/** `month` is its first day. */
export async function readDailyUse(db: Queryable, companyId: string, month: string, now: Date): Promise<DailyUse> {
  const rows = await listByDay(db, companyId, month)
  const dates = daysOf(month, now)
  const byDay = (some: readonly DayUse[]) => {
    const sums = sumsOf(some, ({ day }) => day)
    return dates.map((date) => sums.get(date) ?? 0)
  }
  const all = byDay(rows)
  const ofActors = Map.groupBy(rows, ({ actor }) => actor)
  return {
    days: dates.map((date, i) => ({ date, requests: all[i] ?? 0 })),
    actors: inOrder(sumsOf(rows, ({ actor }) => actor)).map(([actor, requests]) => {
      const own = ofActors.get(actor) ?? []
      const scopes = inOrder(sumsOf(own, ({ scope }) => scope))
      return {
        actor,
        requests,
        byDay: byDay(own),
        scopes: scopes.map(([scope, requests]) => ({ scope, requests })),
      }
    }),
    rows,
  }
}

function sumsOf(rows: readonly DayUse[], keyOf: (row: DayUse) => string): Map<string, number> {
  const sums = new Map<string, number>()
  for (const row of rows) sums.set(keyOf(row), (sums.get(keyOf(row)) ?? 0) + row.requests)
  return sums
}

const inOrder = (sums: ReadonlyMap<string, number>): [string, number][] =>
  [...sums].sort(([one, a], [other, b]) => b - a || (one < other ? -1 : 1))
