import { makeAudit } from '../audit/audit.ts'
import type { Database } from '../database/database.ts'
import type { Act } from '../identity/model/actor.ts'
import type { Principal } from '../identity/model/principal.ts'
import type { NewId } from '../new-id.ts'
import * as sessions from './session-store.ts'

export type SignOut = (by: Principal & Act) => Promise<void>

export function makeSignOut({ db, now, newId }: { db: Database; now: () => Date; newId: NewId }): SignOut {
  const audit = makeAudit({ now, newId })
  return ({ actor, requestId, companyId, session }) =>
    db.transaction(async (tx) => {
      const id = session?.id ?? ''
      if (!(await sessions.end(tx, { companyId, userId: actor.id, id }))) return
      await audit.record(
        tx,
        { actor, requestId },
        { companyId, action: 'session.end', target: id, after: { by: 'sign-out' } },
      )
    })
}
