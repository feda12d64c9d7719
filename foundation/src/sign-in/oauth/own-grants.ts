/** What a person sees of the assistants that act for them, and how they end one. */
import { makeAudit } from '../../audit/audit.ts'
import type { Database } from '../../database/database.ts'
import type { Act } from '../../identity/model/actor.ts'
import type { Principal } from '../../identity/model/principal.ts'
import { Problem } from '../../problem.ts'
import type { SessionDeps } from '../start-session.ts'
import * as grants from './grant-store.ts'
import type { Grant } from './model/grant.ts'

export type OwnGrants = {
  list(by: Principal): Promise<Grant[]>
  end(by: Principal & Act, grantId: string): Promise<void>
}

export function makeOwnGrants(deps: SessionDeps & { db: Database }): OwnGrants {
  const { db, now } = deps
  const audit = makeAudit(deps)
  return {
    list: ({ companyId, actor }) => grants.list(db.connection, companyId, actor.id, now()),
    async end(by, grantId) {
      await db.transaction(async (tx) => {
        const ended = await grants.end(tx, grantId, { companyId: by.companyId, userId: by.actor.id })
        if (!ended) throw new Problem('not-found', 'Grant not found.')
        await audit.record(tx, by, {
          companyId: by.companyId,
          action: 'grant.end',
          target: grantId,
          before: { client: ended.clientName, scopes: ended.scopes },
          after: null,
        })
      })
    },
  }
}
