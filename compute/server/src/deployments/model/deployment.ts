import type { DeploymentSpec } from '@service/compute-domain/deployments/spec.ts'
import type { DeploymentStatus, Reason } from '@service/compute-domain/deployments/status.ts'
import type { Act } from '@service/foundation/identity/model/actor.ts'

import type { StoredPlacement } from './stored-placement.ts'

/** A deployment's current state. The instance that runs it, or ran it last, belongs to its last allocation. */
export type Deployment = {
  id: string
  companyId: string
  endpointName: string
  name: string | null
  spec: DeploymentSpec
  /** What its image was when it first ran; null before, and where no engine says. */
  imageDigest: string | null
  simulated: boolean
  cpuOnly: boolean
  status: DeploymentStatus
  reason: Reason | null
  /** For people; says what to do. */
  message: string | null
  statusSince: Date
  /** Changed with every write: a write names the version that it has read. */
  version: number
  /** Attempts begun so far. */
  attempt: number
  hubId: string | null
  country: string | null
  priceUsdPerGpuHour: string | null
  /** gCO2eq/kWh of the grid when it was placed. */
  carbonIntensity: string | null
  carbonGrade: string | null
  placement: StoredPlacement | null
  startAt: Date | null
  latestStartAt: Date | null
  createdAt: Date
  /** Who made it, as `actorText` writes it; null where an earlier release did not note it. */
  createdBy: string | null
  /** When it first ran. */
  runningAt: Date | null
  endedAt: Date | null
}

/** A deployment as the placer writes it, placed or scheduled. */
export type NewDeployment = Pick<
  Deployment,
  | 'id'
  | 'companyId'
  | 'endpointName'
  | 'name'
  | 'spec'
  | 'simulated'
  | 'cpuOnly'
  | 'hubId'
  | 'country'
  | 'placement'
  | 'startAt'
  | 'latestStartAt'
  | 'createdAt'
> & {
  /** Who asks for it. */
  createdBy: Act['actor']
  operationId: string | null
  /** Values of its environment variables, sealed; null where there are none. */
  envSealed: string | null
  /** `scheduled` has no allocation yet, `provisioning` its first. */
  status: 'scheduled' | 'provisioning'
  priceUsdPerGpuHour: number | null
  carbonIntensity: number | null
  carbonGrade: string | null
  dueAt: Date
}

/** A deployment for its customer to see, with the nodes that hold its GPUs. */
export type PlacedDeployment = Omit<Deployment, 'companyId' | 'version' | 'name'> & {
  nodes: readonly { name: string; gpus: number }[]
}
