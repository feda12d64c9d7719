import { makeAudit } from '../audit/audit.ts'
import type { Database, Queryable } from '../database/database.ts'
import type { Access } from '../identity/model/access.ts'
import type { Act } from '../identity/model/actor.ts'
import { InputFaults } from '../input-faults.ts'
import type { NewId } from '../new-id.ts'
import { Problem } from '../problem.ts'
import { isEmail, type User } from './model/user.ts'
import * as users from './user-store.ts'

export type NewUser = { companyId: string; email: string; name: string; role?: string }

export type CreateUser = (by: Act, input: NewUser) => Promise<User>

type Deps = { db: Database; now: () => Date; newId: NewId; access: Access }

export function makeCreateUser(deps: Deps): CreateUser {
  const insertUser = makeInsertUser(deps)
  return (by, input) => deps.db.transaction((tx) => insertUser(tx, by, input))
}

/** Stores a user with the audit event. Somebody who has left comes back as the user they were. */
export function makeInsertUser({ now, newId, access }: Omit<Deps, 'db'>) {
  const audit = makeAudit({ now, newId })
  return async (tx: Queryable, by: Act, { companyId, name, role = 'member', ...given }: NewUser): Promise<User> => {
    const faults = new InputFaults()
    const displayName = faults.displayName('name', name)
    const email = given.email.trim().normalize('NFC')
    if (!isEmail(email)) faults.add('email', 'must be an e-mail address')
    if (!access.roles.includes(role)) faults.add('role', `must be one of ${access.roles.join(', ')}`)
    faults.throwIfAny()
    const at = now()
    const left = await users.lockRemoved(tx, companyId, email)
    const user: User = {
      id: left?.id ?? newId('usr'),
      companyId,
      email,
      name: displayName,
      role,
      legalHold: left?.legalHold ?? false,
      createdAt: left?.createdAt ?? at,
      erasedAt: null,
      removedAt: null,
    }
    if (left) await users.restore(tx, user)
    else if (!(await users.insert(tx, user))) {
      throw new Problem('conflict', `This company already has a user with the e-mail address ${email}.`)
    }
    await audit.record(tx, by, {
      at,
      companyId,
      action: left ? 'user.restore' : 'user.create',
      target: user.id,
      after: { email, name: displayName, role },
    })
    return user
  }
}
