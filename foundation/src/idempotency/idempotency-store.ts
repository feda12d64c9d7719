/** The SQL of idempotency keys. Its statements are on many records at once, which were begun under different leases. */
import { sql } from 'kysely'
import { ofCompany, type Queryable } from '../database/database.ts'
import { type Lease, LeasedRows } from '../jobs/jobs.ts'
import type { Asked, Claim, Ending, Known } from './model/record.ts'

const leased = new LeasedRows('idempotency_records', ['company_id', 'key'], { by: 'lease' })

export type BegunRecord = { companyId: string; key: string; operationId: string }

/**
 * Begins the records that are new, forgotten (from before `forgottenBefore`), or free for another try of the same request.
 * Returns them with the id of the operation: another's where something was begun under it before.
 *
 * Rows are written in one order, here and below, so that processes cannot deadlock.
 */
export async function begin(
  db: Queryable,
  lease: Lease,
  asked: readonly Asked[],
  forgottenBefore: Date,
): Promise<BegunRecord[]> {
  const { id, now, until } = lease
  const { rows } = await sql<BegunRecord>`
    insert into idempotency_records as r
           (company_id, key, fingerprint, operation_id, lease, leased_until, created_at)
    select company_id, key, decode(fingerprint, 'hex'), operation_id, ${id}, ${until}, ${now}
      from unnest(${asked.map(({ claim }) => claim.companyId)}::text[],
                  ${asked.map(({ claim }) => claim.key)}::text[],
                  ${asked.map(({ attempt }) => attempt.fingerprint)}::text[],
                  ${asked.map(({ claim }) => claim.operation.id)}::text[])
             as asked (company_id, key, fingerprint, operation_id)
     order by company_id, key
        on conflict (company_id, key) do update
       set fingerprint = excluded.fingerprint, ${leased.taken(lease)},
           operation_id = case when r.created_at > ${forgottenBefore} then r.operation_id else excluded.operation_id end,
           created_at = case when r.created_at > ${forgottenBefore} then r.created_at else excluded.created_at end,
           status = null, content_type = null, body = null
     where ${leased.isFree(now, 'r')}
       and (r.created_at <= ${forgottenBefore} or (r.status is null and r.fingerprint = excluded.fingerprint))
    returning company_id, key, operation_id`.execute(db)
  return rows
}

type KnownRow = {
  companyId: string
  key: string
  fingerprint: string
  status: number | null
  contentType: string | null
  body: string | null
}

/** Records that could not be begun, by company and key. */
export async function find(db: Queryable, asked: readonly Asked[]): Promise<Map<string, Known>> {
  const { rows } = await sql<KnownRow>`
    select r.company_id, r.key, encode(r.fingerprint, 'hex') as fingerprint, r.status, r.content_type, r.body
      from unnest(${asked.map(({ claim }) => claim.companyId)}::text[],
                  ${asked.map(({ claim }) => claim.key)}::text[]) as asked (company_id, key)
      join idempotency_records r on r.company_id = asked.company_id and r.key = asked.key`.execute(db)
  return new Map(
    rows.map(({ companyId, key, fingerprint, status, contentType, body }) => [
      `${companyId} ${key}`,
      { fingerprint, response: status === null ? null : { status, contentType, body: body ?? '' } },
    ]),
  )
}

/** A record whose lease somebody else has taken meanwhile stays as it is. */
export async function end(db: Queryable, ended: readonly Ending[]): Promise<void> {
  await sql`
    with ended as (
      select * from unnest(${ended.map(({ claim }) => claim.companyId)}::text[],
                           ${ended.map(({ claim }) => claim.key)}::text[],
                           ${ended.map(({ claim }) => claim.lease)}::text[],
                           ${ended.map(({ response }) => response?.status ?? null)}::smallint[],
                           ${ended.map(({ response }) => response?.contentType ?? null)}::text[],
                           ${ended.map(({ response }) => response?.body ?? null)}::text[])
                  as ended (company_id, key, lease, status, content_type, body)),
    held as (
      select r.company_id, r.key, ended.status, ended.content_type, ended.body
        from ended
        join idempotency_records r on ${leased.heldAs('r', 'ended')}
       order by r.company_id, r.key
         for update of r)
    update idempotency_records r
       set ${leased.ended}, status = held.status, content_type = held.content_type, body = held.body
      from held
     where r.company_id = held.company_id and r.key = held.key`.execute(db)
}

export async function renew(db: Queryable, claims: readonly Claim[], until: Date): Promise<void> {
  await sql`
    with held as (
      select r.company_id, r.key
        from unnest(${claims.map(({ companyId }) => companyId)}::text[],
                    ${claims.map(({ key }) => key)}::text[],
                    ${claims.map(({ lease }) => lease)}::text[]) as claim (company_id, key, lease)
        join idempotency_records r on ${leased.heldAs('r', 'claim')}
       order by r.company_id, r.key
         for update of r)
    update idempotency_records r
       set ${leased.heldUntil(until)}
      from held
     where r.company_id = held.company_id and r.key = held.key`.execute(db)
}

/** Frees every record, where no other process can be at work. */
export const endLeases = (db: Queryable): Promise<void> => leased.endAll(db)

/** Deletes records that are past their age, except those at work, whose process renews their lease. */
export async function deleteForgotten(tx: Queryable, before: Date, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    with old as materialized (
      select company_id, key from idempotency_records
       where created_at < ${before} and ${leased.isFree(before)}
       order by created_at
       limit ${limit}
         for update skip locked)
    delete from idempotency_records r using old where r.company_id = old.company_id and r.key = old.key`.execute(tx)
  return Number(numAffectedRows ?? 0)
}

export type KeptBody = { companyId: string; key: string; body: string }

/** Held until the transaction ends. */
export async function lockResponses(tx: Queryable, companyId: string | undefined): Promise<KeptBody[]> {
  const { rows } = await sql<KeptBody>`
    select company_id, key, body from idempotency_records
     where body is not null and ${ofCompany(companyId)}
     order by company_id, key
       for update`.execute(tx)
  return rows
}

export async function replaceResponse(tx: Queryable, { companyId, key, body }: KeptBody): Promise<void> {
  await sql`
    update idempotency_records set body = ${body} where company_id = ${companyId} and key = ${key}`.execute(tx)
}
