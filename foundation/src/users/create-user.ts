import { makeAudit } from '../audit/audit.ts'
import type { Database } from '../database/database.ts'
import type { Access } from '../identity/model/access.ts'
import type { Act } from '../identity/model/actor.ts'
import { InputFaults } from '../input-faults.ts'
import type { NewId } from '../new-id.ts'
import { Problem } from '../problem.ts'
import { isEmail, type User } from './model/user.ts'
import * as users from './user-store.ts'

export type CreateUser = (
  by: Act,
  input: { companyId: string; email: string; name: string; role?: string },
) => Promise<User>

type Deps = { db: Database; now: () => Date; newId: NewId; access: Access }

export function makeCreateUser({ db, now, newId, access }: Deps): CreateUser {
  const audit = makeAudit({ now, newId })
  return async (by, { companyId, email, name, role = 'member' }) => {
    const faults = new InputFaults()
    const displayName = faults.displayName('name', name)
    if (!isEmail(email)) faults.add('email', 'must be an e-mail address')
    if (!access.roles.includes(role)) faults.add('role', `must be one of ${access.roles.join(', ')}`)
    faults.throwIfAny()
    const user: User = {
      id: newId('usr'),
      companyId,
      email,
      name: displayName,
      role,
      legalHold: false,
      createdAt: now(),
      erasedAt: null,
      removedAt: null,
    }
    await db.transaction(async (tx) => {
      if (!(await users.insert(tx, user))) {
        throw new Problem('conflict', `This company already has a user with the e-mail address ${email}.`)
      }
      await audit.record(tx, by, {
        at: user.createdAt,
        companyId,
        action: 'user.create',
        target: user.id,
        after: { email, name: displayName, role },
      })
    })
    return user
  }
}
