import { makeAudit } from '../audit/audit.ts'
import type { Database } from '../database/database.ts'
import type { Act } from '../identity/model/actor.ts'
import type { NewId } from '../new-id.ts'
import { Problem } from '../problem.ts'
import type { User } from './model/user.ts'
import * as users from './user-store.ts'

export type SetLegalHold = (by: Act, companyId: string, idOrEmail: string, legalHold: boolean) => Promise<User>

type Deps = { db: Database; now: () => Date; newId: NewId }

/** Puts a user under legal hold or ends it: held, the user's data outlives an erasure. */
export function makeSetLegalHold({ db, now, newId }: Deps): SetLegalHold {
  const audit = makeAudit({ now, newId })
  return (by, companyId, idOrEmail, legalHold) =>
    db.transaction(async (tx) => {
      const user = await users.find(tx, companyId, idOrEmail)
      if (!user) throw new Problem('not-found', `User ${idOrEmail} not found in this company.`)
      if (user.legalHold === legalHold) return user
      await users.setLegalHold(tx, companyId, user.id, legalHold)
      await audit.record(tx, by, {
        companyId,
        action: 'user.legal-hold',
        target: user.id,
        before: { legalHold: user.legalHold },
        after: { legalHold },
      })
      return { ...user, legalHold }
    })
}
