import { makeAudit } from '../audit/audit.ts'
import type { Database } from '../database/database.ts'
import type { Access } from '../identity/model/access.ts'
import type { Act } from '../identity/model/actor.ts'
import type { NewId } from '../new-id.ts'
import { Problem } from '../problem.ts'
import type { User } from './model/user.ts'
import * as operators from './operator-store.ts'
import * as users from './user-store.ts'

export type SetOperator = (by: Act, companyId: string, idOrEmail: string, isOperator: boolean) => Promise<User>

type Deps = { db: Database; now: () => Date; newId: NewId; access: Access }

/** Lets a person use the operator's view, or no longer; it holds from their next request on. */
export function makeSetOperator({ db, now, newId, access }: Deps): SetOperator {
  const audit = makeAudit({ now, newId })
  return (by, companyId, idOrEmail, isOperator) =>
    db.transaction(async (tx) => {
      if (access.operatorPermissions.size === 0) {
        throw new Problem('conflict', 'This service has no operator’s view.')
      }
      const user = await users.find(tx, companyId, idOrEmail)
      if (!user || user.removedAt || user.erasedAt) {
        throw new Problem('not-found', `User ${idOrEmail} not found in this company.`)
      }
      const changed = isOperator ? await operators.add(tx, user.id, now()) : await operators.remove(tx, user.id)
      if (!changed) return user
      await audit.record(tx, by, {
        companyId,
        action: 'user.operator',
        target: user.id,
        before: { operator: !isOperator },
        after: { operator: isOperator },
      })
      return user
    })
}
