import type { Act } from '../audit/audit-event.ts'
import type { ApiKey } from './api-key.ts'
import { lockKey, saveKey } from './change-key.ts'
import type { KeyDeps } from './create-key.ts'

export type RevokeKey = (by: Act, companyId: string, keyId: string) => Promise<ApiKey>

/** Ends a key for good; every process refuses it within a second. Revoking it again changes nothing. */
export function makeRevokeKey({ db, now, newId }: Omit<KeyDeps, 'randomBytes'>): RevokeKey {
  return (by, companyId, keyId) =>
    db.transaction(async (tx) => {
      const key = await lockKey(tx, companyId, keyId)
      if (key.revokedAt) return key
      const revoked = { ...key, revokedAt: now() }
      await saveKey(tx, by, { id: newId('aud'), at: now(), action: 'key.revoke' }, key, revoked)
      return revoked
    })
}
