/**
 * Does what was decided. Each action either calls an engine or the placer, and the deployment is judged anew by what came
 * of it, or ends in an outcome that is written and gives the deployment back.
 */
import type { Action } from '@service/compute-domain/deployments/action.ts'
import type { Limits } from '@service/compute-domain/deployments/limits.ts'
import type { Situation } from '@service/compute-domain/deployments/situation.ts'
import type { Reason } from '@service/compute-domain/deployments/status.ts'
import type { Instance } from '@service/compute-engines/engine.ts'
import type { Allocation } from '../allocations/model/allocation.ts'
import type { EngineCalls, Sighting } from './engine-calls.ts'
import { learn } from './learn.ts'
import type { PlaceAgain } from './next-placement.ts'
import type { Outcome } from './outcome.ts'
import type { AtStep } from './steps.ts'
import { currentAllocation, type Work, withCurrent } from './work.ts'

/** Where the work on a deployment stands. */
export type Standing = { work: Work; sight: Sighting; refusal: Situation['refusal'] }

export type Next =
  /** Judge it anew, as it now stands. */
  | { kind: 'judge'; standing: Standing }
  /** Somebody else has changed it, or the call was broken off: read it, and judge that. */
  | { kind: 'read-again' }
  | { kind: 'sleep'; until: Date; standing: Standing }
  | { kind: 'write'; outcome: Outcome; expectedSoon: boolean }

export type ActDeps = {
  calls: EngineCalls
  placeAgain: PlaceAgain
  reconcilerId: string
  now: () => Date
  limits: Limits
  atStep: AtStep
  /** Told while an image takes its time. */
  showReason(work: Work, reason: Reason): void
}

/** Shorter waits are slept through with the deployment in hand; for longer ones it is given back. */
const sleptThroughMs = 1_000
const longestBackOffMs = 30_000

const notAsked = { kind: 'not-asked' } as const

export function makeAct({ calls, placeAgain, reconcilerId, now, limits, atStep, showReason }: ActDeps) {
  return async (action: Action, { work, sight, refusal }: Standing, signal: AbortSignal): Promise<Next> => {
    const current = currentAllocation(work)
    switch (action.kind) {
      case 'look':
        return seen(work, await calls.look(current!, signal))
      case 'apply':
        return apply(work, current!, signal)
      case 'plan':
        return place(work, [], signal)
      case 'place':
        atStep('during-failover')
        return place(work, action.excludedHubs, signal)
      case 'wait':
        return wait(action, { work, sight, refusal })
      case 'become':
        return become(action, work, sight)
      case 'leave':
      case 'fail-over':
        return leave(action, work, current, sight, signal)
      case 'end':
        return end(action, work, current, signal)
      case 'remove':
        return remove(work, signal)
    }
  }

  function seen(work: Work, sight: Sighting): Next {
    const current = currentAllocation(work)
    const known = current ? withCurrent(work, learn(current, sight, now(), limits)) : work
    return { kind: 'judge', standing: { work: known, sight, refusal: null } }
  }

  async function apply(work: Work, current: Allocation, signal: AbortSignal): Promise<Next> {
    atStep('after-intent')
    let shown: NodeJS.Timeout | undefined
    const sight = await calls.apply(work, current, signal, (phase) => {
      clearTimeout(shown)
      shown = setTimeout(() => showReason(work, phase), 1_000)
    })
    clearTimeout(shown)
    atStep('after-engine-apply')
    return sight ? seen(work, sight) : { kind: 'read-again' }
  }

  async function place(work: Work, excludedHubs: readonly string[], signal: AbortSignal): Promise<Next> {
    if (signal.aborted) return { kind: 'read-again' }
    const answer = await placeAgain({ work, reconcilerId, excludedHubs })
    switch (answer.kind) {
      case 'placed':
      case 'superseded':
        return { kind: 'read-again' }
      case 'later':
        return write(work, { startAt: answer.startAt, dueAt: answer.startAt })
      case 'refused':
        return { kind: 'judge', standing: { work, sight: notAsked, refusal: answer.because } }
    }
  }

  function wait(action: Extract<Action, { kind: 'wait' }>, { work, sight }: Standing): Next {
    const { until, backOff, reason = work.reason } = action
    const at = now()
    if (until && until.getTime() - at.getTime() <= sleptThroughMs) {
      return { kind: 'sleep', until, standing: { work, sight: notAsked, refusal: null } }
    }
    const backOffMs = Math.min(longestBackOffMs, 250 * 2 ** Math.min(work.tries, 10))
    const dueAt = backOff ? new Date(at.getTime() + backOffMs) : until
    const current = currentAllocation(work)
    return write(work, {
      reason,
      dueAt,
      tries: backOff ? work.tries + 1 : 0,
      meter: current && sight.kind === 'seen' ? begun(current, sight.instance, at) : [],
    })
  }

  function become(action: Extract<Action, { kind: 'become' }>, work: Work, sight: Sighting): Next {
    const at = now()
    const { status, reason, message = null } = action
    const current = currentAllocation(work)
    if (status !== 'running' || !current) return write(work, { status, reason, message, dueAt: at })
    const instance = sight.kind === 'seen' ? sight.instance : undefined
    // One that was lost and is found has been running all the time, but nobody is billed for the time in between.
    const startedAt = current.state === 'lost' ? at : (instance?.startedAt ?? at)
    const up: Allocation = { ...current, state: 'running', readyAt: current.readyAt ?? at, failingSince: null }
    return write(withCurrent(work, up), {
      status,
      reason,
      message,
      dueAt: instance?.state === 'running' ? lifetimeEnd(work, at) : at,
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

  function lifetimeEnd({ runningAt }: Work, at: Date): Date | null {
    return limits.lifetimeMs === null ? null : new Date((runningAt ?? at).getTime() + limits.lifetimeMs)
  }

  /** Gives up the current attempt; the deployment goes on. */
  async function leave(
    action: Extract<Action, { kind: 'leave' | 'fail-over' }>,
    work: Work,
    current: Allocation | undefined,
    sight: Sighting,
    signal: AbortSignal,
  ): Promise<Next> {
    const { reason, lost } = action
    const status = action.kind === 'fail-over' ? 'failing_over' : work.status
    const message = action.kind === 'leave' ? action.message || null : null
    if (!current) return write(work, { status, reason, dueAt: now() })
    if (!lost && (await calls.remove(current, signal)).kind === 'silent') return silent(work)
    const at = now()
    const finishedAt = sight.kind === 'seen' ? sight.instance.finishedAt : null
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
    return write(withCurrent(work, left), {
      status,
      reason,
      message,
      dueAt: at,
      meter: [
        ...(sight.kind === 'seen' ? begun(current, sight.instance, at) : []),
        { kind: 'end', allocationId: current.id, at: lost ? work.hub.seenAt : finishedAt },
      ],
      event: status === work.status ? { type: 'attempt_left', data: null } : null,
    })
  }

  async function end(
    action: Extract<Action, { kind: 'end' }>,
    work: Work,
    current: Allocation | undefined,
    signal: AbortSignal,
  ): Promise<Next> {
    const { status, reason, lost } = action
    const message = action.message || work.message
    if (!current) return write(work, { status, reason, message, dueAt: null })
    if (lost) {
      return write(withCurrent(work, { ...current, state: 'lost', reason }), {
        status,
        reason,
        message,
        dueAt: null,
        meter: [{ kind: 'end', allocationId: current.id, at: work.hub.seenAt }],
      })
    }
    const ended = await calls.stop(current, signal)
    if (ended.kind === 'silent') return silent(work)
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
    return write(withCurrent(work, over), {
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

  async function remove(work: Work, signal: AbortSignal): Promise<Next> {
    const at = now()
    const allocations: Allocation[] = []
    for (const allocation of work.allocations) {
      if (allocation.removedAt || allocation.state !== 'released') {
        allocations.push(allocation)
      } else {
        if ((await calls.remove(allocation, signal)).kind === 'silent') return silent(work)
        allocations.push({ ...allocation, removedAt: at })
      }
    }
    atStep('after-engine-remove')
    return write({ ...work, allocations }, { dueAt: null })
  }

  function silent(work: Work): Next {
    return { kind: 'judge', standing: { work, sight: { kind: 'silent' }, refusal: null } }
  }

  function write(work: Work, change: Partial<Outcome> & Pick<Outcome, 'dueAt'>): Next {
    const at = now()
    const { id, companyId, version, status, reason, message, startAt, allocations } = work
    const outcome: Outcome = {
      work: { id, companyId, version, status },
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
      outcome: { ...outcome, message: storable(outcome.message) },
      expectedSoon: outcome.dueAt !== null && outcome.dueAt.getTime() - at.getTime() < 1_000,
    }
  }
}

/** Engines repeat what containers and registries say, and that may be anything: NUL and halves of characters are no text. */
const storable = (message: string | null): string | null => message?.toWellFormed().replaceAll('\0', '\ufffd') ?? null

export type Act = ReturnType<typeof makeAct>
