import { sql } from 'kysely'
import type { Queryable } from '../database/database.ts'
import type { Company, CompanySettings } from './model/company.ts'

const columns = sql`id, name, slug, time_zone, requests_per_minute, monthly_quota, created_at`

/** Stores a company; returns false, and writes nothing, when the slug is taken. */
export async function insert(
  tx: Queryable,
  company: Company,
  { signedUp }: { signedUp: boolean } = { signedUp: false },
): Promise<boolean> {
  const { rows } = await sql`
    insert into companies (id, name, slug, time_zone, requests_per_minute, monthly_quota, created_at, signed_up_at)
    values (${company.id}, ${company.name}, ${company.slug}, ${company.timeZone}, ${company.requestsPerMinute},
            ${company.monthlyQuota}, ${company.createdAt}, ${signedUp ? company.createdAt : null})
    on conflict (slug) do nothing
    returning id`.execute(tx)
  return rows.length === 1
}

/** The company with this id or slug. */
export async function find(db: Queryable, idOrSlug: string): Promise<Company | undefined> {
  const { rows } = await sql<Company>`
    select ${columns} from companies where id = ${idOrSlug} or slug = ${idOrSlug}`.execute(db)
  return rows[0]
}

/** Holds the row until the transaction ends, so that what an audit event calls "before" is what was replaced. */
export async function lock(tx: Queryable, idOrSlug: string): Promise<Company | undefined> {
  const { rows } = await sql<Company>`
    select ${columns} from companies where id = ${idOrSlug} or slug = ${idOrSlug} for no key update`.execute(tx)
  return rows[0]
}

export async function list(db: Queryable): Promise<Company[]> {
  const { rows } = await sql<Company>`select ${columns} from companies order by id desc`.execute(db)
  return rows
}

/** Notifies every process, for keys are cached with their company's limits. */
export async function update(tx: Queryable, id: string, settings: CompanySettings): Promise<void> {
  await sql`
    update companies
       set name = ${settings.name}, time_zone = ${settings.timeZone},
           requests_per_minute = ${settings.requestsPerMinute}, monthly_quota = ${settings.monthlyQuota}
     where id = ${id}`.execute(tx)
  await sql`select pg_notify('keys_changed', ${id})`.execute(tx)
}
