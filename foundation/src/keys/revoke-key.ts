import { makeAudit } from '../audit/audit.ts'
import type { Queryable } from '../database/database.ts'
import type { Act } from '../identity/model/actor.ts'
import { lockKey, saveKey } from './change-key.ts'
import type { KeyDeps } from './create-key.ts'
import * as keys from './key-store.ts'
import type { ApiKey } from './model/api-key.ts'

export type RevokeKey = (by: Act, companyId: string, keyId: string) => Promise<ApiKey>

/** Ends a key for good; every process refuses it within a second. Revoking it again changes nothing. */
export function makeRevokeKey(deps: Pick<KeyDeps, 'db' | 'now' | 'newId'>): RevokeKey {
  const revoke = makeRevokeKeyInside(deps)
  return (by, companyId, keyId) => deps.db.transaction((tx) => revoke(tx, by, companyId, keyId))
}

/** In the transaction given. */
export function makeRevokeKeyInside({ now, newId }: Pick<KeyDeps, 'now' | 'newId'>) {
  const audit = makeAudit({ now, newId })
  return async (tx: Queryable, by: Act, companyId: string, keyId: string): Promise<ApiKey> => {
    const key = await lockKey(tx, companyId, keyId)
    if (key.revokedAt) return key
    const revoked = { ...key, revokedAt: now() }
    await saveKey(tx, { audit, by, action: 'key.revoke' }, key, revoked)
    return revoked
  }
}

/** Ends every key of a company, in the transaction given; returns how many. */
export function makeRevokeAllKeys({ now, newId }: Pick<KeyDeps, 'now' | 'newId'>) {
  const audit = makeAudit({ now, newId })
  return async (tx: Queryable, by: Act, companyId: string): Promise<number> => {
    const live = (await keys.lockAll(tx, companyId)).filter(({ revokedAt }) => revokedAt === null)
    for (const key of live) await saveKey(tx, { audit, by, action: 'key.revoke' }, key, { ...key, revokedAt: now() })
    return live.length
  }
}
