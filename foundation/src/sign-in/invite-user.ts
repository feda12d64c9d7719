import { type Administrator, requirePermissions } from '../identity/model/administrator.ts'
import type { User } from '../users/model/user.ts'
import { makeInsertUser, type NewUser } from '../users/users.ts'
import { type LinkDeps, putLink } from './make-account-link.ts'
import type { NewLink } from './model/account-link.ts'

export type InviteUser = (by: Administrator, input: NewUser) => Promise<{ user: User; invitation: NewLink }>

/** Makes a user who can sign in once they have chosen a password, with the link by which they do. */
export function makeInviteUser(deps: LinkDeps): InviteUser {
  const { db, access } = deps
  const insertUser = makeInsertUser(deps)
  return (by, input) =>
    db.transaction(async (tx) => {
      requirePermissions(by, [...access.permissionsOf(input.role ?? 'member')])
      const user = await insertUser(tx, by, input)
      const { id: userId, companyId } = user
      return { user, invitation: await putLink(tx, deps, by, { userId, companyId, kind: 'invitation' }) }
    })
}
