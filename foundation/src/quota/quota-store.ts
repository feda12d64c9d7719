import { sql } from 'kysely'
import { preparedAs, type Queryable } from '../database/database.ts'

/** Who uses units, and for what: the scope of the route. */
export type UnitUser = { companyId: string; actor: string; scope: string }

/** What one user gets back in a batch; `day` is that of the debits, `place` is where it stands in `users`. */
export type DayOfUser = { place: number; day: string; actor: string; scope: string; givenBack: number }

/**
 * All that one batch asks for one company and month: give-backs first, then debits in the order they came. `users` holds
 * each day and user once; `userOf` has the place there of each of the `costs`.
 */
export type Account = {
  companyId: string
  month: string
  limit: number
  givenBack: number
  costs: number[]
  userOf: number[]
  users: DayOfUser[]
}

/** `room` is what was left before the first debit; `grants` holds each debit's cost, or 0 where it was refused. */
export type Settled = { companyId: string; month: string; room: number; grants: number[] }

type SettledRow = { companyId: string; month: string; room: number; grants: number[] }

/**
 * Settles a batch in one statement. Rows are locked in one order, so that processes cannot deadlock, and what is granted is decided under the lock. An account whose row does not exist yet is missing from the
 * answer: see `openAccounts`. Rows of days are written under the lock on their month alone.
 */
export async function settle(db: Queryable, accounts: readonly Account[]): Promise<Settled[]> {
  const users = accounts.flatMap((account, of) => account.users.map((user) => ({ ...user, of })))
  const { rows } = await sql<SettledRow>`
    ${preparedAs('settle_quota')} with asked as (
      select * from unnest(${accounts.map((_, place) => place)}::int[],
                           ${accounts.map(({ companyId }) => companyId)}::text[],
                           ${accounts.map(({ month }) => month)}::text[]::date[],
                           ${accounts.map(({ limit }) => limit)}::int[],
                           ${accounts.map(({ givenBack }) => givenBack)}::int[],
                           ${accounts.map(({ costs }) => `{${costs.join(',')}}`)}::text[],
                           ${accounts.map(({ userOf }) => `{${userOf.join(',')}}`)}::text[])
                  as asked (place, company_id, month, quota, given_back, costs, user_of)),
    users as (
      select * from unnest(${users.map(({ of }) => of)}::int[],
                           ${users.map(({ place }) => place)}::int[],
                           ${users.map(({ day }) => day)}::text[]::date[],
                           ${users.map(({ actor }) => actor)}::text[],
                           ${users.map(({ scope }) => scope)}::text[],
                           ${users.map(({ givenBack }) => givenBack)}::int[])
                  as users (place, at, day, actor, scope, given_back)),
    locked as (
      select a.place, u.company_id, u.month, greatest(u.used - a.given_back, 0) as used, a.quota,
             a.costs::int[] as costs, a.user_of::int[] as user_of
        from quota_usage u join asked a on a.company_id = u.company_id and a.month = u.month
       order by u.company_id, u.month
         for update of u),
    judged as (
      select place, company_id, month, used, quota - used as room, quota_grants(quota - used, costs) as grants, user_of
        from locked),
    granted as (
      select place, at, sum(units)::int as units
        from judged, unnest(grants, user_of) as granted (units, at) group by place, at),
    counted as (
      insert into quota_use_by_day as days (company_id, day, actor, scope, used)
      select j.company_id, u.day, u.actor, u.scope, coalesce(g.units, 0) - u.given_back
        from judged j join users u using (place) left join granted g using (place, at)
       where coalesce(g.units, 0) <> u.given_back
          on conflict (company_id, day, actor, scope) do update set used = days.used + excluded.used)
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

export type DayUse = { day: string; actor: string; scope: string; requests: number }

/** Of a month, in order of the days; `month` is its first day. */
export async function listByDay(db: Queryable, companyId: string, month: string): Promise<DayUse[]> {
  const { rows } = await sql<DayUse>`
    select day::text, actor, scope, used as requests from quota_use_by_day
     where company_id = ${companyId} and day >= ${month}::date and day < ${month}::date + interval '1 month' and used > 0
     order by day, actor, scope`.execute(db)
  return rows
}

/** Deletes up to `limit` rows of days before that, and returns how many those were. */
export async function pruneDays(tx: Queryable, before: Date, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from quota_use_by_day
     where (company_id, day, actor, scope) in (
       select company_id, day, actor, scope from quota_use_by_day
        where day < ${before.toISOString().slice(0, 10)}::date order by day limit ${limit})`.execute(tx)
  return Number(numAffectedRows ?? 0)
}
