/** The SQL of certificates that are ordered, and of the accounts that order them. */
import type { Queryable } from '@service/foundation/database/database.ts'
import { type Lease, LeasedRows } from '@service/foundation/jobs/lease.ts'
import { sealedColumn } from '@service/foundation/sealing/sealing.ts'
import { sql } from 'kysely'

const leased = new LeasedRows('gateway_certificates', ['name'])

export const sealedCertificateRows = [
  sealedColumn('accounts at certificate authorities', {
    table: 'acme_accounts',
    id: 'directory',
    column: 'sealed_key',
  }),
  sealedColumn('certificates', { table: 'gateway_certificates', id: 'name', column: 'sealed_key' }),
  sealedColumn('orders of certificates', { table: 'gateway_certificates', id: 'name', column: 'sealed_order_key' }),
]

export type StoredAccount = { sealedKey: string; accountUrl: string | null }

/** The account of all processes: the first key that was offered is kept. */
export async function keepAccount(
  db: Queryable,
  { directory, sealedKey, now }: { directory: string; sealedKey: string; now: Date },
): Promise<StoredAccount> {
  await sql`
    insert into acme_accounts (directory, sealed_key, created_at) values (${directory}, ${sealedKey}, ${now})
        on conflict (directory) do nothing`.execute(db)
  const account = await findAccount(db, directory)
  if (!account) throw new Error('The account at the certificate authority was removed meanwhile.')
  return account
}

export async function findAccount(db: Queryable, directory: string): Promise<StoredAccount | undefined> {
  const { rows } = await sql<StoredAccount>`
    select sealed_key, account_url from acme_accounts where directory = ${directory}`.execute(db)
  return rows[0]
}

export async function setAccountUrl(db: Queryable, directory: string, accountUrl: string | null): Promise<void> {
  await sql`update acme_accounts set account_url = ${accountUrl} where directory = ${directory}`.execute(db)
}

/** Which names get a certificate. */
export type Scope = {
  /** Names of the certificate file, wildcards among them: it serves those itself. */
  covered: readonly string[]
  /** What follows a deployment's name, where endpoints get certificates of their own. */
  endpointSuffix: string | undefined
}

const isCovered = (name: ReturnType<typeof sql>, covered: readonly string[]) => sql`
  (${name} = any (${covered}::text[]) or regexp_replace(${name}, '^[^.]+', '*') = any (${covered}::text[]))`

const servedDomains = ({ covered }: Scope) => sql`
  select domain as name from endpoint_domains
   where status in ('active', 'failing') and not ${isCovered(sql`domain`, covered)}`

const endpoints = ({ endpointSuffix, covered }: Scope) => sql`
  select endpoint_name || ${endpointSuffix ?? ''}::text as name from deployments
   where ${endpointSuffix !== undefined} and deleted_at is null and ended_at is null and status = 'running' and not simulated
     and not ${isCovered(sql`(endpoint_name || ${endpointSuffix ?? ''}::text)`, covered)}`

/** Makes those due that have none yet, up to `limit` of them. */
export async function want(db: Queryable, scope: Scope, now: Date, limit: number): Promise<void> {
  await sql`
    insert into gateway_certificates (name, due_at, created_at)
    select name, ${now}::timestamptz, ${now}::timestamptz
      from (${servedDomains(scope)} union ${endpoints(scope)}) wanted
     where not exists (select from gateway_certificates known where known.name = wanted.name)
     limit ${limit}
        on conflict (name) do nothing`.execute(db)
}

export async function isWanted(db: Queryable, scope: Scope, name: string): Promise<boolean> {
  const { rows } = await sql`
    select from (${servedDomains(scope)} union all ${endpoints(scope)}) wanted where name = ${name} limit 1`.execute(db)
  return rows.length === 1
}

export type StoredCertificate = {
  name: string
  certificate: string | null
  expiresAt: Date | null
  orderUrl: string | null
  sealedOrderKey: string | null
  orderedAt: Date | null
  challengeToken: string | null
  failures: number
  message: string | null
}

export async function takeDue(db: Queryable, lease: Lease, limit: number): Promise<StoredCertificate[]> {
  const { rows } = await leased
    .take<StoredCertificate>(lease, {
      where: sql`due_at <= ${lease.now}`,
      orderBy: sql`due_at`,
      limit,
      returning: sql`
        name, certificate, expires_at, order_url, sealed_order_key, ordered_at, challenge_token, failures, message`,
    })
    .execute(db)
  return rows
}

export async function nextDueAt(db: Queryable): Promise<Date | undefined> {
  const { rows } = await sql<{ dueAt: Date | null }>`
    select min(greatest(due_at, coalesce(leased_until, due_at))) as due_at from gateway_certificates`.execute(db)
  return rows[0]?.dueAt ?? undefined
}

export const endLeases = (db: Queryable): Promise<void> => leased.endAll(db)

/** A row that this process holds. */
export type Held = { leaseId: string; name: string }

/** Each of these changes the row only while it is held, and says whether it was. */
async function change(db: Queryable, { leaseId, name }: Held, set: ReturnType<typeof sql>): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update gateway_certificates set ${set} where ${leased.heldBy(leaseId, { name })}`.execute(db)
  return numAffectedRows === 1n
}

const noOrder = sql`
  order_url = null, sealed_order_key = null, ordered_at = null, challenge_token = null, challenge_response = null`

type NewOrder = { orderUrl: string; sealedOrderKey: string; now: Date }

export const beginOrder = (db: Queryable, held: Held, { orderUrl, sealedOrderKey, now }: NewOrder) =>
  change(db, held, sql`order_url = ${orderUrl}, sealed_order_key = ${sealedOrderKey}, ordered_at = ${now}`)

export const setChallenge = (db: Queryable, held: Held, { token, response }: { token: string; response: string }) =>
  change(db, held, sql`challenge_token = ${token}, challenge_response = ${response}`)

export const waitUntil = (db: Queryable, held: Held, dueAt: Date) =>
  change(db, held, sql`due_at = ${dueAt}, ${leased.ended}`)

export const issue = (
  db: Queryable,
  held: Held,
  { certificate, expiresAt, dueAt }: { certificate: string; expiresAt: Date; dueAt: Date },
) =>
  change(
    db,
    held,
    sql`certificate = ${certificate}, sealed_key = sealed_order_key, expires_at = ${expiresAt}, failures = 0,
        message = null, due_at = ${dueAt}, ${leased.ended}, ${noOrder}`,
  )

type Failed = { message: string; dueAt: Date; keepsOrder: boolean }

export const recordFailure = (db: Queryable, held: Held, { message, dueAt, keepsOrder }: Failed) =>
  change(
    db,
    held,
    sql`failures = failures + 1, message = ${message}, due_at = ${dueAt}, ${leased.ended}${keepsOrder ? sql`` : sql`, ${noOrder}`}`,
  )

export async function remove(db: Queryable, { leaseId, name }: Held): Promise<void> {
  await sql`delete from gateway_certificates where ${leased.heldBy(leaseId, { name })}`.execute(db)
}

export async function findResponse(db: Queryable, name: string, token: string): Promise<string | undefined> {
  const { rows } = await sql<{ challengeResponse: string }>`
    select challenge_response from gateway_certificates
     where name = ${name} and challenge_token = ${token} and challenge_response is not null`.execute(db)
  return rows[0]?.challengeResponse
}

export async function findIssued(
  db: Queryable,
  name: string,
): Promise<{ certificate: string; sealedKey: string } | undefined> {
  const { rows } = await sql<{ certificate: string; sealedKey: string }>`
    select certificate, sealed_key from gateway_certificates
     where name = ${name} and certificate is not null and sealed_key is not null`.execute(db)
  return rows[0]
}

export type CertificateState = { name: string } & Pick<StoredCertificate, 'expiresAt' | 'failures' | 'message'>

export async function findStates(db: Queryable, names: readonly string[]): Promise<CertificateState[]> {
  const { rows } = await sql<CertificateState>`
    select name, expires_at, failures, message from gateway_certificates where name = any (${names}::text[])`.execute(
    db,
  )
  return rows
}
