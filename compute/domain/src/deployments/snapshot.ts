/** What is known when it is decided what to do about a deployment: what was asked for, what was tried, what is seen. */
import type { HubState } from '../hubs/model/hub.ts'
import type { DeploymentStatus, Reason } from './status.ts'

export type AttemptState = 'reserved' | 'applied' | 'running' | 'lost' | 'released'

/** One attempt to run the deployment at one hub, as it stands written. */
export type Attempt = {
  number: number
  hubId: string
  /** `lost`: its hub was silent for too long, and whether it still runs there is not known. */
  state: AttemptState
  reservedAt: Date
  /** Since when the engine has held it, image and all. */
  appliedAt: Date | null
  /** Since when it has counted as running. */
  readyAt: Date | null
  failingSince: Date | null
  /** Where a crash loop is counted from. */
  restartsFrom: { count: number; at: Date } | null
  reason: Reason | null
  /** The engine still has its instance, for all that is known. */
  kept: boolean
}

/** The engine's word on an instance; it has more to say (`Instance` of the engines). */
export type ObservedInstance = {
  state: 'created' | 'running' | 'restarting' | 'exited'
  startedAt: Date | null
  finishedAt: Date | null
  exitCode: number | null
  outOfMemory: 'no' | 'suspected' | 'yes'
  restarts: number
  hasPort: boolean
}

/** Failures of an engine that say something of the order and not of the engine. */
export type OrderFault =
  | 'not-found'
  | 'image-not-found'
  | 'image-denied'
  | 'image-unavailable'
  | 'image-malformed'
  | 'start-refused'
  | 'no-room'

export type Observation =
  | { kind: 'not-asked' }
  /** It did not answer, or not in its own words: nothing is known of the instance. */
  | { kind: 'silent' }
  | { kind: 'absent' }
  /** It would not do what was ordered; `message` is for the customer. */
  | { kind: 'refused'; fault: OrderFault; message: string }
  /** It was given all the time there is, and was still at `phase`. */
  | { kind: 'timed-out'; phase: 'pulling' | 'starting' }
  /** `answers` is null where there is no port to ask at. */
  | { kind: 'seen'; instance: ObservedInstance; answers: boolean | null }

/** `silentSince` counts from the last proof of life, or from when a restart of ours gave new grace. */
export type HubObservation = { state: HubState; silentSince: Date | null }

export type Snapshot = {
  status: DeploymentStatus
  reason: Reason | null
  statusSince: Date
  /** Whether it ends by itself, and is not begun twice. */
  job: boolean
  /** While `scheduled`: when it is looked at again. */
  startAt: Date | null
  latestStartAt: Date | null
  /** When it first ran. */
  runningAt: Date | null
  endedAt: Date | null
  deleted: boolean
  /** From the first to the last. */
  attempts: readonly Attempt[]
  /** Of the hub of the last attempt. */
  hub: HubObservation
  observation: Observation
  /** Why no hub was found, if that has just been tried. */
  refusal: 'no_capacity' | 'no_feasible_hub' | 'quota_exhausted' | null
}

/** The attempt that counts: the last one, unless it is over. */
export function currentAttempt({ attempts }: Pick<Snapshot, 'attempts'>): Attempt | undefined {
  const last = attempts.at(-1)
  return last && last.state !== 'released' ? last : undefined
}

/** Those made since the deployment last ran: a failover begins to count anew. */
export function attemptsSinceRunning({ attempts }: Pick<Snapshot, 'attempts'>): readonly Attempt[] {
  const lastRunning = attempts.findLastIndex(({ readyAt }) => readyAt !== null)
  return attempts.slice(lastRunning + 1)
}
