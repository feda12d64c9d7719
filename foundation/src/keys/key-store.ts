import { sql } from 'kysely'
import { ofCompany, type Queryable } from '../database/database.ts'
import type { Principal } from '../identity/model/principal.ts'
import type { ApiKey } from './model/api-key.ts'

const columns = sql`id, company_id, created_by, name, scopes, prefix, last_four, created_at, expires_at, last_used_at,
  revoked_at, replaced_by`

export async function insert(tx: Queryable, key: ApiKey, sha256: Uint8Array): Promise<void> {
  await sql`
    insert into api_keys (id, company_id, created_by, name, scopes, key_sha256, prefix, last_four, created_at,
                          expires_at)
    values (${key.id}, ${key.companyId}, ${key.createdBy}, ${key.name}, ${key.scopes}::text[], ${sha256},
            ${key.prefix}, ${key.lastFour}, ${key.createdAt}, ${key.expiresAt})`.execute(tx)
}

/** A key with who made it. */
export type ListedKey = ApiKey & {
  /** Null once they have been erased. */
  creatorName: string | null
  /** They belong to the company no more; the key goes on. */
  creatorHasLeft: boolean
}

export type KeyFilter = { id?: string; before?: string | undefined; limit?: number }

/** Newest first. */
export async function list(
  db: Queryable,
  companyId: string,
  { id, before, limit }: KeyFilter = {},
): Promise<ListedKey[]> {
  const { rows } = await sql<ListedKey>`
    select keys.*, users.name as creator_name,
           users.removed_at is not null or users.erased_at is not null as creator_has_left
      from (select ${columns} from api_keys
             where company_id = ${companyId}
               and (${id ?? null}::text is null or id = ${id ?? null})
               and (${before ?? null}::text is null or id < ${before ?? null})
             order by id desc
             limit ${limit ?? null}) as keys
      join users on users.id = keys.created_by
     order by keys.id desc`.execute(db)
  return rows
}

/** A key of any company, for operators. */
export async function findById(db: Queryable, id: string): Promise<ApiKey | undefined> {
  const { rows } = await sql<ApiKey>`select ${columns} from api_keys where id = ${id}`.execute(db)
  return rows[0]
}

export async function findBySha256(db: Queryable, sha256: Uint8Array): Promise<ApiKey | undefined> {
  const { rows } = await sql<ApiKey>`select ${columns} from api_keys where key_sha256 = ${sha256}`.execute(db)
  return rows[0]
}

/** Holds the row until the transaction ends. */
export async function lock(tx: Queryable, companyId: string, id: string): Promise<ApiKey | undefined> {
  const { rows } = await sql<ApiKey>`
    select ${columns} from api_keys where id = ${id} and company_id = ${companyId} for update`.execute(tx)
  return rows[0]
}

/** Every key of one company or of all. */
export async function lockAll(tx: Queryable, companyId: string | undefined): Promise<ApiKey[]> {
  const { rows } = await sql<ApiKey>`
    select ${columns} from api_keys
     where ${ofCompany(companyId)}
     order by id
       for no key update`.execute(tx)
  return rows
}

/** A key's name is for its owner alone, so no process needs to be notified. */
export async function rename(tx: Queryable, id: string, name: string): Promise<void> {
  await sql`update api_keys set name = ${name} where id = ${id}`.execute(tx)
}

export type KeyChanges = Pick<ApiKey, 'name' | 'scopes' | 'expiresAt' | 'revokedAt' | 'replacedBy'>

/** Notifies every process, so that none goes on with the key as it was. */
export async function update(tx: Queryable, companyId: string, id: string, changes: KeyChanges): Promise<void> {
  await sql`
    update api_keys
       set name = ${changes.name}, scopes = ${changes.scopes}::text[], expires_at = ${changes.expiresAt},
           revoked_at = ${changes.revokedAt}, replaced_by = ${changes.replacedBy}
     where id = ${id} and company_id = ${companyId}`.execute(tx)
  await sql`select pg_notify('keys_changed', ${id})`.execute(tx)
}

/** A key with all that a request needs to know of it; its scopes as they are stored. */
export type FoundKey = Pick<Principal, 'companyId' | 'limits'> & {
  sha256Hex: string
  id: string
  scopes: readonly string[]
  expiresAt: Date | null
}

type FoundRow = Omit<FoundKey, 'limits'> & FoundKey['limits']

/** The keys with these hashes that are not revoked. */
export async function findByHash(db: Queryable, sha256Hex: readonly string[]): Promise<FoundKey[]> {
  const { rows } = await sql<FoundRow>`
    select encode(k.key_sha256, 'hex') as sha256_hex, k.id, k.company_id, k.scopes, c.requests_per_minute,
           c.monthly_quota, k.expires_at
      from unnest(${sha256Hex}::text[]) as wanted
      join api_keys k on k.key_sha256 = decode(wanted, 'hex')
      join companies c on c.id = k.company_id
     where k.revoked_at is null`.execute(db)
  return rows.map(({ requestsPerMinute, monthlyQuota, ...key }) => ({
    ...key,
    limits: { requestsPerMinute, monthlyQuota },
  }))
}

export type KeyUse = { keyId: string; usedAt: Date }

/** Several processes write at their own pace: the latest use wins. Rows are locked in the order of their ids. */
export async function recordUses(db: Queryable, uses: readonly KeyUse[]): Promise<void> {
  await sql`
    with used as (
      select k.id, u.used_at
        from unnest(${uses.map(({ keyId }) => keyId)}::text[],
                    ${uses.map(({ usedAt }) => usedAt.toISOString())}::text[]::timestamptz[]) as u (id, used_at)
        join api_keys k on k.id = u.id
       where k.last_used_at is null or k.last_used_at < u.used_at
       order by k.id
         for update of k)
    update api_keys k set last_used_at = used.used_at from used where k.id = used.id`.execute(db)
}
