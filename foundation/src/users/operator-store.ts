import { sql } from 'kysely'
import type { Queryable } from '../database/database.ts'

/** A person who may use the operator's view of the installation. */
export type InstallationOperator = { userId: string; companyId: string; email: string; name: string; madeAt: Date }

/** Returns whether that changed anything. */
export async function add(tx: Queryable, userId: string, at: Date): Promise<boolean> {
  const { rows } = await sql`
    insert into operators (user_id, made_at) values (${userId}, ${at})
        on conflict do nothing
    returning user_id`.execute(tx)
  return rows.length === 1
}

export async function remove(tx: Queryable, userId: string): Promise<boolean> {
  const { rows } = await sql`delete from operators where user_id = ${userId} returning user_id`.execute(tx)
  return rows.length === 1
}

export async function isOne(db: Queryable, userId: string): Promise<boolean> {
  const { rows } = await sql`select from operators where user_id = ${userId}`.execute(db)
  return rows.length === 1
}

/** The longest first. */
export async function list(db: Queryable): Promise<InstallationOperator[]> {
  const { rows } = await sql<InstallationOperator>`
    select o.user_id, u.company_id, u.email, u.name, o.made_at
      from operators o join users u on u.id = o.user_id and u.removed_at is null and u.erased_at is null
     order by o.made_at, o.user_id`.execute(db)
  return rows
}
