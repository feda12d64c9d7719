/** What is to be done next about a deployment. The engine is called by `inspect`, `apply`, `leave`, `end` and `remove` alone. */
import type { Reason } from './status.ts'

export type Action =
  /** Ask the engine how the instance is, and its port whether it answers. */
  | { kind: 'inspect' }
  /** Nothing until then, or until somebody sees a change where `until` is null; `backOff`: longer with every try in vain. */
  | { kind: 'wait'; until: Date | null; backOff: boolean; reason?: Reason }
  /** Ask whether the time to start has come, and for GPUs if so. */
  | { kind: 'plan' }
  /** Find GPUs for another attempt, at none of these hubs. */
  | { kind: 'place'; excludedHubs: readonly string[] }
  /** Have the engine make and start the instance. */
  | { kind: 'apply' }
  | { kind: 'become'; status: 'running' | 'degraded' | 'stopping'; reason: Reason | null; message?: string }
  /** The hub is gone, or the instance: write the attempt off and find another hub. `lost`: it may still run there. */
  | { kind: 'fail-over'; reason: Reason; lost: boolean }
  /** End this attempt before it ever ran, to try elsewhere. `lost`: without asking its engine. */
  | { kind: 'leave'; reason: Reason; message: string; lost: boolean }
  /** End the instance, and with it the deployment. `lost`: without asking its engine. */
  | { kind: 'end'; status: 'stopped' | 'failed'; reason: Reason; message: string; lost: boolean }
  /** Have the engine forget what has ended. */
  | { kind: 'remove' }
