import { makeAudit } from '../audit/audit.ts'
import type { Administrator } from '../identity/model/administrator.ts'
import { Problem } from '../problem.ts'
import { findUser } from '../users/users.ts'
import * as handOvers from './hand-over/hand-over-store.ts'
import type { LinkDeps } from './make-account-link.ts'
import * as grants from './oauth/grant-store.ts'
import * as passkeys from './passkeys/passkey-store.ts'
import { requireNoMoreThan } from './require-no-more-than.ts'
import * as store from './second-factor/factor-store.ts'
import * as sessions from './session-store.ts'

/**
 * Removes the second factor and the passkeys of a member who has lost them, and signs the member out. Returns false if the
 * member had neither.
 */
export type RemoveMemberFactor = (by: Administrator, companyId: string, userId: string) => Promise<boolean>

export function makeRemoveMemberFactor({ db, now, newId, access }: LinkDeps): RemoveMemberFactor {
  const audit = makeAudit({ now, newId })
  return async (by, companyId, userId) => {
    if (by.actor !== 'system' && by.actor.kind === 'user' && by.actor.id === userId)
      throw new Problem(
        'forbidden',
        'This is for other people: remove your own second factor in your security settings.',
      )
    return db.transaction(async (tx) => {
      const user = await findUser(tx, companyId, userId)
      if (!user) throw new Problem('not-found', `User ${userId} not found in this company.`)
      await requireNoMoreThan(by, tx, access, user)
      const removed = await store.remove(tx, user.id)
      const removedPasskeys = await passkeys.removeAll(tx, user.id)
      if (!removed && removedPasskeys === 0) return false
      await sessions.endAll(tx, user.id)
      await grants.endAllOf(tx, user.id)
      await handOvers.withdrawAllOf(tx, user.id)
      await audit.record(tx, by, {
        companyId,
        action: 'second-factor.remove',
        target: user.id,
        ...(removedPasskeys > 0 && { after: { removedPasskeys } }),
      })
      return true
    })
  }
}
