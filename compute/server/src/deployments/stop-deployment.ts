import { hasEnded } from '@service/compute-domain/deployments/status.ts'
import type { Database } from '@service/foundation/database/database.ts'
import type { Operation } from '@service/foundation/idempotency/model/record.ts'
import type { Act } from '@service/foundation/identity/model/actor.ts'
import type { NewId } from '@service/foundation/new-id.ts'
import { announce } from './announce.ts'
import type { BoundedWaits, Wait } from './bounded-waits.ts'
import { noSuchDeployment } from './deployment-path.ts'
import * as deployments from './deployment-store.ts'
import type { PlacedDeployment } from './model/deployment.ts'
import type { ReadDeployment } from './read-deployments.ts'
import { stopDeployments } from './stop-deployments.ts'

type Deps = {
  db: Database
  now: () => Date
  newId: NewId
  waits: BoundedWaits
  /** Wakes the reconciler of this process. */
  wake: (deploymentId: string) => void
  readDeployment: ReadDeployment
}

type By = Pick<Act, 'actor'> & { companyId: string }

export type StopDeployment = (by: By, id: string, wait: Wait) => Promise<PlacedDeployment>

/** Stops a deployment that is alive, and returns its state; one that has ended stays as it is. */
export const makeStopDeployment = (deps: Deps): StopDeployment => {
  const stop = makeStop(deps)
  return (by, id, wait) => stop(by, id, 'user', wait)
}

/**
 * Undefined once it is deleted. A deployment that has not ended in time is returned, and can be deleted later. A resumed
 * operation may have deleted it before its process died: then it is done.
 */
export type DeleteDeployment = (
  asked: By & { id: string; operation: Operation | undefined },
  wait: Wait,
) => Promise<PlacedDeployment | undefined>

export const makeDeleteDeployment = (deps: Deps): DeleteDeployment => {
  const { db, now, wake } = deps
  const stop = makeStop(deps)
  return async ({ actor, companyId, id, operation }, wait) => {
    if (operation?.resumed && (await deployments.isDeleted(db.connection, companyId, id))) return undefined
    const left = await stop({ actor, companyId }, id, 'deleted', wait)
    if (!hasEnded(left.status)) return left
    await db.transaction(async (tx) => {
      if (!(await deployments.markDeleted(tx, companyId, id, { by: actor, now: now() }))) throw noSuchDeployment()
      await announce(tx, [id]) // the gateway drops its endpoint
    })
    wake(id) // the engine may remove what is left of it
    return undefined
  }
}

function makeStop({ db, now, newId, waits, wake, readDeployment }: Deps) {
  return async ({ actor, companyId }: By, id: string, reason: 'user' | 'deleted', wait: Wait) => {
    const found = await readDeployment(companyId, id)
    if (hasEnded(found.status)) return found
    const wish = { companyId, ids: [id], reason, actor }
    await db.transaction((tx) => stopDeployments(tx, { now, newId }, wish))
    wake(id)
    const ended = async () => {
      const seen = await readDeployment(companyId, id)
      return hasEnded(seen.status) ? seen : undefined
    }
    return (await waits.until({ companyId, deploymentId: id }, ended, wait)) ?? readDeployment(companyId, id)
  }
}
