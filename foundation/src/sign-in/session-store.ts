import { sql } from 'kysely'
import type { Queryable } from '../database/database.ts'
import { idleMs, type Session } from './model/session.ts'

const columns = sql`id, company_id, user_id, created_at, expires_at, last_used_at, proved_at, address, user_agent`

export async function insert(tx: Queryable, session: Session, tokenSha256: Uint8Array): Promise<void> {
  await sql`
    insert into sessions (id, company_id, user_id, token_sha256, created_at, expires_at, last_used_at, proved_at, address,
                          user_agent)
    values (${session.id}, ${session.companyId}, ${session.userId}, ${tokenSha256}, ${session.createdAt},
            ${session.expiresAt}, ${session.lastUsedAt}, ${session.provedAt}, ${session.address},
            ${session.userAgent})`.execute(tx)
}

/** A session with what a request needs to know of its person and company. */
export type FoundSession = Session & {
  tokenHex: string
  role: string
  isOperator: boolean
  requestsPerMinute: number
  monthlyQuota: number
}

/** Those of people who still belong to their company, by the hashes of their secrets. */
export async function findByToken(db: Queryable, hashes: readonly string[]): Promise<FoundSession[]> {
  const { rows } = await sql<FoundSession>`
    select sessions.id, sessions.company_id, sessions.user_id, sessions.created_at, expires_at, last_used_at, proved_at,
           address, user_agent, encode(token_sha256, 'hex') as token_hex, role, requests_per_minute, monthly_quota,
           exists (select from operators where operators.user_id = users.id) as is_operator
      from sessions
      join users on users.id = sessions.user_id and removed_at is null and erased_at is null
      join companies on companies.id = sessions.company_id
     where token_sha256 in (select decode(hex, 'hex') from unnest(${[...hashes]}::text[]) as given (hex))`.execute(db)
  return rows
}

export async function recordUse(db: Queryable, id: string, at: Date): Promise<void> {
  await sql`update sessions set last_used_at = ${at} where id = ${id} and last_used_at < ${at}`.execute(db)
}

/** Puts another secret in its place; false where it has ended meanwhile. */
export async function renew(
  tx: Queryable,
  { id, tokenSha256, provedAt }: { id: string; tokenSha256: Uint8Array; provedAt: Date },
): Promise<boolean> {
  const { rows } = await sql`
    update sessions set token_sha256 = ${tokenSha256}, proved_at = ${provedAt}, last_used_at = ${provedAt}
     where id = ${id}
    returning id`.execute(tx)
  return rows.length === 1
}

/** Those that have not ended, newest first. */
export async function list(db: Queryable, companyId: string, userId: string, now: Date): Promise<Session[]> {
  const { rows } = await sql<Session>`
    select ${columns} from sessions
     where company_id = ${companyId} and user_id = ${userId} and expires_at > ${now}
       and last_used_at > ${new Date(now.getTime() - idleMs)}
     order by id desc`.execute(db)
  return rows
}

/** Ends one session of a person, and returns whether there was one. */
export async function end(
  tx: Queryable,
  { companyId, userId, id }: Pick<Session, 'companyId' | 'userId' | 'id'>,
): Promise<boolean> {
  const { rows } = await sql`
    delete from sessions where company_id = ${companyId} and user_id = ${userId} and id = ${id} returning id`.execute(
    tx,
  )
  return rows.length === 1
}

export async function endByToken(tx: Queryable, tokenSha256: Uint8Array): Promise<void> {
  await sql`delete from sessions where token_sha256 = ${tokenSha256}`.execute(tx)
}

/** Ends all sessions of a person but one; returns how many. */
export async function endAll(tx: Queryable, userId: string, exceptId?: string): Promise<number> {
  const { rows } = await sql`
    delete from sessions where user_id = ${userId} and id is distinct from ${exceptId ?? null} returning id`.execute(tx)
  return rows.length
}

export async function prune(tx: Queryable, before: Date, limit: number): Promise<number> {
  const { rows } = await sql`
    delete from sessions
     where id in (select id from sessions
                   where expires_at < ${before} or last_used_at < ${new Date(before.getTime() - idleMs)} limit ${limit})
    returning id`.execute(tx)
  return rows.length
}

/** Ends all sessions of a company but those of one person. */
export async function endAllOfCompany(tx: Queryable, companyId: string, exceptUserId: string): Promise<void> {
  await sql`delete from sessions where company_id = ${companyId} and user_id <> ${exceptUserId}`.execute(tx)
}
