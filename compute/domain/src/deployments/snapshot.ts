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

/** What an engine reports of an instance and decisions are made from; `Instance` of the engines adds who it is. */
export type ObservedInstance = {
  state: 'created' | 'running' | 'restarting' | 'exited'
  /** Time of the latest start, by the engine's clock. Null before the first. */
  startedAt: Date | null
  /** End of that start; null while the instance runs, like the exit code. */
  finishedAt: Date | null
  exitCode: number | null
  /**
   * Whether the kernel ended it for its memory. `suspected` where the engine cannot tell: the process was killed, which
   * is also how a stop ends whose grace was too short.
   */
  outOfMemory: 'no' | 'suspected' | 'yes'
  /** Number of times it was started again. */
  restarts: number
  /**
   * Whether the instance has a port at all: then it counts as up once something listens there. A simulated one has a
   * port and no address: it counts as listening.
   */
  hasPort: boolean
}

/** Failures of an engine that say something of the order and not of the engine. */
export type OrderFault =
  | 'not-found'
  /** No such image, or no such tag. */
  | 'image-not-found'
  /** The registry wants a login that the engine has not, or refuses it. */
  | 'image-denied'
  /** The registry could not be reached; trying again makes sense. */
  | 'image-unavailable'
  | 'image-malformed'
  /** The container could not be made or started: a bad command, a missing device. */
  | 'start-refused'
  /** No GPU, memory or disk left. */
  | 'no-room'

export type Observation =
  | { kind: 'not-asked' }
  /** It did not respond, or not in its own words: nothing is known of the instance. */
  | { kind: 'silent' }
  | { kind: 'absent' }
  /** It would not do what was ordered; `message` is for the customer. */
  | { kind: 'refused'; fault: OrderFault; message: string }
  /** It was given all the time there is, and was still at `phase`. */
  | { kind: 'timed-out'; phase: 'pulling' | 'starting' }
  /**
   * `portOpen` is null where there is no port to ask at, and false while the health path, where there is one, does not
   * return 2xx or 3xx: then it is `unhealthy`.
   */
  | { kind: 'seen'; instance: ObservedInstance; portOpen: boolean | null; unhealthy?: Unhealthy }

/** `status` is of its last response; null where there was none. */
export type Unhealthy = { path: string; status: number | null }

export type Seen = Extract<Observation, { kind: 'seen' }>

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
  /** How long it may run by its customer's wish; null where nothing was asked. */
  maxLifetimeMs: number | null
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

/** The attempts since the deployment last ran: a failover starts the count again. */
export function attemptsSinceRunning({ attempts }: Pick<Snapshot, 'attempts'>): readonly Attempt[] {
  const lastRunning = attempts.findLastIndex(({ readyAt }) => readyAt !== null)
  return attempts.slice(lastRunning + 1)
}
