/** A claimed deployment with all that is known of it: what a decision is made from. */
import { maxLifetimeMsOf } from '@service/compute-domain/deployments/lifetime.ts'
import type { Attempt, HubObservation, Observation, Snapshot } from '@service/compute-domain/deployments/snapshot.ts'
import type { DeploymentSpec } from '@service/compute-domain/deployments/spec.ts'
import type { DeploymentStatus, Reason } from '@service/compute-domain/deployments/status.ts'
import type { Allocation } from '../allocations/model/allocation.ts'

export type Claim = {
  id: string
  companyId: string
  spec: DeploymentSpec
  /** What its image was when it first ran; null before. */
  imageDigest: string | null
  /** Values of its environment variables. */
  envSealed: string | null
  status: DeploymentStatus
  reason: Reason | null
  message: string | null
  statusSince: Date
  version: number
  tries: number
  startAt: Date | null
  latestStartAt: Date | null
  runningAt: Date | null
  endedAt: Date | null
  deletedAt: Date | null
  /** From the first to the last. */
  allocations: readonly Allocation[]
  /** Of the hub of the last allocation; its last proof of life is `seenAt`. */
  hub: HubObservation & { seenAt: Date | null }
}

export const isJob = ({ spec }: Pick<Claim, 'spec'>): boolean => spec.durationHours !== null

/** What counts: the last allocation, unless it is over. */
export function currentAllocation({ allocations }: Pick<Claim, 'allocations'>): Allocation | undefined {
  const last = allocations.at(-1)
  return last && last.state !== 'released' ? last : undefined
}

export function withCurrent(claim: Claim, current: Allocation): Claim {
  return { ...claim, allocations: [...claim.allocations.slice(0, -1), current] }
}

export function snapshotOf(claim: Claim, observation: Observation, refusal: Snapshot['refusal']): Snapshot {
  const { status, reason, statusSince, startAt, latestStartAt, runningAt, endedAt, deletedAt, hub } = claim
  return {
    status,
    reason,
    statusSince,
    job: isJob(claim),
    startAt,
    latestStartAt,
    runningAt,
    maxLifetimeMs: maxLifetimeMsOf(claim.spec),
    endedAt,
    deleted: deletedAt !== null,
    attempts: claim.allocations.map(toAttempt),
    hub,
    observation,
    refusal,
  }
}

const toAttempt = (allocation: Allocation): Attempt => ({
  number: allocation.attempt,
  hubId: allocation.hubId,
  state: allocation.state,
  reservedAt: allocation.reservedAt,
  appliedAt: allocation.appliedAt,
  readyAt: allocation.readyAt,
  failingSince: allocation.failingSince,
  restartsFrom:
    allocation.restarts === null || !allocation.restartsAt
      ? null
      : { count: allocation.restarts, at: allocation.restartsAt },
  reason: allocation.reason,
  kept: allocation.removedAt === null,
})
