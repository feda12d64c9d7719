import type { Queryable } from '@service/foundation/database/database.ts'
import type { NewAllocation } from '../allocations/allocation.ts'
import * as allocations from '../allocations/allocation-store.ts'
import { announcing } from '../deployments/announce.ts'
import type { NewDeployment } from '../deployments/deployment.ts'
import * as deployments from '../deployments/deployment-store.ts'
import type { DeploymentEvent } from '../events/event.ts'
import * as events from '../events/event-store.ts'
import * as store from './intent-store.ts'

export type Intents = {
  deployments: readonly NewDeployment[]
  allocations: readonly NewAllocation[]
  events: readonly DeploymentEvent[]
}

/** Writes what is to come true, and announces it with the commit. */
export async function writeIntents(tx: Queryable, intents: Intents): Promise<void> {
  if (intents.deployments.length === 0) return
  await store.insert(tx, {
    deployments: deployments.insertion(intents.deployments),
    allocations: allocations.insertion(intents.allocations),
    events: events.appending(intents.events),
    announcement: announcing(intents.deployments.map(({ id }) => id)),
  })
}
