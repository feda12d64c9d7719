import type { Clock } from './clock.ts'
import type { HubConditions } from './hub-conditions.ts'
import type { SimulatedInstances } from './simulated-instances.ts'

/** What all simulated hubs of a process share. */
export type Simulation = { instances: SimulatedInstances; clock: Clock; conditions?: HubConditions }
