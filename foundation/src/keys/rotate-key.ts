import { makeAudit } from '../audit/audit.ts'
import { type Administrator, isOperator, requirePermissions } from '../identity/model/administrator.ts'
import { Problem } from '../problem.ts'
import { lockKey, saveKey } from './change-key.ts'
import type { CreatedKey, KeyDeps } from './create-key.ts'
import { generateKey, parseKey } from './key-format.ts'
import { type ApiKey, keyStatus } from './model/api-key.ts'
import { storeNewKey } from './store-new-key.ts'

const maxOverlapMs = 24 * 3_600_000

export type RotateKey = (
  by: Administrator,
  companyId: string,
  keyId: string,
  options: { overlapMs: number },
) => Promise<CreatedKey & { replaced: ApiKey }>

/**
 * Puts a new key in an old one's place, with its name and scopes, which the role of a person who rotates it must include:
 * the new plaintext is theirs. Its creator is that person; where an operator rotates it, that of the old one. The old key is accepted for `overlapMs` more
 * (0 to 24 h), so that callers can change over; 0 revokes it at once. A key made for a limited time is followed by one
 * made for as long, counted from now.
 */
export function makeRotateKey({ db, now, newId, randomBytes }: Omit<KeyDeps, 'access'>): RotateKey {
  const audit = makeAudit({ now, newId })
  return (by, companyId, keyId, { overlapMs }) => {
    if (!(overlapMs >= 0 && overlapMs <= maxOverlapMs)) {
      throw new Problem('invalid-request', 'The overlap must be between 0 and 24 hours.')
    }
    return db.transaction(async (tx) => {
      const at = now()
      const old = await lockKey(tx, companyId, keyId)
      if (old.replacedBy)
        throw new Problem('conflict', `This key was already replaced by ${old.replacedBy}. Rotate that one instead.`)
      const status = keyStatus(old, at)
      if (status !== 'active') throw new Problem('conflict', `This key is ${status}. Create a new one instead.`)

      requirePermissions(by, old.scopes)
      const createdBy = isOperator(by) ? old.createdBy : by.actor.id

      const secret = generateKey(randomBytes)
      const { sha256, prefix, lastFour } = parseKey(secret)!
      const key: ApiKey = { ...old, id: newId('key'), createdBy, prefix, lastFour, createdAt: at, lastUsedAt: null }
      key.expiresAt = old.expiresAt && new Date(at.getTime() + old.expiresAt.getTime() - old.createdAt.getTime())
      const overlapEnds = new Date(at.getTime() + overlapMs)
      const replaced: ApiKey = { ...old, replacedBy: key.id }
      if (overlapMs === 0) replaced.revokedAt = at
      else if (!old.expiresAt || old.expiresAt > overlapEnds) replaced.expiresAt = overlapEnds
      await storeNewKey(tx, { audit, by, more: { replaces: old.id } }, key, sha256)
      await saveKey(tx, { audit, by, action: 'key.rotate' }, old, replaced)
      return { key, secret, replaced }
    })
  }
}
