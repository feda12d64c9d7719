import type { Pruner } from '../erasure/model/eraser.ts'
import * as attempts from './attempt-store.ts'
import * as devices from './device-store.ts'
import { forgottenAfterMs } from './model/attempt-delays.ts'
import { deviceMs } from './session-cookies.ts'
import * as sessions from './session-store.ts'

/** What is left of people who signed in: sessions that have ended, and what was counted and marked for a time. */
export const signInPruners: readonly Pruner[] = [
  { name: 'sessions', keptMs: 0, prune: sessions.prune },
  { name: 'sign-in attempts', keptMs: forgottenAfterMs, prune: attempts.prune },
  { name: 'known devices', keptMs: deviceMs, prune: devices.prune },
]
