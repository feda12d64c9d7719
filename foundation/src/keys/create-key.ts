import { makeAudit } from '../audit/audit.ts'
import type { Fields } from '../audit/model/audit-event.ts'
import { findCompany } from '../companies/companies.ts'
import type { Database, Queryable } from '../database/database.ts'
import { type Access, checkScopes } from '../identity/model/access.ts'
import type { Act } from '../identity/model/actor.ts'
import { InputFaults } from '../input-faults.ts'
import type { NewId } from '../new-id.ts'
import { Problem } from '../problem.ts'
import { findUser } from '../users/users.ts'
import { generateKey, parseKey } from './key-format.ts'
import type { ApiKey } from './model/api-key.ts'
import { storeNewKey } from './store-new-key.ts'

/** The one moment at which the plaintext `secret` exists outside its owner's hands. */
export type CreatedKey = { key: ApiKey; secret: string }

export type KeyInput = {
  companyId: string
  /** Id of the user whose company the key reads. */
  createdBy: string
  name: string
  scopes?: readonly string[]
  expiresAt?: Date | null
}

export type CreateKey = (by: Act, input: KeyInput) => Promise<CreatedKey>

export type KeyDeps = {
  db: Database
  now: () => Date
  newId: NewId
  /** The scopes of this service. */
  access: Access
  randomBytes: (count: number) => Uint8Array
}

export function makeCreateKey(deps: KeyDeps): CreateKey {
  const insertKey = makeInsertKey(deps)
  return (by, input) => deps.db.transaction((tx) => insertKey(tx, by, input))
}

/** Stores a key with the audit event, which also says `more`. */
export function makeInsertKey({ now, newId, access, randomBytes }: Omit<KeyDeps, 'db'>) {
  return async (
    tx: Queryable,
    by: Act,
    { companyId, createdBy, name, scopes = access.defaultScopes, expiresAt = null }: KeyInput,
    more?: Fields,
  ): Promise<CreatedKey> => {
    const at = now()
    const faults = new InputFaults()
    const displayName = faults.displayName('name', name)
    checkScopes(access, faults, scopes)
    if (expiresAt && !(expiresAt > at)) faults.add('expiresAt', 'must be in the future')
    faults.throwIfAny()
    const secret = generateKey(randomBytes)
    const { sha256, prefix, lastFour } = parseKey(secret)!
    const key: ApiKey = {
      id: newId('key'),
      companyId,
      createdBy,
      name: displayName,
      scopes: [...new Set(scopes)],
      prefix,
      lastFour,
      createdAt: at,
      expiresAt,
      lastUsedAt: null,
      revokedAt: null,
      replacedBy: null,
    }
    if (!(await findCompany(tx, companyId))) throw new Problem('not-found', `Company ${companyId} not found.`)
    const creator = await findUser(tx, companyId, createdBy)
    if (!creator || creator.erasedAt || creator.removedAt)
      throw new Problem('not-found', `User ${createdBy} not found in this company.`)
    await storeNewKey(tx, { audit: makeAudit({ now, newId }), by, ...(more && { more }) }, key, sha256)
    return { key, secret }
  }
}
