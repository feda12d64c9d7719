/**
 * Does what was decided. Each action either calls an engine or the placer, and the deployment is judged anew by what came
 * of it, or ends in an outcome that is written and gives the deployment back.
 */
import type { Action } from '@service/compute-domain/deployments/action.ts'
import type { Limits } from '@service/compute-domain/deployments/limits.ts'
import type { Snapshot } from '@service/compute-domain/deployments/snapshot.ts'
import type { Reason } from '@service/compute-domain/deployments/status.ts'
import type { Instance } from '@service/compute-engines/engine.ts'
import { storableText } from '@service/foundation/database/storable-text.ts'
import type { Allocation } from '../allocations/model/allocation.ts'
import { type Claim, currentAllocation, withCurrent } from './claim.ts'
import type { EngineCalls, EngineObservation } from './engine-calls.ts'
import { learn } from './learn.ts'
import type { PlaceAgain } from './next-placement.ts'
import type { Outcome } from './outcome.ts'
import type { AtStep } from './steps.ts'

/** Where the work on a deployment stands. */
export type ReconcileState = { claim: Claim; observation: EngineObservation; refusal: Snapshot['refusal'] }

export type Next =
  /** Judge it anew, as it now stands. */
  | { kind: 'judge'; state: ReconcileState }
  /** Somebody else has changed it, or the call was broken off: read it, and judge that. */
  | { kind: 'read-again' }
  | { kind: 'sleep'; until: Date; state: ReconcileState }
  | { kind: 'write'; outcome: Outcome; expectedSoon: boolean }

export type ActDeps = {
  calls: EngineCalls
  placeAgain: PlaceAgain
  reconcilerId: string
  now: () => Date
  limits: Limits
  atStep: AtStep
  /** Told while an image takes its time. */
  showReason(claim: Claim, reason: Reason): void
}

/** Shorter waits are slept through with the deployment in hand; for longer ones it is given back. */
const sleptThroughMs = 1_000
const maxBackOffMs = 30_000

const notAsked = { kind: 'not-asked' } as const

export function makeAct({ calls, placeAgain, reconcilerId, now, limits, atStep, showReason }: ActDeps) {
  return async (
    action: Action,
    { claim, observation, refusal }: ReconcileState,
    signal: AbortSignal,
  ): Promise<Next> => {
    const current = currentAllocation(claim)
    switch (action.kind) {
      case 'look':
        return seen(claim, await calls.look(current!, signal))
      case 'apply':
        return apply(claim, current!, signal)
      case 'plan':
        return place(claim, [], signal)
      case 'place':
        atStep('during-failover')
        return place(claim, action.excludedHubs, signal)
      case 'wait':
        return wait(action, { claim, observation, refusal })
      case 'become':
        return become(action, claim, observation)
      case 'leave':
      case 'fail-over':
        return leave(action, claim, current, observation, signal)
      case 'end':
        return end(action, claim, current, signal)
      case 'remove':
        return remove(claim, signal)
    }
  }

  function seen(claim: Claim, observation: EngineObservation): Next {
    const current = currentAllocation(claim)
    const known = current ? withCurrent(claim, learn(current, observation, now(), limits)) : claim
    return { kind: 'judge', state: { claim: known, observation, refusal: null } }
  }

  async function apply(claim: Claim, current: Allocation, signal: AbortSignal): Promise<Next> {
    atStep('after-intent')
    let shown: NodeJS.Timeout | undefined
    const observation = await calls.apply(claim, current, signal, (phase) => {
      clearTimeout(shown)
      shown = setTimeout(() => showReason(claim, phase), 1_000)
    })
    clearTimeout(shown)
    atStep('after-engine-apply')
    return observation ? seen(claim, observation) : { kind: 'read-again' }
  }

  async function place(claim: Claim, excludedHubs: readonly string[], signal: AbortSignal): Promise<Next> {
    if (signal.aborted) return { kind: 'read-again' }
    const answer = await placeAgain({ claim, reconcilerId, excludedHubs })
    switch (answer.kind) {
      case 'placed':
      case 'superseded':
        return { kind: 'read-again' }
      case 'later':
        return write(claim, { startAt: answer.startAt, dueAt: answer.startAt })
      case 'refused':
        return { kind: 'judge', state: { claim, observation: notAsked, refusal: answer.because } }
    }
  }

  function wait(action: Extract<Action, { kind: 'wait' }>, { claim, observation }: ReconcileState): Next {
    const { until, backOff, reason = claim.reason } = action
    const at = now()
    if (until && until.getTime() - at.getTime() <= sleptThroughMs) {
      return { kind: 'sleep', until, state: { claim, observation: notAsked, refusal: null } }
    }
    const backOffMs = Math.min(maxBackOffMs, 250 * 2 ** Math.min(claim.tries, 10))
    const dueAt = backOff ? new Date(at.getTime() + backOffMs) : until
    const current = currentAllocation(claim)
    return write(claim, {
      reason,
      dueAt,
      tries: backOff ? claim.tries + 1 : 0,
      meter: current && observation.kind === 'seen' ? begun(current, observation.instance, at) : [],
    })
  }

  function become(action: Extract<Action, { kind: 'become' }>, claim: Claim, observation: EngineObservation): Next {
    const at = now()
    const { status, reason, message = null } = action
    const current = currentAllocation(claim)
    if (status !== 'running' || !current) return write(claim, { status, reason, message, dueAt: at })
    const instance = observation.kind === 'seen' ? observation.instance : undefined
    // One that was lost and is found has been running all the time, but nobody is billed for the time in between.
    const startedAt = current.state === 'lost' ? at : (instance?.startedAt ?? at)
    const up: Allocation = { ...current, state: 'running', readyAt: current.readyAt ?? at, failingSince: null }
    return write(withCurrent(claim, up), {
      status,
      reason,
      message,
      dueAt: instance?.state === 'running' ? lifetimeEnd(claim, at) : at,
      meter: [{ kind: 'begin', allocationId: current.id, startedAt }],
    })
  }

  /**
   * What the meter is told of an instance that was seen. One that counts as running the engine may have started again by
   * itself; the meter knows whether that is news. One that does not is free for a while, and then counted from its start.
   */
  function begun({ id, state }: Allocation, { startedAt, finishedAt }: Instance, at: Date): Outcome['meter'] {
    if (!startedAt || state === 'reserved' || state === 'lost') return []
    const upMs = (finishedAt ?? at).getTime() - startedAt.getTime()
    if (state !== 'running' && upMs <= limits.freeStartMs) return []
    return [{ kind: 'begin', allocationId: id, startedAt }]
  }

  function lifetimeEnd({ runningAt }: Claim, at: Date): Date | null {
    return limits.lifetimeMs === null ? null : new Date((runningAt ?? at).getTime() + limits.lifetimeMs)
  }

  /** Gives up the current attempt; the deployment goes on. */
  async function leave(
    action: Extract<Action, { kind: 'leave' | 'fail-over' }>,
    claim: Claim,
    current: Allocation | undefined,
    observation: EngineObservation,
    signal: AbortSignal,
  ): Promise<Next> {
    const { reason, lost } = action
    const status = action.kind === 'fail-over' ? 'failing_over' : claim.status
    const message = action.kind === 'leave' ? action.message || null : null
    if (!current) return write(claim, { status, reason, dueAt: now() })
    if (!lost && (await calls.remove(current, signal)).kind === 'silent') return silent(claim)
    const at = now()
    const finishedAt = observation.kind === 'seen' ? observation.instance.finishedAt : null
    const left: Allocation = lost
      ? { ...current, state: 'lost', reason }
      : {
          ...current,
          state: 'released',
          reason,
          finishedAt: finishedAt ?? current.finishedAt,
          releasedAt: at,
          removedAt: at,
        }
    return write(withCurrent(claim, left), {
      status,
      reason,
      message,
      dueAt: at,
      meter: [
        ...(observation.kind === 'seen' ? begun(current, observation.instance, at) : []),
        { kind: 'end', allocationId: current.id, at: lost ? claim.hub.seenAt : finishedAt },
      ],
      event: status === claim.status ? { type: 'attempt_left', data: null } : null,
    })
  }

  async function end(
    action: Extract<Action, { kind: 'end' }>,
    claim: Claim,
    current: Allocation | undefined,
    signal: AbortSignal,
  ): Promise<Next> {
    const { status, reason, lost } = action
    const message = action.message || claim.message
    if (!current) return write(claim, { status, reason, message, dueAt: null })
    if (lost) {
      return write(withCurrent(claim, { ...current, state: 'lost', reason }), {
        status,
        reason,
        message,
        dueAt: null,
        meter: [{ kind: 'end', allocationId: current.id, at: claim.hub.seenAt }],
      })
    }
    const ended = await calls.stop(current, signal)
    if (ended.kind === 'silent') return silent(claim)
    atStep('during-stop')
    const at = now()
    const finishedAt = ended.instance?.finishedAt ?? current.finishedAt
    // Only a start that failed is free: who has it stopped has used the GPUs, however short and whatever answered.
    const counted: Allocation = status === 'stopped' ? { ...current, state: 'running' } : current
    const over: Allocation = {
      ...current,
      state: 'released',
      reason,
      startedAt: ended.instance?.startedAt ?? current.startedAt,
      finishedAt,
      releasedAt: at,
      removedAt: ended.instance ? null : at,
    }
    return write(withCurrent(claim, over), {
      status,
      reason,
      message,
      dueAt: ended.instance ? new Date(at.getTime() + limits.keepMs) : null,
      meter: [
        ...(ended.instance ? begun(counted, ended.instance, at) : []),
        { kind: 'end', allocationId: current.id, at: finishedAt },
      ],
    })
  }

  async function remove(claim: Claim, signal: AbortSignal): Promise<Next> {
    const at = now()
    const allocations: Allocation[] = []
    for (const allocation of claim.allocations) {
      if (allocation.removedAt || allocation.state !== 'released') {
        allocations.push(allocation)
      } else {
        if ((await calls.remove(allocation, signal)).kind === 'silent') return silent(claim)
        allocations.push({ ...allocation, removedAt: at })
      }
    }
    atStep('after-engine-remove')
    return write({ ...claim, allocations }, { dueAt: null })
  }

  function silent(claim: Claim): Next {
    return { kind: 'judge', state: { claim, observation: { kind: 'silent' }, refusal: null } }
  }

  function write(claim: Claim, change: Partial<Outcome> & Pick<Outcome, 'dueAt'>): Next {
    const at = now()
    const { id, companyId, version, status, reason, message, startAt, allocations } = claim
    const outcome: Outcome = {
      claim: { id, companyId, version, status },
      status,
      reason,
      message,
      startAt,
      tries: 0,
      allocations,
      meter: [],
      event: null,
      at,
      ...change,
    }
    return {
      kind: 'write',
      outcome: { ...outcome, message: outcome.message === null ? null : storableText(outcome.message) },
      expectedSoon: outcome.dueAt !== null && outcome.dueAt.getTime() - at.getTime() < 1_000,
    }
  }
}

export type Act = ReturnType<typeof makeAct>
