/**
 * What changes the people of a company: another role, or leaving it. Both end the person's sessions and links in the same
 * transaction. A company keeps an owner who can sign in, and nobody acts on somebody who may more than they do.
 */
import { makeAudit } from '../audit/audit.ts'
import { changedFields } from '../audit/model/changed-fields.ts'
import type { Queryable } from '../database/database.ts'
import { type Administrator, requirePermissions } from '../identity/model/administrator.ts'
import { InputFaults } from '../input-faults.ts'
import { Problem } from '../problem.ts'
import type { User } from '../users/model/user.ts'
import { changeStoredUser, lockOwnersAnd, removeStoredUser } from '../users/users.ts'
import * as devices from './device-store.ts'
import * as handOvers from './hand-over/hand-over-store.ts'
import * as links from './link-store.ts'
import type { LinkDeps } from './make-account-link.ts'
import * as grants from './oauth/grant-store.ts'
import * as passkeys from './passkeys/passkey-store.ts'
import * as passwords from './password-store.ts'
import { requireNoMoreThan } from './require-no-more-than.ts'
import * as factors from './second-factor/factor-store.ts'
import * as sessions from './session-store.ts'
import { isExcepted } from './single-sign-on/single-sign-on-store.ts'

export type ChangeMember = (
  by: Administrator,
  companyId: string,
  userId: string,
  changes: { role?: string; name?: string },
) => Promise<User>

export type RemoveMember = (by: Administrator, companyId: string, userId: string) => Promise<void>

const lastOwner = { code: 'last-owner', status: 409 } as const

export function makeChangeMember({ db, now, newId, access }: LinkDeps): ChangeMember {
  const audit = makeAudit({ now, newId })
  return (by, companyId, userId, changes) =>
    db.transaction(async (tx) => {
      const faults = new InputFaults()
      const { role } = changes
      if (role !== undefined && !access.roles.includes(role))
        faults.add('role', `must be one of ${access.roles.join(', ')}`)
      const name = changes.name === undefined ? undefined : faults.displayName('name', changes.name)
      faults.throwIfAny()
      const { user, isLastOwner } = await lockMember(tx, companyId, userId)
      await requireNoMoreThan(by, tx, access, user)
      requirePermissions(by, role === undefined ? [] : [...access.permissionsOf(role)])
      const before = { name: user.name, role: user.role }
      const after = { name: name ?? user.name ?? '', role: role ?? user.role }
      const changed = changedFields(before, after)
      if (!changed) return user
      if (isLastOwner && after.role !== 'owner') throw keepsAnOwner()
      if (after.role !== 'owner') await requireNotExcepted(tx, user)
      await changeStoredUser(tx, { id: userId, ...after })
      if (after.role !== before.role) await sessions.endAll(tx, userId)
      await audit.record(tx, by, { ...changed, companyId, action: 'user.change', target: userId })
      return { ...user, ...after }
    })
}

export function makeRemoveMember({ db, now, newId, access }: LinkDeps): RemoveMember {
  const audit = makeAudit({ now, newId })
  return (by, companyId, userId) =>
    db.transaction(async (tx) => {
      const { user, isLastOwner } = await lockMember(tx, companyId, userId)
      await requireNoMoreThan(by, tx, access, user)
      if (isLastOwner) throw keepsAnOwner()
      await requireNotExcepted(tx, user)
      const at = now()
      await removeStoredUser(tx, userId, at)
      await endAccess(tx, userId)
      await passwords.remove(tx, userId)
      await factors.remove(tx, userId)
      await passkeys.removeAll(tx, userId)
      await audit.record(tx, by, {
        at,
        companyId,
        action: 'user.remove',
        target: userId,
        before: { role: user.role },
        after: null,
      })
    })
}

/** Nothing that the person holds opens the account any more. */
export async function endAccess(tx: Queryable, userId: string): Promise<void> {
  await sessions.endAll(tx, userId)
  await devices.forgetAll(tx, userId)
  await links.withdrawAll(tx, userId)
  await grants.endAllOf(tx, userId)
  await handOvers.withdrawAllOf(tx, userId)
}

async function lockMember(
  tx: Queryable,
  companyId: string,
  userId: string,
): Promise<{ user: User; isLastOwner: boolean }> {
  const locked = await lockOwnersAnd(tx, companyId, userId)
  const found = locked.find(({ id }) => id === userId)
  if (!found) throw new Problem('not-found', `User ${userId} not found in this company.`)
  const { canSignIn, ...user } = found
  // An owner who was only invited is none yet, where there is one who can sign in.
  const others = locked.filter(({ id, role }) => id !== userId && role === 'owner')
  const remains = canSignIn ? others.some((other) => other.canSignIn) : others.length > 0
  return { user, isLastOwner: user.role === 'owner' && !remains }
}

const keepsAnOwner = () =>
  new Problem(lastOwner, 'A company keeps at least one owner who can sign in. Make somebody else an owner first.')

/** Where everybody else signs in by single sign-on alone, the company keeps the one who can sign in without it. */
async function requireNotExcepted(tx: Queryable, { id }: User): Promise<void> {
  if (await isExcepted(tx, id))
    throw new Problem(lastOwner, 'This owner alone may sign in without single sign-on. Name another there first.')
}
