import type { EndpointAccess } from '@service/compute-domain/deployments/endpoint-access.ts'
import { makeAudit } from '@service/foundation/audit/audit.ts'
import type { Database } from '@service/foundation/database/database.ts'
import type { Act } from '@service/foundation/identity/model/actor.ts'
import type { NewId } from '@service/foundation/new-id.ts'
import { announce, noSuchDeployment } from '../deployments/deployments.ts'
import * as store from './access-store.ts'

export type SetAccess = (by: Act & { companyId: string }, id: string, access: EndpointAccess) => Promise<string>

/** Changes who may reach a deployment's endpoint, whatever its status, and returns the endpoint's own name. Every gateway hears of it with the commit. */
export function makeSetAccess({ db, now, newId }: { db: Database; now: () => Date; newId: NewId }): SetAccess {
  const audit = makeAudit({ now, newId })
  return (by, id, access) =>
    db.transaction(async (tx) => {
      const { companyId } = by
      const found = await store.lock(tx, companyId, id)
      if (!found) throw noSuchDeployment()
      if (found.access === access) return found.name
      await store.setAccess(tx, companyId, id, access)
      await audit.record(tx, by, {
        companyId,
        action: 'deployment.access',
        target: id,
        before: { access: found.access },
        after: { access },
      })
      await announce(tx, [id])
      return found.name
    })
}
