import type { Act } from '../audit/audit-event.ts'
import * as audit from '../audit/audit-store.ts'
import * as companies from '../companies/company-store.ts'
import type { Database } from '../database/database.ts'
import { InputFaults } from '../input-faults.ts'
import type { NewId } from '../new-id.ts'
import { Problem } from '../problem.ts'
import * as users from '../users/user-store.ts'
import { type ApiKey, keyFields } from './api-key.ts'
import { generateKey, parseKey } from './key-format.ts'
import * as keys from './key-store.ts'
import { checkScopes, defaultScopes, type Scope } from './scopes.ts'

/** The one moment at which the plaintext `secret` exists outside its owner's hands. */
export type CreatedKey = { key: ApiKey; secret: string }

export type CreateKey = (
  by: Act,
  input: {
    companyId: string
    /** Id of the user whose company the key reads. */
    createdBy: string
    name: string
    scopes?: readonly Scope[]
    expiresAt?: Date | null
  },
) => Promise<CreatedKey>

export type KeyDeps = {
  db: Database
  now: () => Date
  newId: NewId
  randomBytes: (count: number) => Uint8Array
}

export function makeCreateKey({ db, now, newId, randomBytes }: KeyDeps): CreateKey {
  return async (by, { companyId, createdBy, name, scopes = defaultScopes, expiresAt = null }) => {
    const at = now()
    const faults = new InputFaults()
    const displayName = faults.displayName('name', name)
    checkScopes(faults, scopes)
    if (expiresAt && !(expiresAt > at)) faults.add('expiresAt', 'must lie in the future')
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
    await db.transaction(async (tx) => {
      if (!(await companies.find(tx, companyId))) throw new Problem('not-found', `There is no company ${companyId}.`)
      const creator = await users.find(tx, companyId, createdBy)
      if (!creator || creator.erasedAt) throw new Problem('not-found', `The company has no user ${createdBy}.`)
      await keys.insert(tx, key, sha256)
      await audit.append(tx, {
        ...by,
        id: newId('aud'),
        at,
        companyId,
        action: 'key.create',
        target: key.id,
        before: null,
        after: { ...keyFields(key), createdBy, prefix, lastFour },
      })
    })
    return { key, secret }
  }
}
