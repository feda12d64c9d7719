/** The SQL of registry logins. */
import type { Queryable } from '@service/foundation/database/database.ts'
import { lockCompany } from '@service/foundation/database/lock-company.ts'
import { ofCompany } from '@service/foundation/database/of-company.ts'
import type { ListErasable } from '@service/foundation/erasure/model/eraser.ts'
import { sql } from 'kysely'

export type StoredLogin = {
  id: string
  companyId: string
  /** Its host, with a port if it has one, in lower case. */
  registry: string
  username: string
  passwordSealed: string
  changedAt: Date
  changedBy: string
}

const columns = sql.raw('login_id as id, company_id, registry, username, password_sealed, changed_at, changed_by')

/** By their hosts. */
export async function list(db: Queryable, companyId: string): Promise<StoredLogin[]> {
  const { rows } = await sql<StoredLogin>`
    select ${columns} from registry_logins where company_id = ${companyId} order by registry`.execute(db)
  return rows
}

export async function find(db: Queryable, companyId: string, registry: string): Promise<StoredLogin | undefined> {
  const { rows } = await sql<StoredLogin>`
    select ${columns} from registry_logins where company_id = ${companyId} and registry = ${registry}`.execute(db)
  return rows[0]
}

/** Holds the company, so that one change follows the other, and returns its logins. */
export async function lockAll(tx: Queryable, companyId: string): Promise<StoredLogin[]> {
  await lockCompany(tx, companyId)
  return list(tx, companyId)
}

export async function put(tx: Queryable, login: StoredLogin): Promise<void> {
  const { id, companyId, registry, username, passwordSealed, changedAt, changedBy } = login
  await sql`
    insert into registry_logins (login_id, company_id, registry, username, password_sealed, changed_at, changed_by)
    values (${id}, ${companyId}, ${registry}, ${username}, ${passwordSealed}, ${changedAt}, ${changedBy})
        on conflict (company_id, registry) do update
       set login_id = excluded.login_id, username = excluded.username, password_sealed = excluded.password_sealed,
           changed_at = excluded.changed_at, changed_by = excluded.changed_by`.execute(tx)
}

export async function remove(tx: Queryable, companyId: string, registry: string): Promise<void> {
  await sql`delete from registry_logins where company_id = ${companyId} and registry = ${registry}`.execute(tx)
}

type Erasable = Pick<StoredLogin, 'id' | 'companyId' | 'registry' | 'username'>

export const listErasable: ListErasable<Erasable> = async (tx, companyId, afterId, limit) => {
  const { rows } = await sql<Erasable>`
    select login_id as id, company_id, registry, username from registry_logins
     where login_id > ${afterId} and ${ofCompany(companyId)}
     order by login_id limit ${limit}`.execute(tx)
  return rows
}

export async function countBySealingKey(db: Queryable): Promise<{ keyId: string; secrets: number }[]> {
  const { rows } = await sql<{ keyId: string; secrets: number }>`
    select split_part(password_sealed, '.', 2) as key_id, count(*)::int as secrets
      from registry_logins group by 1 order by 1`.execute(db)
  return rows
}

type Sealed = Pick<StoredLogin, 'id' | 'passwordSealed'>

/** Up to `limit` logins whose passwords are under another key than `keyId`, behind `afterId`; held until the end. */
export async function lockSealedOtherwise(
  tx: Queryable,
  keyId: string,
  afterId: string,
  limit: number,
): Promise<Sealed[]> {
  const { rows } = await sql<Sealed>`
    select login_id as id, password_sealed from registry_logins
     where login_id > ${afterId} and split_part(password_sealed, '.', 2) <> ${keyId}
     order by login_id limit ${limit} for no key update`.execute(tx)
  return rows
}

export async function setSealed(tx: Queryable, { id, passwordSealed }: Sealed): Promise<void> {
  await sql`update registry_logins set password_sealed = ${passwordSealed} where login_id = ${id}`.execute(tx)
}
