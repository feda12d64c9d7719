/**
 * Executes what was decided. An action either calls an engine or the placer, after which the deployment is decided on
 * again by what came of it, or ends in an outcome that is written and gives the deployment back.
 */
import type { Action } from '@service/compute-domain/deployments/action.ts'
import { backOffMs } from '@service/compute-domain/deployments/back-off.ts'
import { lifetimeEnd, maxLifetimeMsOf } from '@service/compute-domain/deployments/lifetime.ts'
import type { Limits } from '@service/compute-domain/deployments/limits.ts'
import type { Snapshot } from '@service/compute-domain/deployments/snapshot.ts'
import type { Reason } from '@service/compute-domain/deployments/status.ts'
import type { Instance } from '@service/compute-engines/engine.ts'
import type { Allocation } from '../allocations/model/allocation.ts'
import type { KeepLogs } from '../logs/logs.ts'
import { type After, afterRealTime } from './after.ts'
import { type Claim, currentAllocation, withCurrent } from './claim.ts'
import type { EngineCalls, EngineObservation } from './engine-calls.ts'
import { learn } from './learn.ts'
import type { PlaceAgain } from './next-placement.ts'
import { type Outcome, outcomeOf } from './outcome.ts'
import type { AtStep } from './steps.ts'

/** What the work on a claimed deployment knows at one moment. */
export type ReconcileState = { claim: Claim; observation: EngineObservation; refusal: Snapshot['refusal'] }

export type Next =
  /** Decide again, on this state. */
  | { kind: 'decide'; state: ReconcileState }
  /** Somebody else has changed the deployment, or the call was broken off: read it, and decide on that. */
  | { kind: 'read-again' }
  | { kind: 'sleep'; until: Date; state: ReconcileState }
  | { kind: 'write'; outcome: Outcome; expectedSoon: boolean }

export type ExecutorDeps = {
  calls: EngineCalls
  placeAgain: PlaceAgain
  reconcilerId: string
  now: () => Date
  limits: Limits
  atStep: AtStep
  /** Called while an image takes its time. */
  showReason(claim: Claim, reason: Reason): void
  after?: After
  /** Keeps what an instance has written before it is removed; nothing is kept where absent. */
  keepLogs?: KeepLogs | undefined
}

/** An end waits no longer for its log; before a removal nobody waits. */
const keepLogMs = { end: 2_000, remove: 10_000 }

/** Shorter waits are slept through with the deployment in hand; for longer ones it is given back. */
const maxSleepMs = 1_000

const notAsked = { kind: 'not-asked' } as const

export class ActionExecutor {
  readonly #deps: ExecutorDeps

  constructor(deps: ExecutorDeps) {
    this.#deps = deps
  }

  async execute(action: Action, { claim, observation }: ReconcileState, signal: AbortSignal): Promise<Next> {
    const current = currentAllocation(claim)
    switch (action.kind) {
      case 'inspect':
        return this.#observed(claim, await this.#deps.calls.inspect(claim, current!, signal))
      case 'apply':
        return this.#apply(claim, current!, signal)
      case 'plan':
        return this.#place(claim, [], signal)
      case 'place':
        this.#deps.atStep('during-failover')
        return this.#place(claim, action.excludedHubs, signal)
      case 'wait':
        return this.#wait(action, claim, observation)
      case 'become':
        return this.#become(action, claim, observation)
      case 'leave':
      case 'fail-over':
        return this.#leave(action, claim, current, observation, signal)
      case 'end':
        return this.#end(action, claim, current, signal)
      case 'remove':
        return this.#remove(claim, signal)
    }
  }

  #observed(claim: Claim, observation: EngineObservation): Next {
    const current = currentAllocation(claim)
    const known = current ? withCurrent(claim, learn(current, observation, this.#deps.now(), this.#deps.limits)) : claim
    const seenDigest = observation.kind === 'seen' ? (observation.instance.imageDigest ?? null) : null
    const pinned = { ...known, imageDigest: claim.imageDigest ?? seenDigest }
    return { kind: 'decide', state: { claim: pinned, observation, refusal: null } }
  }

  async #apply(claim: Claim, current: Allocation, signal: AbortSignal): Promise<Next> {
    this.#deps.atStep('after-intent')
    const { calls, showReason, after = afterRealTime } = this.#deps
    let showNoMore = () => {}
    const observation = await calls.apply(claim, current, signal, (phase) => {
      showNoMore()
      showNoMore = after(1_000, () => showReason(claim, phase))
    })
    showNoMore()
    this.#deps.atStep('after-engine-apply')
    return observation ? this.#observed(claim, observation) : { kind: 'read-again' }
  }

  async #place(claim: Claim, excludedHubs: readonly string[], signal: AbortSignal): Promise<Next> {
    if (signal.aborted) return { kind: 'read-again' }
    const result = await this.#deps.placeAgain({ claim, reconcilerId: this.#deps.reconcilerId, excludedHubs })
    switch (result.kind) {
      case 'placed':
      case 'superseded':
        return { kind: 'read-again' }
      case 'later':
        return this.#outcome(claim, { startAt: result.startAt, dueAt: result.startAt })
      case 'refused':
        return { kind: 'decide', state: { claim, observation: notAsked, refusal: result.because } }
    }
  }

  #wait(action: Extract<Action, { kind: 'wait' }>, claim: Claim, observation: EngineObservation): Next {
    const { until, backOff, reason = claim.reason } = action
    const at = this.#deps.now()
    if (until && until.getTime() - at.getTime() <= maxSleepMs) {
      return { kind: 'sleep', until, state: { claim, observation: notAsked, refusal: null } }
    }
    const dueAt = backOff ? new Date(at.getTime() + backOffMs(claim.tries)) : until
    const current = currentAllocation(claim)
    return this.#outcome(claim, {
      reason,
      dueAt,
      tries: backOff ? claim.tries + 1 : 0,
      meter: current && observation.kind === 'seen' ? this.#meterStart(current, observation.instance, at) : [],
    })
  }

  #become(action: Extract<Action, { kind: 'become' }>, claim: Claim, observation: EngineObservation): Next {
    const at = this.#deps.now()
    const { status, reason, message = null } = action
    const current = currentAllocation(claim)
    if (status !== 'running' || !current) return this.#outcome(claim, { status, reason, message, dueAt: at })
    const instance = observation.kind === 'seen' ? observation.instance : undefined
    // One that was lost and is found has been running all the time, but nobody is billed for the time in between.
    const startedAt = current.state === 'lost' ? at : (instance?.startedAt ?? at)
    const first = { runningAt: claim.runningAt ?? at, maxLifetimeMs: maxLifetimeMsOf(claim.spec) }
    const up: Allocation = { ...current, state: 'running', readyAt: current.readyAt ?? at, failingSince: null }
    return this.#outcome(withCurrent(claim, up), {
      status,
      reason,
      message,
      dueAt: instance?.state === 'running' ? (lifetimeEnd(first, this.#deps.limits) ?? null) : at,
      meter: [{ kind: 'begin', allocationId: current.id, startedAt }],
    })
  }

  /**
   * What is reported to the meter of an instance that was seen. One that counts as running the engine may have started again by
   * itself; the meter knows whether that is news. One that does not is free for a while, and then counted from its start.
   */
  #meterStart({ id, state }: Allocation, { startedAt, finishedAt }: Instance, at: Date): Outcome['meter'] {
    if (!startedAt || state === 'reserved' || state === 'lost') return []
    const upMs = (finishedAt ?? at).getTime() - startedAt.getTime()
    if (state !== 'running' && upMs <= this.#deps.limits.freeStartMs) return []
    return [{ kind: 'begin', allocationId: id, startedAt }]
  }

  /** Gives up the current attempt; the deployment goes on. */
  async #leave(
    action: Extract<Action, { kind: 'leave' | 'fail-over' }>,
    claim: Claim,
    current: Allocation | undefined,
    observation: EngineObservation,
    signal: AbortSignal,
  ): Promise<Next> {
    const { reason, lost } = action
    const status = action.kind === 'fail-over' ? 'failing_over' : claim.status
    const message = action.kind === 'leave' ? action.message || null : null
    if (!current) return this.#outcome(claim, { status, reason, dueAt: this.#deps.now() })
    if (!lost) await this.#keepLogs(claim, current, 'end', signal)
    if (!lost && (await this.#deps.calls.remove(current, signal)).kind === 'silent') return this.#silent(claim)
    const at = this.#deps.now()
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
    return this.#outcome(withCurrent(claim, left), {
      status,
      reason,
      message,
      dueAt: at,
      meter: [
        ...(observation.kind === 'seen' ? this.#meterStart(current, observation.instance, at) : []),
        { kind: 'end', allocationId: current.id, at: lost ? claim.hub.seenAt : finishedAt },
      ],
      event: status === claim.status ? { type: 'attempt_left', data: null } : null,
    })
  }

  async #end(
    action: Extract<Action, { kind: 'end' }>,
    claim: Claim,
    current: Allocation | undefined,
    signal: AbortSignal,
  ): Promise<Next> {
    const { status, reason, lost } = action
    const message = action.message || claim.message
    if (!current) return this.#outcome(claim, { status, reason, message, dueAt: null })
    if (lost) {
      return this.#outcome(withCurrent(claim, { ...current, state: 'lost', reason }), {
        status,
        reason,
        message,
        dueAt: null,
        meter: [{ kind: 'end', allocationId: current.id, at: claim.hub.seenAt }],
      })
    }
    const ended = await this.#deps.calls.stop(current, signal)
    if (ended.kind === 'silent') return this.#silent(claim)
    this.#deps.atStep('during-stop')
    if (ended.instance) await this.#keepLogs(claim, current, 'end', signal)
    const at = this.#deps.now()
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
    return this.#outcome(withCurrent(claim, over), {
      status,
      reason,
      message,
      dueAt: ended.instance ? new Date(at.getTime() + this.#deps.limits.keepMs) : null,
      meter: [
        ...(ended.instance ? this.#meterStart(counted, ended.instance, at) : []),
        { kind: 'end', allocationId: current.id, at: finishedAt },
      ],
    })
  }

  async #remove(claim: Claim, signal: AbortSignal): Promise<Next> {
    const at = this.#deps.now()
    const allocations: Allocation[] = []
    for (const allocation of claim.allocations) {
      if (allocation.removedAt || allocation.state !== 'released') {
        allocations.push(allocation)
      } else {
        if (!claim.deletedAt) await this.#keepLogs(claim, allocation, 'remove', signal)
        if ((await this.#deps.calls.remove(allocation, signal)).kind === 'silent') return this.#silent(claim)
        allocations.push({ ...allocation, removedAt: at })
      }
    }
    this.#deps.atStep('after-engine-remove')
    return this.#outcome({ ...claim, allocations }, { dueAt: null })
  }

  async #keepLogs(claim: Claim, allocation: Allocation, at: 'end' | 'remove', signal: AbortSignal): Promise<void> {
    if (allocation.state === 'reserved') return
    const how = { limitMs: keepLogMs[at], unlessKept: at === 'remove' }
    await this.#deps.keepLogs?.(claim, allocation, how, signal)
  }

  #silent(claim: Claim): Next {
    return { kind: 'decide', state: { claim, observation: { kind: 'silent' }, refusal: null } }
  }

  /** The deployment as it is given back, with what changes of it. */
  #outcome(claim: Claim, change: Partial<Outcome> & Pick<Outcome, 'dueAt'>): Next {
    const at = this.#deps.now()
    const outcome = outcomeOf(claim, change, at)
    return {
      kind: 'write',
      outcome,
      expectedSoon: outcome.dueAt !== null && outcome.dueAt.getTime() - at.getTime() < 1_000,
    }
  }
}
