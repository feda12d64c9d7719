import { sql } from 'kysely'
import type { Queryable } from '../database/database.ts'

/** All that one batch asks for one company and month: give-backs first, then debits in the order they came. */
export type Account = { companyId: string; month: string; limit: number; givenBack: number; costs: number[] }

/** `room` is what was left before the first debit; `grants` holds each debit's cost, or 0 where it was refused. */
export type Settled = { companyId: string; month: string; room: number; grants: number[] }

type SettledRow = { companyId: string; month: string; room: number; grants: number[] }

/**
 * Settles a batch in one statement. Rows are locked in one order, so that processes cannot deadlock, and what is granted is decided under the lock. An account whose row does not exist yet is missing from the
 * answer: see `openAccounts`.
 */
export async function settle(db: Queryable, accounts: readonly Account[]): Promise<Settled[]> {
  const { rows } = await sql<SettledRow>`
    with asked as (
      select * from unnest(${accounts.map(({ companyId }) => companyId)}::text[],
                           ${accounts.map(({ month }) => month)}::text[]::date[],
                           ${accounts.map(({ limit }) => limit)}::int[],
                           ${accounts.map(({ givenBack }) => givenBack)}::int[],
                           ${accounts.map(({ costs }) => `{${costs.join(',')}}`)}::text[])
                  as asked (company_id, month, quota, given_back, costs)),
    locked as (
      select u.company_id, u.month, greatest(u.used - a.given_back, 0) as used, a.quota, a.costs::int[] as costs
        from quota_usage u join asked a on a.company_id = u.company_id and a.month = u.month
       order by u.company_id, u.month
         for update of u),
    judged as (
      select company_id, month, used, quota - used as room, quota_grants(quota - used, costs) as grants from locked)
    update quota_usage u
       set used = j.used + coalesce((select sum(granted) from unnest(j.grants) as granted), 0)::int
      from judged j
     where u.company_id = j.company_id and u.month = j.month
    returning u.company_id, u.month::text, j.room, j.grants`.execute(db)
  return rows
}

/** Makes the rows of accounts that are used for the first time in a month; a company that does not exist gets none. */
export async function openAccounts(db: Queryable, accounts: readonly Account[]): Promise<void> {
  await sql`
    insert into quota_usage (company_id, month, used)
    select c.id, a.month, 0
      from unnest(${accounts.map(({ companyId }) => companyId)}::text[],
                  ${accounts.map(({ month }) => month)}::text[]::date[]) as a (company_id, month)
      join companies c on c.id = a.company_id
     order by c.id, a.month
        on conflict do nothing`.execute(db)
}

/** `month` is its first day. */
export async function usedInMonth(db: Queryable, companyId: string, month: string): Promise<number> {
  const { rows } = await sql<{ used: number }>`
    select used from quota_usage where company_id = ${companyId} and month = ${month}::date`.execute(db)
  return rows[0]?.used ?? 0
}
