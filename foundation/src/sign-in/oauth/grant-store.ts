import { sql } from 'kysely'
import type { Queryable } from '../../database/database.ts'
import type { Client } from './model/client.ts'
import type { Grant } from './model/grant.ts'

export async function insertClient(db: Queryable, { id, name, redirectUris }: Client, at: Date): Promise<void> {
  await sql`
    insert into oauth_clients (id, name, redirect_uris, created_at)
    values (${id}, ${name}, ${JSON.stringify(redirectUris)}::jsonb, ${at})`.execute(db)
}

export async function findClient(db: Queryable, id: string): Promise<Client | undefined> {
  const { rows } = await sql<Client>`select id, name, redirect_uris from oauth_clients where id = ${id}`.execute(db)
  return rows[0]
}

/** Registered since; of all callers together. */
export async function countClients(db: Queryable, since: Date): Promise<number> {
  const { rows } = await sql<{
    count: number
  }>`select count(*)::int as count from oauth_clients where created_at > ${since}`.execute(db)
  return rows[0]?.count ?? 0
}

export async function insert(
  tx: Queryable,
  grant: Grant,
  code: { sha256: Uint8Array; codeChallenge: string; expiresAt: Date },
): Promise<void> {
  await sql`
    insert into oauth_grants (id, company_id, user_id, client_id, client_name, redirect_uri, scopes, resource, created_at,
                              last_used_at)
    values (${grant.id}, ${grant.companyId}, ${grant.userId}, ${grant.clientId}, ${grant.clientName}, ${grant.redirectUri},
            ${grant.scopes}::text[], ${grant.resource}, ${grant.createdAt}, ${grant.lastUsedAt})`.execute(tx)
  await sql`
    insert into oauth_codes (code_sha256, grant_id, code_challenge, expires_at)
    values (${code.sha256}, ${grant.id}, ${code.codeChallenge}, ${code.expiresAt})`.execute(tx)
}

const columns = sql`oauth_grants.id, oauth_grants.company_id, oauth_grants.user_id, client_id, client_name, redirect_uri, scopes,
                    resource, oauth_grants.created_at, oauth_grants.last_used_at`

export type FoundCode = Grant & { codeChallenge: string; expiresAt: Date; usedAt: Date | null }

/** Locked until the transaction ends: of two who bring it, one is late. */
export async function findCode(tx: Queryable, sha256: Uint8Array): Promise<FoundCode | undefined> {
  const { rows } = await sql<FoundCode>`
    select ${columns}, code_challenge, expires_at, used_at
      from oauth_codes join oauth_grants on oauth_grants.id = grant_id
     where code_sha256 = ${sha256} for update`.execute(tx)
  return rows[0]
}

export async function useCode(tx: Queryable, sha256: Uint8Array, at: Date): Promise<void> {
  await sql`update oauth_codes set used_at = ${at} where code_sha256 = ${sha256}`.execute(tx)
}

export type NewToken = { kind: 'access' | 'refresh'; sha256: Uint8Array; expiresAt: Date }

export async function insertTokens(tx: Queryable, grantId: string, tokens: readonly NewToken[]): Promise<void> {
  for (const { kind, sha256, expiresAt } of tokens) {
    await sql`
      insert into oauth_tokens (token_sha256, grant_id, kind, expires_at)
      values (${sha256}, ${grantId}, ${kind}, ${expiresAt})`.execute(tx)
  }
}

export type FoundToken = Grant & { kind: 'access' | 'refresh'; expiresAt: Date; usedAt: Date | null }

export async function findToken(tx: Queryable, sha256: Uint8Array): Promise<FoundToken | undefined> {
  const { rows } = await sql<FoundToken>`
    select ${columns}, kind, expires_at, used_at
      from oauth_tokens join oauth_grants on oauth_grants.id = grant_id
     where token_sha256 = ${sha256} for update`.execute(tx)
  return rows[0]
}

/** Marks a refresh token, and ends the access tokens that came with it. */
export async function useRefresh(tx: Queryable, grantId: string, sha256: Uint8Array, at: Date): Promise<void> {
  await sql`update oauth_tokens set used_at = ${at} where token_sha256 = ${sha256}`.execute(tx)
  await sql`delete from oauth_tokens where grant_id = ${grantId} and kind = 'access'`.execute(tx)
}

export type Bearer = Pick<Grant, 'id' | 'companyId' | 'userId' | 'scopes' | 'resource' | 'lastUsedAt'> & {
  role: string
  requestsPerMinute: number
  monthlyQuota: number
}

/** The person an access token acts for, if they still belong to their company. */
export async function findBearer(db: Queryable, sha256: Uint8Array, now: Date): Promise<Bearer | undefined> {
  const { rows } = await sql<Bearer>`
    select oauth_grants.id, oauth_grants.company_id, user_id, scopes, resource, oauth_grants.last_used_at, role,
           requests_per_minute, monthly_quota
      from oauth_tokens
      join oauth_grants on oauth_grants.id = grant_id
      join users on users.id = user_id and removed_at is null and erased_at is null
      join companies on companies.id = oauth_grants.company_id
     where token_sha256 = ${sha256} and kind = 'access' and expires_at > ${now}`.execute(db)
  return rows[0]
}

export async function recordUse(db: Queryable, id: string, at: Date): Promise<void> {
  await sql`update oauth_grants set last_used_at = ${at} where id = ${id}`.execute(db)
}

/** Those that hold, newest first. */
export async function list(db: Queryable, companyId: string, userId: string, now: Date): Promise<Grant[]> {
  const { rows } = await sql<Grant>`
    select ${columns} from oauth_grants
     where company_id = ${companyId} and user_id = ${userId}
       and exists (select from oauth_tokens where grant_id = oauth_grants.id and expires_at > ${now} and used_at is null)
     order by id desc`.execute(db)
  return rows
}

/** Ends a grant with its codes and tokens; of this person alone where one is named. */
export async function end(
  tx: Queryable,
  id: string,
  of?: { companyId: string; userId: string },
): Promise<Grant | undefined> {
  const { rows } = await sql<Grant>`
    delete from oauth_grants
     where id = ${id} and (${of?.userId ?? null}::text is null or (company_id = ${of?.companyId ?? null} and user_id = ${of?.userId ?? null}))
    returning ${columns}`.execute(tx)
  return rows[0]
}

export async function endAllOf(tx: Queryable, userId: string): Promise<void> {
  await sql`delete from oauth_grants where user_id = ${userId}`.execute(tx)
}

/** Grants whose last token ended before; codes and tokens go with them. */
export async function prune(tx: Queryable, before: Date, limit: number): Promise<number> {
  const { rows } = await sql`
    delete from oauth_grants where id in (
      select id from oauth_grants
       where created_at < ${before}
         and not exists (select from oauth_tokens where grant_id = oauth_grants.id and expires_at > ${before})
         and not exists (select from oauth_codes where grant_id = oauth_grants.id and expires_at > ${before})
       limit ${limit})
    returning id`.execute(tx)
  return rows.length
}

/** Those that a refresh has taken the place of, once a second use would say nothing any more. */
export async function pruneTokens(tx: Queryable, before: Date, limit: number): Promise<number> {
  const { rows } = await sql`
    delete from oauth_tokens where token_sha256 in (
      select token_sha256 from oauth_tokens where expires_at < ${before} limit ${limit})
    returning grant_id`.execute(tx)
  return rows.length
}

/** Clients that registered and were never used. */
export async function pruneClients(tx: Queryable, before: Date, limit: number): Promise<number> {
  const { rows } = await sql`
    delete from oauth_clients where id in (
      select id from oauth_clients
       where created_at < ${before} and not exists (select from oauth_grants where client_id = oauth_clients.id)
       limit ${limit})
    returning id`.execute(tx)
  return rows.length
}
