import { sql } from 'kysely'
import type { Queryable } from '../database/database.ts'
import type { LinkKind } from './model/account-link.ts'

export type AccountLink = {
  id: string
  companyId: string
  userId: string
  kind: LinkKind
  createdBy: string
  createdAt: Date
  expiresAt: Date
}

/** A link for a person who still belongs to the company. */
export type FoundLink = AccountLink & { email: string; name: string; role: string; companyName: string; slug: string }

/** Takes the place of the person's other link of this kind. */
export async function put(tx: Queryable, link: AccountLink, tokenSha256: Uint8Array): Promise<void> {
  await sql`
    insert into account_links (id, company_id, user_id, kind, token_sha256, created_by, created_at, expires_at)
    values (${link.id}, ${link.companyId}, ${link.userId}, ${link.kind}, ${tokenSha256}, ${link.createdBy},
            ${link.createdAt}, ${link.expiresAt})
        on conflict (user_id, kind) do update
       set id = excluded.id, token_sha256 = excluded.token_sha256, created_by = excluded.created_by,
           created_at = excluded.created_at, expires_at = excluded.expires_at`.execute(tx)
}

export async function find(db: Queryable, tokenSha256: Uint8Array, now: Date): Promise<FoundLink | undefined> {
  const { rows } = await sql<FoundLink>`
    select account_links.id, account_links.company_id, user_id, kind, created_by, account_links.created_at, expires_at,
           email, users.name, role, companies.name as company_name, slug
      from account_links
      join users on users.id = user_id and removed_at is null and erased_at is null
      join companies on companies.id = account_links.company_id
     where token_sha256 = ${tokenSha256} and expires_at > ${now}`.execute(db)
  return rows[0]
}

/** Uses a link up; false where it has been used, replaced or withdrawn meanwhile. */
export async function use(tx: Queryable, tokenSha256: Uint8Array, now: Date): Promise<boolean> {
  const { rows } = await sql`
    delete from account_links where token_sha256 = ${tokenSha256} and expires_at > ${now} returning id`.execute(tx)
  return rows.length === 1
}

export async function withdrawAll(tx: Queryable, userId: string): Promise<void> {
  await sql`delete from account_links where user_id = ${userId}`.execute(tx)
}

export async function prune(tx: Queryable, before: Date, limit: number): Promise<number> {
  const { rows } = await sql`
    delete from account_links
     where id in (select id from account_links where expires_at < ${before} limit ${limit})
    returning id`.execute(tx)
  return rows.length
}
