/** From a request, or the loss of a hub, to a container that runs: at one hub after the other, each with its time. */
import type { Action } from './action.ts'
import { isCrashLoop, ranOutOfMemory } from './crash-loop.ts'
import type { Limits } from './limits.ts'
import {
  type Attempt,
  attemptsSinceRunning,
  currentAttempt,
  type ObservedInstance,
  type Seen,
  type Snapshot,
  type Unhealthy,
} from './snapshot.ts'
import type { Reason } from './status.ts'
import { after, earlier, soon, wait } from './waiting.ts'

export function decideStart(snapshot: Snapshot, now: Date, limits: Limits): Action {
  const attempt = currentAttempt(snapshot)
  if (!attempt) return decidePlacement(snapshot, now, limits)
  if (attempt.state === 'lost') return decideLost(snapshot, attempt, now, limits)
  return decideAttempt(snapshot, attempt, now, limits)
}

function decidePlacement(snapshot: Snapshot, now: Date, limits: Limits): Action {
  const { status, statusSince, refusal } = snapshot
  const tried = attemptsSinceRunning(snapshot)
  const last = tried.at(-1)
  if (status === 'provisioning') {
    if (tried.length >= limits.hubs) {
      const message = `${tried.length} hubs were tried. The last one: ${because(last?.reason ?? null)}.`
      return fail('attempts_exhausted', message)
    }
    if (refusal === 'quota_exhausted') return noHours(false)
    if (refusal === 'no_feasible_hub') {
      if (last?.reason) return fail(last.reason, `No other hub can take it: ${because(last.reason)}.`)
      return fail('no_feasible_hub', 'No hub can take it any more.')
    }
    if (refusal && now >= after(statusSince, limits.placeMs)) {
      return fail('no_capacity', `No hub had room for it within ${limits.placeMs / 60_000} minutes.`)
    }
  }
  if (refusal === 'quota_exhausted') return noHours(true)
  if (isGivenUp(snapshot, now, limits)) return givenUp(limits)
  if (refusal) return wait(null, 'no_capacity')
  return { kind: 'place', excludedHubs: tried.slice(-limits.hubs).map(({ hubId }) => hubId) }
}

/** Hours do not come back by waiting, but with the month or the operator. */
const noHours = (lost: boolean): Action => ({
  kind: 'end',
  status: 'failed',
  reason: 'quota_exhausted',
  message: `No GPU-hours are left this month${lost ? ' to begin it again elsewhere' : ''}.`,
  lost,
})

/** A failover is given up because no hub was found, and not because no reconciler ran to find one. */
function isGivenUp(snapshot: Snapshot, now: Date, { giveUpMs }: Limits): boolean {
  const { status, statusSince, refusal } = snapshot
  if (status !== 'failing_over' || now < after(statusSince, giveUpMs)) return false
  return refusal !== null || attemptsSinceRunning(snapshot).length > 0
}

function givenUp({ giveUpMs }: Limits): Action {
  const message = `Its hub was lost, and it could not be brought to run elsewhere within ${giveUpMs / 60_000} minutes.`
  return { kind: 'end', status: 'failed', reason: 'hub_lost', message, lost: true }
}

/** Its hub fell silent. If the hub is back before another has taken over, it goes on there as if nothing had been. */
function decideLost(snapshot: Snapshot, attempt: Attempt, now: Date, limits: Limits): Action {
  const { hub, observation, refusal } = snapshot
  const gone: Action = { kind: 'leave', reason: 'hub_lost', message: '', lost: false }
  if (hub.state !== 'unreachable' && observation.kind !== 'silent') {
    if (observation.kind === 'not-asked') return { kind: 'inspect' }
    if (observation.kind !== 'seen') return gone
    const { state } = observation.instance
    if (state === 'running') return { kind: 'become', status: 'running', reason: null }
    if (state !== 'restarting' || isCrashLoop({ restartsFrom: null }, observation.instance.restarts, now, limits))
      return gone
  }
  if (refusal === 'quota_exhausted') return noHours(true)
  if (isGivenUp(snapshot, now, limits)) return givenUp(limits)
  if (refusal) return wait(null, 'no_capacity')
  return { kind: 'place', excludedHubs: [attempt.hubId] }
}

function decideAttempt(snapshot: Snapshot, attempt: Attempt, now: Date, limits: Limits): Action {
  const { observation, hub, job } = snapshot
  if (hub.state === 'unreachable' || hub.state === 'disabled' || observation.kind === 'silent') {
    const patienceMs = job ? limits.giveUpMs : limits.unreachableMs
    const silentForMs = hub.silentSince ? now.getTime() - hub.silentSince.getTime() : 0
    if (silentForMs < patienceMs && hub.state !== 'disabled') return wait(null, 'engine_unreachable')
    if (!job) return leave('hub_lost', 'Its hub does not respond.', true)
    const message = 'Its hub does not respond. A job that may have begun there is not begun again elsewhere.'
    return { kind: 'end', status: 'failed', reason: 'hub_lost', message, lost: true }
  }
  switch (observation.kind) {
    case 'not-asked':
      return attempt.state === 'reserved' ? { kind: 'apply' } : { kind: 'inspect' }
    case 'absent':
      return decideAbsent(attempt, now, limits)
    case 'timed-out':
      return observation.phase === 'pulling'
        ? leave('pull_timeout', 'The image was not there in time.', false)
        : leave('start_timeout', 'The container was not started in time.', false)
    case 'refused':
      return decideRefused(observation.fault, observation.message, attempt, now, limits)
    case 'seen':
      return decideSeen(snapshot, attempt, observation, now, limits)
  }
}

/** An instance that is gone before it ever ran, or was never made: it is made again, as long as there is time. */
const decideAbsent = ({ reservedAt }: Attempt, now: Date, { pullMs, startMs }: Limits): Action =>
  now < after(reservedAt, pullMs + startMs)
    ? { kind: 'apply' }
    : leave('start_timeout', 'The container was not started in time.', false)

function decideRefused(fault: string, message: string, { reservedAt }: Attempt, now: Date, limits: Limits): Action {
  switch (fault) {
    case 'image-not-found':
      return fail('image_not_found', message)
    case 'image-denied':
      return fail('image_denied', message)
    case 'image-malformed':
      return fail('image_malformed', message)
    case 'start-refused':
      return fail('container_start_failed', message)
    case 'no-room':
      return leave('no_capacity', message, false)
    case 'image-unavailable':
      return now < after(reservedAt, limits.pullMs) ? wait(null, 'pulling') : leave('image_pull_failed', message, false)
    default:
      return wait(null, 'starting')
  }
}

function decideSeen(
  { job, status }: Snapshot,
  attempt: Attempt,
  { instance, portOpen, unhealthy }: Seen,
  now: Date,
  limits: Limits,
): Action {
  const startedAt = instance.startedAt ?? attempt.appliedAt ?? attempt.reservedAt
  if (!job && isCrashLoop(attempt, instance.restarts, now, limits)) {
    return fail(
      ranOutOfMemory(attempt, instance) ? 'out_of_memory' : 'crash_loop',
      `The container ended ${instance.restarts} times${exitWords(instance)}. Its logs say more.`,
    )
  }
  switch (instance.state) {
    case 'created':
      return { kind: 'apply' }
    case 'restarting':
      return wait(soon(now, startedAt), 'starting')
    case 'exited':
      // A job may be over sooner than anybody could see it run; it did run, and that counts.
      if (job) return { kind: 'become', status: 'running', reason: null }
      if (instance.outOfMemory !== 'no')
        return fail('out_of_memory', 'The container needed more memory than it may have.')
      return fail('exit_code', `The container ended${exitWords(instance)} before it was up. Its logs say more.`)
    case 'running':
      break
  }
  if (portOpen === true || (instance.hasPort && portOpen === null)) return run
  if (portOpen === null || job) {
    const settledAt = after(startedAt, limits.settleMs)
    return now >= settledAt ? run : wait(settledAt, 'starting')
  }
  const giveUpAt = after(startedAt, limits.startMs)
  if (now < giveUpAt) return wait(earlier(soon(now, startedAt), giveUpAt), 'starting')
  const minutes = limits.startMs / 60_000
  const message =
    unhealthy === undefined
      ? `The container runs, but nothing has listened on its port for ${minutes} minutes. Is \`port\` right, and does it listen on all addresses?`
      : `The container runs, but ${unhealthyFor(unhealthy, `${minutes} minutes`)} Is \`health_path\` right?`
  // Another hub would not change that, so a start ends here; a failover is not ended by a slow one.
  return status === 'provisioning' ? fail('start_timeout', message) : leave('start_timeout', message, false)
}

/** How it goes on after `the container runs, but`. */
export const unhealthyFor = ({ path, status }: Unhealthy, time: string): string =>
  `GET ${path} has not returned 2xx or 3xx for ${time}: ${status === null ? 'it did not respond' : `it returned ${status}`}.`

const run: Action = { kind: 'become', status: 'running', reason: null }

const fail = (reason: Reason, message: string): Action => ({
  kind: 'end',
  status: 'failed',
  reason,
  message,
  lost: false,
})

const leave = (reason: Reason, message: string, lost: boolean): Action => ({ kind: 'leave', reason, message, lost })

export const exitWords = ({ exitCode }: Pick<ObservedInstance, 'exitCode'>): string =>
  exitCode === null ? '' : ` with exit code ${exitCode}`

const words: Partial<Record<Reason, string>> = {
  no_capacity: 'it had no room',
  pull_timeout: 'the image was not there in time',
  start_timeout: 'the container was not started in time',
  image_pull_failed: 'the image could not be fetched',
  hub_lost: 'it did not respond',
}

const because = (reason: Reason | null): string => (reason && words[reason]) ?? 'it could not start the container'
