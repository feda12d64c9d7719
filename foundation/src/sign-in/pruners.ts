import type { Pruner } from '../erasure/model/eraser.ts'
import * as attempts from './attempt-store.ts'
import * as devices from './device-store.ts'
import { handOverPruner } from './hand-over/hand-over.ts'
import * as links from './link-store.ts'
import * as messages from './message-store.ts'
import { forgottenAfterMs } from './model/attempt-delays.ts'
import { grantPruners } from './oauth/oauth.ts'
import { passkeyPruners } from './passkeys/pruners.ts'
import { deviceMs } from './session-cookies.ts'
import * as sessions from './session-store.ts'
import * as underWay from './single-sign-on/under-way-store.ts'

const messagesMs = 30 * 24 * 3_600_000

/** What is left of people who signed in: sessions that have ended, and what was counted and marked for a time. */
export const signInPruners: readonly Pruner[] = [
  { name: 'sessions', keptMs: 0, prune: sessions.prune },
  { name: 'sign-in attempts', keptMs: forgottenAfterMs, prune: attempts.prune },
  { name: 'account links', keptMs: 0, prune: links.prune },
  { name: 'account messages', keptMs: messagesMs, prune: messages.prune },
  { name: 'known devices', keptMs: deviceMs, prune: devices.prune },
  ...grantPruners,
  handOverPruner,
  ...passkeyPruners,
  { name: 'sign-ins under way', keptMs: 0, prune: underWay.prune },
]
