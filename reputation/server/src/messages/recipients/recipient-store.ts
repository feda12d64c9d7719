/** All SQL of recipients. */
import type { Queryable } from '@service/foundation/database/database.ts'
import { oneRow } from '@service/foundation/database/database.ts'
import { type Lease, LeasedRows } from '@service/foundation/jobs/jobs.ts'
import { type RawBuilder, sql } from 'kysely'
import { comparable, type Recipient, type RecipientState } from '../model/recipient.ts'

export const requestsChannel = 'mail_requests_due'
const leased = new LeasedRows('mail_recipients', ['id'])

const columns = sql`
  id, company_id, address, state, requests, requests_since, requested_at, due_at, error`

const allComparable = (addresses: readonly string[]) => sql`${addresses.map(comparable)}::text[]`

export async function listOf(db: Queryable, companyId: string, addresses: readonly string[]): Promise<Recipient[]> {
  const { rows } = await sql<Recipient>`
    select ${columns} from mail_recipients
     where company_id = ${companyId} and lower(address) = any (${allComparable(addresses)}) order by id`.execute(db)
  return rows
}

export async function lock(tx: Queryable, companyId: string, id: string): Promise<Recipient | undefined> {
  const { rows } = await sql<Recipient>`
    select ${columns} from mail_recipients where company_id = ${companyId} and id = ${id} for update`.execute(tx)
  return rows[0]
}

/** With a request that is due; false where the company has the address already, or has had it and it was erased. */
export async function add(
  tx: Queryable,
  recipient: { id: string; companyId: string; address: string; at: Date },
): Promise<boolean> {
  if (await restore(tx, recipient)) return false
  const { id, companyId, address, at } = recipient
  const { numAffectedRows } = await sql`
    insert into mail_recipients (id, company_id, address, state, created_at, requests, requests_since, due_at)
    values (${id}, ${companyId}, ${address}, 'waiting', ${at}, 1, ${at}, ${at}) on conflict do nothing`.execute(tx)
  return numAffectedRows === 1n
}

/** By which an erased address is known again. With the company, lest the hashes of two of them be compared. */
const hashOf = (companyId: RawBuilder<unknown>, address: RawBuilder<unknown>) =>
  sql`sha256(convert_to(${companyId} || ' ' || lower(${address}), 'UTF8'))`

/** What its recipient decided holds on. */
async function restore(
  tx: Queryable,
  { companyId, address }: { companyId: string; address: string },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update mail_recipients set address = ${address}, address_sha256 = null
     where id = (select id from mail_recipients
                  where company_id = ${companyId} and address is null
                    and address_sha256 = ${hashOf(sql`${companyId}::text`, sql`${address}::text`)}
                  limit 1)
       and not exists (select from mail_recipients
                        where company_id = ${companyId} and lower(address) = ${comparable(address)})`.execute(tx)
  return numAffectedRows === 1n
}

export async function request(
  tx: Queryable,
  { id, requests, requestsSince, at }: { id: string; requests: number; requestsSince: Date; at: Date },
): Promise<void> {
  await sql`
    update mail_recipients
       set requests = ${requests}, requests_since = ${requestsSince}, due_at = ${at}, tries = 0, error = null
     where id = ${id}`.execute(tx)
}

/** Wakes what sends requests, once the transaction has committed. */
export async function announceRequests(tx: Queryable): Promise<void> {
  await sql`select pg_notify(${requestsChannel}, '')`.execute(tx)
}

export type DueRequest = { id: string; companyId: string; address: string; requests: number; tries: number }

/** Of one company at a time, lest its addresses hold up all others. */
const maxOfCompany = 4

export async function takeDue(db: Queryable, lease: Lease, limit: number): Promise<DueRequest[]> {
  const { rows } = await leased
    .take<DueRequest>(lease, {
      where: leased.firstOfEach('company_id', { dueAt: 'due_at', most: maxOfCompany, now: lease.now }),
      orderBy: sql`due_at`,
      limit,
      returning: sql`id, company_id, address, requests, tries`,
    })
    .execute(db)
  return rows
}

/** Whether a channel of the company still has the address. */
export async function isWanted(db: Queryable, { companyId, address }: DueRequest): Promise<boolean> {
  const { rows } = await sql<{ isWanted: boolean }>`
    select exists (select from message_channels c, unnest(c.recipients) as one
                    where c.company_id = ${companyId} and lower(one) = ${comparable(address)}) as is_wanted`.execute(db)
  return oneRow(rows).isWanted
}

export const noteRequested = (db: Queryable, leaseId: string, id: string, at: Date): Promise<boolean> =>
  leased.release(db, leaseId, { id }, sql`requested_at = ${at}, due_at = null, tries = tries + 1, error = null`)

/** `dueAt`: when it is tried again; null for never. */
export const noteFailed = (
  db: Queryable,
  leaseId: string,
  id: string,
  { error, dueAt }: { error: string; dueAt: Date | null },
): Promise<boolean> => leased.release(db, leaseId, { id }, sql`due_at = ${dueAt}, tries = tries + 1, error = ${error}`)

/** One that was never written to is forgotten; it is asked when it is added again. */
export async function withdraw(db: Queryable, leaseId: string, id: string): Promise<void> {
  await sql`
    delete from mail_recipients
     where ${leased.heldBy(leaseId, { id })} and requested_at is null and state = 'waiting'`.execute(db)
  await leased.release(db, leaseId, { id }, sql`due_at = null`)
}

export const release = (db: Queryable, leaseId: string, id: string): Promise<boolean> =>
  leased.release(db, leaseId, { id })

export const renewLease = (db: Queryable, leaseId: string, id: string, until: Date): Promise<boolean> =>
  leased.renew(db, leaseId, { id }, until)

export const endAllLeases = (db: Queryable): Promise<void> => leased.endAll(db)

export async function nextDueAt(db: Queryable): Promise<Date | undefined> {
  const { rows } = await sql<{ at: Date | null }>`
    select min(greatest(due_at, coalesce(leased_until, due_at))) as at
      from mail_recipients where due_at is not null`.execute(db)
  return rows[0]?.at ?? undefined
}

export async function addLink(
  db: Queryable,
  { tokenSha256, recipientId, expiresAt }: { tokenSha256: Uint8Array; recipientId: string; expiresAt: Date },
): Promise<void> {
  await sql`
    insert into mail_links (token_sha256, recipient_id, expires_at)
    values (${tokenSha256}, ${recipientId}, ${expiresAt})`.execute(db)
}

/** `address`: null where it was erased. */
export type Linked = {
  id: string
  companyId: string
  companyName: string
  address: string | null
  state: RecipientState
}

/** Who holds this link, as long as it lasts. */
export async function findByLink(db: Queryable, tokenSha256: Uint8Array, now: Date): Promise<Linked | undefined> {
  const { rows } = await sql<Linked>`
    select r.id, r.company_id, c.name as company_name, r.address, r.state
      from mail_links l
      join mail_recipients r on r.id = l.recipient_id
      join companies c on c.id = r.company_id
     where l.token_sha256 = ${tokenSha256} and l.expires_at > ${now}`.execute(db)
  return rows[0]
}

/** False where it is so already. What was to be asked is answered. */
export async function decide(
  tx: Queryable,
  { id, state, at }: { id: string; state: RecipientState; at: Date },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update mail_recipients set state = ${state}, decided_at = ${at}, due_at = null, error = null
     where id = ${id} and state <> ${state}`.execute(tx)
  return numAffectedRows === 1n
}

export type Wanted = { id: string; address: string; state: RecipientState; hasIt: boolean }

/** The recipients of a channel, and whether the message is settled for them. */
export async function listWanted(
  db: Queryable,
  { companyId, addresses, messageId }: { companyId: string; addresses: readonly string[]; messageId: string },
): Promise<Wanted[]> {
  const { rows } = await sql<Wanted>`
    select r.id, r.address, r.state, m.recipient_id is not null as has_it
      from mail_recipients r left join message_recipients m on m.recipient_id = r.id and m.message_id = ${messageId}
     where r.company_id = ${companyId} and lower(r.address) = any (${allComparable(addresses)})
     order by r.id`.execute(db)
  return rows
}

export async function noteMail(
  db: Queryable,
  mail: { messageId: string; recipientId: string; outcome: 'sent' | 'refused'; at: Date },
): Promise<void> {
  await sql`
    insert into message_recipients (message_id, recipient_id, outcome, at)
    values (${mail.messageId}, ${mail.recipientId}, ${mail.outcome}, ${mail.at}) on conflict do nothing`.execute(db)
}

/** How many have got a message, and of how many the mail server would not take it. */
export async function countMails(db: Queryable, messageId: string): Promise<{ sent: number; refused: number }> {
  const { rows } = await sql<{ sent: number; refused: number }>`
    select count(*) filter (where outcome = 'sent')::int as sent,
           count(*) filter (where outcome = 'refused')::int as refused
      from message_recipients where message_id = ${messageId}`.execute(db)
  return oneRow(rows)
}

/**
 * Those of a company, or of all, with one of these addresses. Their links go with them; of those who stopped the mails the
 * decision stays, and the links, with a hash in place of the address.
 */
export async function forget(
  tx: Queryable,
  companyId: string | undefined,
  addresses: readonly string[],
): Promise<number> {
  const isMeant = sql`
    lower(address) = any (${allComparable(addresses)})
      and (${companyId ?? null}::text is null or company_id = ${companyId ?? null})`
  const stopped = await sql`
    update mail_recipients
       set address = null, address_sha256 = ${hashOf(sql`company_id`, sql`address`)}, due_at = null, error = null
     where ${isMeant} and state = 'stopped'`.execute(tx)
  const others = await sql`delete from mail_recipients where ${isMeant}`.execute(tx)
  return Number((stopped.numAffectedRows ?? 0n) + (others.numAffectedRows ?? 0n))
}

export async function pruneLinks(tx: Queryable, before: Date, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from mail_links
     where token_sha256 = any (array(select token_sha256 from mail_links where expires_at < ${before} limit ${limit}))`.execute(
    tx,
  )
  return Number(numAffectedRows ?? 0)
}

/** Removes recipients that no channel has any more. Those who have stopped the mails are kept: they must not be asked to confirm again. */
export async function pruneUnused(tx: Queryable, before: Date, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from mail_recipients
     where id = any (array(
       select id from mail_recipients r
        where state <> 'stopped' and due_at is null and greatest(created_at, requested_at, decided_at) < ${before}
          and not exists (select from message_channels c, unnest(c.recipients) as one
                           where c.company_id = r.company_id and lower(one) = lower(r.address))
        limit ${limit}))`.execute(tx)
  return Number(numAffectedRows ?? 0)
}
