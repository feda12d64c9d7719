import type { DeploymentStatus, Reason } from '@service/compute-domain/deployments/status.ts'
import { storableText } from '@service/foundation/database/storable-text.ts'
import type { Allocation } from '../allocations/model/allocation.ts'
import type { MeterChange } from '../metering/model/meter-change.ts'
import type { Claim } from './claim.ts'

/** What the work on a claimed deployment came to: written in one transaction, and the deployment given back with it. */
export type Outcome = {
  claim: Pick<Claim, 'id' | 'companyId' | 'version' | 'status'>
  /** As it was, where nothing changed. */
  status: DeploymentStatus
  reason: Reason | null
  message: string | null
  startAt: Date | null
  /** The first that is known stays. */
  imageDigest: string | null
  /** When it is to be claimed next; null: when somebody sees a change. */
  dueAt: Date | null
  tries: number
  /** As they are now, in full. One that is released gives its GPUs back. */
  allocations: readonly Allocation[]
  /** Reported to the meter. */
  meter: readonly Exclude<MeterChange, { kind: 'release' }>[]
  /** Beside the one of a change of status. */
  event: { type: string; data: unknown } | null
  /** The process that is at the deployment has lost it, though its status may stay. */
  supersedes?: true
  at: Date
}

/** The deployment as it was claimed, with a change. */
export function outcomeOf(claim: Claim, change: Partial<Outcome> & Pick<Outcome, 'dueAt'>, at: Date): Outcome {
  const { id, companyId, version, status, reason, message, startAt, imageDigest, allocations } = claim
  const outcome: Outcome = {
    claim: { id, companyId, version, status },
    status,
    reason,
    message,
    startAt,
    imageDigest,
    tries: 0,
    allocations,
    meter: [],
    event: null,
    at,
    ...change,
  }
  // Engines repeat what containers and registries say, which may be no text that can be stored.
  return { ...outcome, message: outcome.message === null ? null : storableText(outcome.message) }
}
