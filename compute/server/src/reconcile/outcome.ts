import type { DeploymentStatus, Reason } from '@service/compute-domain/deployments/status.ts'
import type { Allocation } from '../allocations/model/allocation.ts'
import type { MeterChange } from '../metering/model/meter-change.ts'
import type { Claim } from './claim.ts'

/** What a look at a deployment came to: written in one transaction, and the deployment given back with it. */
export type Outcome = {
  claim: Pick<Claim, 'id' | 'companyId' | 'version' | 'status'>
  /** As it was, where nothing changed. */
  status: DeploymentStatus
  reason: Reason | null
  message: string | null
  startAt: Date | null
  /** When it is to be looked at next; null: when somebody sees a change. */
  dueAt: Date | null
  tries: number
  /** As they are now, in full. One that is released gives its GPUs back. */
  allocations: readonly Allocation[]
  /** Told to the meter. */
  meter: readonly Exclude<MeterChange, { kind: 'release' }>[]
  /** Beside the one of a change of status. */
  event: { type: string; data: unknown } | null
  at: Date
}
