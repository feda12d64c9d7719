import { sql } from 'kysely'
import { ofCompany, type Queryable } from '../database/database.ts'
import type { AccountMessage, MessageKind } from './model/account-message.ts'

/** Not where one of the kind waits already. */
export async function add(
  tx: Queryable,
  { id, companyId, userId, kind, at }: { id: string; companyId: string; userId: string; kind: MessageKind; at: Date },
): Promise<void> {
  await sql`
    insert into account_messages (id, company_id, user_id, kind, created_at)
    values (${id}, ${companyId}, ${userId}, ${kind}, ${at}) on conflict do nothing`.execute(tx)
}

/**
 * For everyone with this e-mail address, in one company or in all; one waits for a person at most. Where they are too many,
 * those of companies that the operator made come first, then who signed in last: nobody keeps a person's own account from its
 * message by signing up with their address again and again.
 */
export async function addForEmail(
  tx: Queryable,
  {
    email,
    company,
    kind,
    at,
    id,
  }: { email: string; company: string | undefined; kind: MessageKind; at: Date; id: string },
): Promise<void> {
  await sql`
    insert into account_messages (id, company_id, user_id, kind, created_at)
    select ${id} || '-' || row_number() over (order by signed_up_at is not null, seen_at desc nulls last, users.id),
           users.company_id, users.id, ${kind}, ${at}::timestamptz
      from users
      join companies on companies.id = users.company_id
      left join lateral (select max(last_used_at) as seen_at from known_devices where user_id = users.id) as seen on true
     where lower(email) = lower(${email}) and removed_at is null and erased_at is null
       and (${company ?? null}::text is null or slug = ${company ?? null} or companies.id = ${company ?? null})
     order by signed_up_at is not null, seen_at desc nulls last, users.id limit 10
        on conflict do nothing`.execute(tx)
}

/** Those that wait to be sent, newest first. */
export async function listWaiting(db: Queryable, companyId: string | undefined): Promise<AccountMessage[]> {
  const { rows } = await sql<AccountMessage>`
    select account_messages.id, account_messages.company_id, user_id, email, kind, account_messages.created_at
      from account_messages join users on users.id = user_id
     where sent_at is null and ${ofCompany(companyId, 'account_messages.company_id')}
     order by account_messages.id desc limit 200`.execute(db)
  return rows
}

/** What it asks for has been done in another way. */
export async function settle(tx: Queryable, userId: string, kind: MessageKind, at: Date): Promise<void> {
  await sql`
    update account_messages set sent_at = ${at} where user_id = ${userId} and kind = ${kind} and sent_at is null`.execute(
    tx,
  )
}

export async function prune(tx: Queryable, before: Date, limit: number): Promise<number> {
  const { rows } = await sql`
    delete from account_messages
     where id in (select id from account_messages where created_at < ${before} limit ${limit})
    returning id`.execute(tx)
  return rows.length
}
