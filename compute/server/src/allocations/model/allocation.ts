import type { InstanceAddress } from '@service/compute-domain/deployments/instance-address.ts'
import type { AttemptState } from '@service/compute-domain/deployments/snapshot.ts'
import type { Reason } from '@service/compute-domain/deployments/status.ts'

/** One attempt to run one deployment at one hub, and the GPUs that it holds there. */
export type Allocation = {
  id: string
  deploymentId: string
  companyId: string
  attempt: number
  hubId: string
  gpuType: string
  gpus: number
  nodes: readonly { name: string; gpus: number }[]
  instanceName: string
  state: AttemptState
  priceUsdPerGpuHour: number
  reservedAt: Date
  appliedAt: Date | null
  /** By the engine's clock. */
  startedAt: Date | null
  finishedAt: Date | null
  readyAt: Date | null
  address: InstanceAddress | null
  failingSince: Date | null
  restarts: number | null
  restartsAt: Date | null
  reason: Reason | null
  releasedAt: Date | null
  removedAt: Date | null
}

export type NewAllocation = Pick<
  Allocation,
  | 'id'
  | 'deploymentId'
  | 'companyId'
  | 'attempt'
  | 'hubId'
  | 'gpuType'
  | 'gpus'
  | 'nodes'
  | 'priceUsdPerGpuHour'
  | 'reservedAt'
>
