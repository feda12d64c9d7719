import { sql } from 'kysely'
import type { Queryable } from '../../database/database.ts'

export type GroupRole = { group: string; role: string }

export type SingleSignOn = {
  companyId: string
  issuer: string
  clientId: string
  secretSealed: string
  domain: string
  domainToken: string
  domainVerifiedAt: Date | null
  groupClaim: string
  groupRoles: readonly GroupRole[]
  defaultRole: string | null
  /** Nobody but this owner signs in otherwise. */
  requiredExcept: string | null
  changedAt: Date
}

const columns = sql`company_id, issuer, client_id, secret_sealed, domain, domain_token, domain_verified_at, group_claim,
                    group_roles, default_role, required_except, changed_at`

export async function find(db: Queryable, companyId: string): Promise<SingleSignOn | undefined> {
  const { rows } = await sql<SingleSignOn>`
    select ${columns} from single_sign_ons where company_id = ${companyId}`.execute(db)
  return rows[0]
}

/** Of the company that has shown that the domain is its own. */
export async function findByDomain(db: Queryable, domain: string): Promise<SingleSignOn | undefined> {
  const { rows } = await sql<SingleSignOn>`
    select ${columns} from single_sign_ons where domain = ${domain} and domain_verified_at is not null`.execute(db)
  return rows[0]
}

export async function put(tx: Queryable, one: SingleSignOn): Promise<void> {
  await sql`
    insert into single_sign_ons (${columns})
    values (${one.companyId}, ${one.issuer}, ${one.clientId}, ${one.secretSealed}, ${one.domain}, ${one.domainToken},
            ${one.domainVerifiedAt}, ${one.groupClaim}, ${JSON.stringify(one.groupRoles)}::jsonb, ${one.defaultRole},
            ${one.requiredExcept}, ${one.changedAt})
        on conflict (company_id) do update
       set issuer = excluded.issuer, client_id = excluded.client_id, secret_sealed = excluded.secret_sealed,
           domain = excluded.domain, domain_token = excluded.domain_token,
           domain_verified_at = excluded.domain_verified_at, group_claim = excluded.group_claim,
           group_roles = excluded.group_roles, default_role = excluded.default_role,
           required_except = excluded.required_except, changed_at = excluded.changed_at`.execute(tx)
}

/** False where another company has shown that the domain is its own. */
export async function verifyDomain(
  tx: Queryable,
  { companyId, domain, at }: { companyId: string; domain: string; at: Date },
): Promise<boolean> {
  const { rows } = await sql`
    update single_sign_ons set domain_verified_at = ${at}
     where company_id = ${companyId} and domain = ${domain}
       and not exists (select from single_sign_ons as other
                        where other.domain = ${domain} and other.company_id <> ${companyId}
                          and other.domain_verified_at is not null)
    returning company_id`.execute(tx)
  return rows.length === 1
}

/** With all that hangs on it. */
export async function remove(tx: Queryable, companyId: string): Promise<boolean> {
  await sql`delete from provider_sign_ins where company_id = ${companyId}`.execute(tx)
  const { rows } = await sql`
    delete from single_sign_ons where company_id = ${companyId} returning company_id`.execute(tx)
  return rows.length === 1
}

export async function findIdentity(
  tx: Queryable,
  { companyId, issuer, subject }: { companyId: string; issuer: string; subject: string },
): Promise<string | undefined> {
  const { rows } = await sql<{ userId: string }>`
    select user_id from provider_identities
     where company_id = ${companyId} and issuer = ${issuer} and subject = ${subject}`.execute(tx)
  return rows[0]?.userId
}

/** Whether the person is somebody of this provider already. */
export async function hasIdentity(tx: Queryable, userId: string, issuer: string): Promise<boolean> {
  const { rows } = await sql`
    select from provider_identities where user_id = ${userId} and issuer = ${issuer} limit 1`.execute(tx)
  return rows.length === 1
}

export async function addIdentity(
  tx: Queryable,
  one: { companyId: string; issuer: string; subject: string; userId: string; at: Date },
): Promise<void> {
  await sql`
    insert into provider_identities (company_id, issuer, subject, user_id, created_at)
    values (${one.companyId}, ${one.issuer}, ${one.subject}, ${one.userId}, ${one.at})`.execute(tx)
}

/** Whether this owner is the one who may sign in otherwise. */
export async function isExcepted(tx: Queryable, userId: string): Promise<boolean> {
  const { rows } = await sql`select from single_sign_ons where required_except = ${userId}`.execute(tx)
  return rows.length === 1
}
