/**
 * All SQL of debts: whose work is taken next.
 *
 * Every piece of work is done for an **owner** of articles: a company, or the platform. It is charged with several times as
 * long as it took, and that **debt** decreases with time; of all work that is due, that of the owner with the least debt
 * is taken. So a company that has sent one article waits for no more than a piece or two of one that has sent twenty
 * thousand, and an owner that works alone loses nothing.
 */
import type { Queryable } from '@service/foundation/database/database.ts'
import type { Owner } from '@service/reputation-domain/articles/owner.ts'
import { type RawBuilder, sql } from 'kysely'

/** With so many owners at work all the time, each has its share. */
const chargedForEach = 8
/** However much was done before: an owner that has worked alone all night does not wait until noon. */
const maxDebtMs = 60_000

/** For an `order by`: the owner with the least debt comes first. `owner` is an expression of the statement. */
export const debtOf = (owner: RawBuilder<unknown>, now: Date): RawBuilder<unknown> =>
  sql`coalesce((select greatest(debt.debt_until, ${now}) from news_debts debt where debt.owner = ${owner}), ${now})`

/** For a `where`: little was done for the owner of late. */
export const hasNoDebt = (owner: RawBuilder<unknown>, now: Date): RawBuilder<unknown> =>
  sql`not exists (select from news_debts debt where debt.owner = ${owner} and debt.debt_until > ${now})`

export async function charge(tx: Queryable, owner: Owner, tookMs: number, now: Date): Promise<void> {
  const by = chargedForEach * Math.max(0, tookMs)
  const [from, limit] = [now, new Date(now.getTime() + maxDebtMs)]
  await sql`
    insert into news_debts as debt (owner, debt_until)
    values (${owner}, least(${from}::timestamptz + ${by} * interval '1 millisecond', ${limit}))
        on conflict (owner) do update
           set debt_until = least(greatest(debt.debt_until, ${from}) + ${by} * interval '1 millisecond', ${limit})`.execute(
    tx,
  )
}
