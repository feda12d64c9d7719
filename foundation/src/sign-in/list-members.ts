import { sql } from 'kysely'
import type { Queryable } from '../database/database.ts'

/** Somebody who belongs to the company. */
export type Member = {
  id: string
  email: string
  name: string
  role: string
  createdAt: Date
  /** False until they have accepted their invitation. Who is signed in has: by a link of the demo, without a password. */
  canSignIn: boolean
  /** When one of their sessions was last used; null where none is left. */
  lastUsedAt: Date | null
}

export type MemberFilter = { id?: string; before?: string | undefined; limit: number }

/** Newest first, without those who have left. */
export async function listMembers(
  db: Queryable,
  companyId: string,
  { id, before, limit }: MemberFilter,
): Promise<Member[]> {
  const { rows } = await sql<Member>`
    select id, email, name, role, created_at,
           exists (select from user_passwords where user_id = users.id)
             or exists (select from passkeys where user_id = users.id)
             or exists (select from provider_identities where user_id = users.id)
             or exists (select from sessions where user_id = users.id) as can_sign_in,
           (select max(last_used_at) from sessions where user_id = users.id) as last_used_at
      from users
     where company_id = ${companyId} and removed_at is null and erased_at is null
       and (${id ?? null}::text is null or id = ${id ?? null})
       and (${before ?? null}::text is null or id < ${before ?? null})
     order by id desc
     limit ${limit}`.execute(db)
  return rows
}
