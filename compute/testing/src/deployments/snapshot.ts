/** For tests: a service that is being started, but for what the test is about. */
import type {
  Attempt,
  Observation,
  ObservedInstance,
  Snapshot,
  Unhealthy,
} from '@service/compute-domain/deployments/snapshot.ts'

export const start = new Date('2026-11-20T09:00:00Z')
export const later = (ms: number): Date => new Date(start.getTime() + ms)

export const anAttempt = (more: Partial<Attempt> = {}): Attempt => ({
  number: 1,
  hubId: 'se-1',
  state: 'reserved',
  reservedAt: start,
  appliedAt: null,
  readyAt: null,
  failingSince: null,
  restartsFrom: null,
  reason: null,
  kept: true,
  ...more,
})

export const aSnapshot = (more: Partial<Snapshot> = {}): Snapshot => ({
  status: 'provisioning',
  reason: null,
  statusSince: start,
  job: false,
  startAt: null,
  latestStartAt: null,
  runningAt: null,
  maxLifetimeMs: null,
  endedAt: null,
  deleted: false,
  attempts: [anAttempt()],
  hub: { state: 'ready', silentSince: null },
  observation: { kind: 'not-asked' },
  refusal: null,
  ...more,
})

const anInstance = (more: Partial<ObservedInstance> = {}): ObservedInstance => ({
  state: 'running',
  startedAt: start,
  finishedAt: null,
  exitCode: null,
  outOfMemory: 'no',
  restarts: 0,
  hasPort: false,
  ...more,
})

export const seen = (
  more: Partial<ObservedInstance> = {},
  portOpen: boolean | null = null,
  unhealthy?: Unhealthy,
): Observation => ({
  kind: 'seen',
  instance: anInstance(more),
  portOpen,
  ...(unhealthy && { unhealthy }),
})
