/**
 * Ends, in the caller's transaction, all that a hub holds which never comes back: services fail over, jobs end, and every
 * allocation there is released. Its engine is asked nothing. A reconciler that is at one of the deployments has lost it:
 * what it writes afterwards is refused.
 */
import { afterHubRemoved } from '@service/compute-domain/deployments/after-hub-removed.ts'
import { hasEnded } from '@service/compute-domain/deployments/status.ts'
import type { Queryable } from '@service/foundation/database/database.ts'
import type { NewId } from '@service/foundation/new-id.ts'
import type { Allocation } from '../allocations/model/allocation.ts'
import { giveBackGpus, type StoredHub } from '../hubs/hubs.ts'
import { type Claim, currentAllocation, isJob } from './claim.ts'
import * as claims from './claim-store.ts'
import * as held from './held-store.ts'
import type { Meter } from './meter.ts'
import { type Outcome, outcomeOf } from './outcome.ts'
import type { AtStep } from './steps.ts'
import { makeWriteOutcomes } from './write-outcomes.ts'

/** How many allocations were released, and what became of the deployments that were still there. */
export type WrittenOffHub = { allocations: number; failingOver: number; ended: number }

type Deps = { now: () => Date; newId: NewId; meter: Meter; atStep?: AtStep }

export function makeWriteOffHub({ now, newId, meter, atStep = () => {} }: Deps) {
  const writeOutcomes = makeWriteOutcomes({ newId, meter, atStep })
  return async (tx: Queryable, { hubId, seenAt }: Pick<StoredHub, 'hubId' | 'seenAt'>): Promise<WrittenOffHub> => {
    const at = now()
    const outcomes = (await claims.lockAtHub(tx, hubId)).flatMap((claim) => leave(claim, { hubId, seenAt, at }) ?? [])
    const left = new Set(outcomes.map(({ claim }) => claim.id))
    // Those of attempts that were over already: nobody waits for the engine to say so.
    const allocations = (await held.heldAt(tx, [hubId])).filter(({ deploymentId }) => !left.has(deploymentId))
    const ids = allocations.map(({ id }) => id)
    const freed = await held.release(tx, ids, at)
    await held.markRemoved(tx, ids, at)
    if (outcomes.length > 0) await writeOutcomes(tx, outcomes)
    await giveBackGpus(
      tx,
      allocations.filter(({ id }) => freed.has(id)),
    )
    const ended = outcomes.filter(({ status }) => hasEnded(status)).length
    return { allocations: ids.length + outcomes.length, failingOver: outcomes.length - ended, ended }
  }
}

type Hub = { hubId: string; seenAt: Date | null; at: Date }

/** Undefined where the last attempt is elsewhere, or the deployment has ended. */
function leave(claim: Claim, { hubId, seenAt, at }: Hub): Outcome | undefined {
  const current = currentAllocation(claim)
  if (!current || current.hubId !== hubId || hasEnded(claim.status)) return undefined
  const { status, reason, message } = afterHubRemoved({ ...claim, job: isJob(claim) })
  const allocations = claim.allocations.map((one) => (one.hubId === hubId ? overAt(one, at) : one))
  return outcomeOf(
    { ...claim, allocations },
    {
      status,
      reason,
      message: message ?? claim.message,
      dueAt: hasEnded(status) ? null : at,
      meter: [{ kind: 'end', allocationId: current.id, at: seenAt }],
      // The lease alone is no fence: the process that has lost it may be the next to claim.
      supersedes: true,
      event: status === claim.status ? { type: 'attempt_left', data: null } : null,
    },
    at,
  )
}

const overAt = (one: Allocation, at: Date): Allocation =>
  one.state === 'released'
    ? { ...one, removedAt: one.removedAt ?? at }
    : { ...one, state: 'released', reason: one.reason ?? 'hub_lost', releasedAt: at, removedAt: at }
