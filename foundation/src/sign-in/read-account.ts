import { sql } from 'kysely'
import type { Queryable } from '../database/database.ts'

/** Who is signed in, as their own page shows it. */
export type Account = {
  userId: string
  email: string
  name: string
  role: string
  isOperator: boolean
  companyId: string
  companyName: string
  slug: string
  timeZone: string
  sessionId: string
  createdAt: Date
  expiresAt: Date
  lastUsedAt: Date
  provedAt: Date
  hasPassword: boolean
  hasPasskey: boolean
}

export async function readAccount(db: Queryable, sessionId: string): Promise<Account | undefined> {
  const { rows } = await sql<Account>`
    select users.id as user_id, email, users.name, role, companies.id as company_id, companies.name as company_name, slug,
           time_zone, sessions.id as session_id, sessions.created_at, expires_at, last_used_at, proved_at,
           exists (select from user_passwords where user_passwords.user_id = users.id) as has_password,
           exists (select from passkeys where passkeys.user_id = users.id) as has_passkey,
           exists (select from operators where operators.user_id = users.id) as is_operator
      from sessions
      join users on users.id = sessions.user_id and erased_at is null and removed_at is null
      join companies on companies.id = sessions.company_id
     where sessions.id = ${sessionId}`.execute(db)
  return rows[0]
}
