import type { Queryable } from '@service/foundation/database/database.ts'
import { allocations } from '../allocations/allocations.ts'
import type { NewAllocation } from '../allocations/model/allocation.ts'
import { announcing, deploymentInsertion } from '../deployments/deployments.ts'
import type { NewDeployment } from '../deployments/model/deployment.ts'
import { events } from '../events/events.ts'
import type { DeploymentEvent } from '../events/model/event.ts'
import * as store from './intent-store.ts'

export type Intents = {
  deployments: readonly NewDeployment[]
  allocations: readonly NewAllocation[]
  events: readonly DeploymentEvent[]
}

/** Writes intents, which the reconciler carries out, and announces them with the commit. */
export async function writeIntents(tx: Queryable, intents: Intents): Promise<void> {
  if (intents.deployments.length === 0) return
  await store.insert(tx, {
    deployments: deploymentInsertion(intents.deployments),
    allocations: allocations.insertion(intents.allocations),
    events: events.appending(intents.events),
    announcement: announcing(intents.deployments.map(({ id }) => id)),
  })
}
