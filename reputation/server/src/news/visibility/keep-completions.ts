import type { Queryable } from '@service/foundation/database/database.ts'
import { dayOf, isoDay } from '@service/reputation-domain/series/model/day.ts'
import { markFiguresDue } from '../queue/figures-due-store.ts'
import * as completions from './completion-store.ts'
import type { StoredCompletion } from './stored-completion.ts'

/**
 * Stores completions of one owner and has the figures made again that rest on them, from the day of the first. Returns how many
 * were new.
 */
export async function keepCompletions(
  tx: Queryable,
  kept: readonly StoredCompletion[],
  companyId: string | undefined,
  now: Date,
): Promise<number> {
  const created = await completions.insertAll(tx, kept)
  const given = kept.filter((one) => 'completion' in one)
  if (created === 0 || given.length === 0) return created
  const first = given.reduce((first, { askedAt }) => Math.min(first, askedAt.getTime()), now.getTime())
  const sectors = [...new Set(given.map(({ sector }) => sector))]
  await markFiguresDue(tx, await completions.companiesIn(tx, sectors, companyId), isoDay(dayOf(first)), now)
  return created
}
