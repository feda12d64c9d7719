import type { Queryable } from '@service/foundation/database/database.ts'
import { preparedAs } from '@service/foundation/database/prepared-statements.ts'
import { sql } from 'kysely'
import type { NewAllocation } from '../allocations/allocation.ts'
import * as allocations from '../allocations/allocation-store.ts'
import { announcing } from '../deployments/announce.ts'
import type { NewDeployment } from '../deployments/deployment.ts'
import * as deployments from '../deployments/deployment-store.ts'
import type { DeploymentEvent } from '../events/event.ts'
import * as events from '../events/event-store.ts'

export type Intents = {
  deployments: readonly NewDeployment[]
  allocations: readonly NewAllocation[]
  events: readonly DeploymentEvent[]
}

/** All of a batch in one statement, for each on its own costs the database as much as several rows. */
export async function insert(tx: Queryable, intents: Intents): Promise<void> {
  if (intents.deployments.length === 0) return
  await sql`
    ${preparedAs('insert_intents')}
    with deployment as (${deployments.insertion(intents.deployments)}),
    allocation as (${allocations.insertion(intents.allocations)}),
    event as (${events.appending(intents.events)})
    ${announcing(intents.deployments.map(({ id }) => id))}`.execute(tx)
}
