/**
 * What to do next about a deployment, given all that is known. The reconciler does it, looks again and asks again, until
 * the answer is to wait: it may break off anywhere, for nothing here depends on what was decided before.
 *
 * Where the engine has not been asked, the action is often to `inspect`; where it stays silent, to wait until the hub has
 * been silent for long enough to draw a conclusion.
 */
import type { Action } from './action.ts'
import { decideRunning } from './decide-running.ts'
import { decideStart } from './decide-start.ts'
import { lifetimeEnd } from './lifetime.ts'
import type { Limits } from './limits.ts'
import { currentAttempt, type Snapshot } from './snapshot.ts'
import { wait } from './waiting.ts'

export function decide(snapshot: Snapshot, now: Date, limits: Limits): Action {
  switch (snapshot.status) {
    case 'scheduled':
      return decideScheduled(snapshot, now, limits)
    case 'provisioning':
      return decideStart(snapshot, now, limits)
    case 'failing_over':
      return endedByAge(snapshot, now, limits) ?? decideStart(snapshot, now, limits)
    case 'running':
    case 'degraded':
      return endedByAge(snapshot, now, limits) ?? decideRunning(snapshot, now, limits)
    case 'stopping':
      return decideStopping(snapshot, now, limits)
    case 'stopped':
    case 'failed':
      return decideEnded(snapshot, now, limits)
  }
}

/** It is stopped at its age wherever it stands: also while its hub is silent, and between two hubs. */
function endedByAge(snapshot: Snapshot, now: Date, limits: Limits): Action | undefined {
  const end = lifetimeEnd(snapshot, limits)
  return end && now >= end ? { kind: 'become', status: 'stopping', reason: 'max_lifetime' } : undefined
}

function decideScheduled({ startAt, latestStartAt, refusal }: Snapshot, now: Date, { placeMs }: Limits): Action {
  if (startAt && now < startAt) return wait(startAt)
  if (!refusal) return { kind: 'plan' }
  const giveUpAt = new Date((latestStartAt ?? startAt ?? now).getTime() + placeMs)
  if (now < giveUpAt) return wait(null)
  const message =
    refusal === 'quota_exhausted'
      ? 'No GPU hours were left when it was to start.'
      : `No hub had room when it was to start, nor in the ${placeMs / 60_000} minutes after. Deploy again, or allow more regions.`
  return { kind: 'end', status: 'failed', reason: refusal, message, lost: false }
}

/** Asked to end: whatever may still run is ended first. A hub that is lost is not waited for, it is seen to on its return. */
function decideStopping(snapshot: Snapshot, now: Date, { failOverMs }: Limits): Action {
  const { hub, observation, reason } = snapshot
  const end: Action = { kind: 'end', status: 'stopped', reason: reason ?? 'user', message: '', lost: false }
  const attempt = currentAttempt(snapshot)
  if (!attempt) return end
  if (attempt.state === 'lost') return { ...end, lost: true }
  if (hub.silentSince && now.getTime() - hub.silentSince.getTime() >= failOverMs) return { ...end, lost: true }
  return observation.kind === 'silent' || hub.state === 'unreachable' ? wait(null, 'engine_unreachable') : end
}

function decideEnded(
  { attempts, endedAt, deleted, hub, observation }: Snapshot,
  now: Date,
  { keepMs }: Limits,
): Action {
  // What was written off is not asked for at a hub that may be gone: the watch of hubs removes it when the hub is back.
  if (!attempts.some(({ kept, state }) => kept && state === 'released')) return wait(undefined)
  const removeAt = new Date((endedAt ?? now).getTime() + keepMs)
  if (!deleted && now < removeAt) return wait(removeAt)
  return observation.kind === 'silent' || hub.state === 'unreachable' ? wait(null) : { kind: 'remove' }
}
