import type { Queryable } from '../../database/database.ts'
import { makeInsertKey, makeRevokeKeyInside } from '../../keys/keys.ts'
import { hashToken } from '../../secret-token.ts'
import { findUser } from '../../users/users.ts'
import * as attempts from '../attempt-store.ts'
import { handOverSubjectsOf } from '../model/attempt-delays.ts'
import { OAuthFailure } from '../oauth/model/oauth-failure.ts'
import { deviceBrand } from './ask-for-key.ts'
import type { HandOverDeps } from './hand-over.ts'
import * as store from './hand-over-store.ts'

export type ClaimedKey = { secret: string; name: string; scopes: readonly string[]; expiresAt: Date | null }
/** Rejects with what a program has to do: wait, or give up. */
export type ClaimKey = (deviceCode: string, requestId: string) => Promise<ClaimedKey>

export function makeClaimKey(deps: HandOverDeps): ClaimKey {
  const { db, now, access } = deps
  const insertKey = makeInsertKey(deps)
  const revokeKey = makeRevokeKeyInside(deps)

  async function claim(tx: Queryable, sha256: Uint8Array, requestId: string): Promise<ClaimedKey | OAuthFailure> {
    const found = await store.lockByDevice(tx, sha256)
    if (!found) return spent()
    const { userId, companyId, scopes, keyId } = found
    if (keyId !== null && companyId !== null) {
      // Either its response was lost, or somebody else has the secret too: nobody keeps the key.
      await revokeKey(tx, { actor: 'system', requestId }, companyId, keyId)
      return spent()
    }
    if (found.expiresAt <= now()) return spent()
    if (found.decidedAt === null) return new OAuthFailure('authorization_pending', 'Nobody has decided yet.')
    if (userId === null || companyId === null || scopes === null) return denied('The person refused.')
    const person = await findUser(tx, companyId, userId)
    const permitted = person && !person.erasedAt && !person.removedAt ? access.permissionsOf(person.role) : undefined
    // Since they decided, their role may have become another.
    if (!permitted?.has('keys:manage') || !scopes.every((scope) => permitted.has(scope)))
      return denied('The person may no longer make this key.')
    const by = { actor: { kind: 'user' as const, id: userId }, requestId }
    const wanted = { companyId, createdBy: userId, name: found.keyName ?? '', scopes, expiresAt: found.keyExpiresAt }
    const { key, secret } = await insertKey(tx, by, wanted, { handedOverTo: found.machine, from: found.askedFrom })
    await store.recordKey(tx, found.userCode, key.id)
    const names = handOverSubjectsOf(found.askedFrom).map(({ subject }) => subject)
    await attempts.takeBack(tx, names)
    return { secret, name: key.name, scopes: key.scopes, expiresAt: key.expiresAt }
  }

  return async (deviceCode, requestId) => {
    const sha256 = hashToken(deviceBrand, deviceCode)
    if (!sha256) throw spent()
    // That a secret came twice is written, though the caller is refused.
    const outcome = await db.transaction((tx) => claim(tx, sha256, requestId))
    if (outcome instanceof OAuthFailure) throw outcome
    return outcome
  }
}

const spent = () => new OAuthFailure('expired_token', 'Nobody allowed it in time, or the key was fetched before.')
const denied = (why: string) => new OAuthFailure('access_denied', why)
