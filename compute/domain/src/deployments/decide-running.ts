/** Of a container that has been up: whether it still is, and what follows if not. */
import type { Action } from './action.ts'
import { isCrashLoop, ranOutOfMemory } from './crash-loop.ts'
import { exitWords, unhealthyFor } from './decide-start.ts'
import { lifetimeEnd } from './lifetime.ts'
import type { Limits } from './limits.ts'
import { type Attempt, currentAttempt, type ObservedInstance, type Seen, type Snapshot } from './snapshot.ts'
import type { Reason } from './status.ts'
import { after, earlier, wait } from './waiting.ts'

export function decideRunning(snapshot: Snapshot, now: Date, limits: Limits): Action {
  const { observation, hub, job } = snapshot
  const attempt = currentAttempt(snapshot)
  if (!attempt) return job ? instanceGone : { kind: 'fail-over', reason: 'instance_gone', lost: false }
  if (hub.state === 'unreachable' || hub.state === 'disabled' || observation.kind === 'silent') {
    return decideSilent(snapshot, now, limits)
  }
  switch (observation.kind) {
    case 'not-asked':
      return { kind: 'inspect' }
    case 'seen':
      return decideSeen(snapshot, attempt, observation, now, limits)
    case 'absent':
      return job ? instanceGone : decideEndedService(snapshot, now, limits)
    default:
      return wait(null)
  }
}

/** Nothing is evicted for a silence shorter than the grace. A job is not begun twice, so it waits for its hub. */
function decideSilent(snapshot: Snapshot, now: Date, limits: Limits): Action {
  const { hub, job } = snapshot
  const { silentSince } = hub
  if (!silentSince) return wait(null)
  const concludeAt = after(silentSince, job ? limits.giveUpMs : limits.failOverMs)
  if (now < concludeAt) return wait(earlier(concludeAt, lifetimeEnd(snapshot, limits) ?? concludeAt))
  if (!job) return { kind: 'fail-over', reason: 'hub_lost', lost: true }
  const message = `Its hub has not responded for ${limits.giveUpMs / 60_000} minutes. A job is not begun again elsewhere.`
  return { kind: 'end', status: 'failed', reason: 'hub_lost', message, lost: true }
}

function decideSeen(
  snapshot: Snapshot,
  attempt: Attempt,
  { instance, portOpen, unhealthy }: Seen,
  now: Date,
  limits: Limits,
): Action {
  const { status, job } = snapshot
  if (instance.state === 'exited') return job ? decideEndedJob(instance) : decideEndedService(snapshot, now, limits)
  if (isCrashLoop(attempt, instance.restarts, now, limits)) {
    const reason = ranOutOfMemory(attempt, instance) ? 'out_of_memory' : 'crash_loop'
    const minutes = limits.restartWindowMs / 60_000
    return fail(
      reason,
      `The container ended ${limits.restarts} times within ${minutes} minutes${exitWords(instance)}. Its logs say more.`,
    )
  }
  const failing = portOpen === false || instance.state !== 'running'
  if (!failing) {
    const lives: Action = { kind: 'become', status: 'running', reason: null }
    return status === 'degraded' ? lives : wait(lifetimeEnd(snapshot, limits))
  }
  if (status === 'degraded') return wait(lifetimeEnd(snapshot, limits))
  const degradedAt = after(attempt.failingSince ?? now, limits.degradedMs)
  if (now < degradedAt) return wait(earlier(degradedAt, lifetimeEnd(snapshot, limits) ?? degradedAt))
  const time = `${limits.degradedMs / 1_000} seconds`
  const message = unhealthy ? unhealthyFor(unhealthy, time) : `Nothing has listened on its port for ${time}.`
  return { kind: 'become', status: 'degraded', reason: 'probe_failing', message }
}

function decideEndedJob(instance: ObservedInstance): Action {
  if (instance.outOfMemory !== 'no') {
    return fail('out_of_memory', 'The container needed more memory than it may have.')
  }
  if (instance.exitCode !== 0) return fail('exit_code', `The job ended${exitWords(instance)}. Its logs say more.`)
  return { kind: 'become', status: 'stopping', reason: 'completed' }
}

/**
 * The engine starts a service again whenever it ends, so one that has ended for good was ended from outside: by somebody
 * at the hub, or with the machine. It is started again, unless that has happened too often.
 */
function decideEndedService({ attempts }: Snapshot, now: Date, limits: Limits): Action {
  const from = now.getTime() - limits.restartWindowMs
  const recent = attempts.filter(({ reservedAt }) => reservedAt.getTime() > from)
  if (recent.length < limits.restarts) return { kind: 'fail-over', reason: 'instance_gone', lost: false }
  return fail(
    'crash_loop',
    `The container was gone ${recent.length} times within ${limits.restartWindowMs / 60_000} minutes.`,
  )
}

const fail = (reason: Reason, message: string): Action => ({
  kind: 'end',
  status: 'failed',
  reason,
  message,
  lost: false,
})

const instanceGone = fail('instance_gone', 'Its container is gone: somebody removed it at the hub.')
