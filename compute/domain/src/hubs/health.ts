/** What a hub's silence means, and since when it is counted. */
import type { HubState } from './model/hub.ts'

export type HubHealth = {
  state: HubState
  /** The last proof of life; null before the first. */
  seenAt: Date | null
  /** When the silence began; null while it answers. */
  unreachableSince: Date | null
  /** When a silence got its full grace again, because this service was restarted. */
  graceBeganAt: Date | null
}

/** From when the silence counts: its beginning, or the grace given since. */
export function silentSince({ unreachableSince, graceBeganAt }: HubHealth): Date | null {
  if (!unreachableSince) return null
  return graceBeganAt && graceBeganAt > unreachableSince ? graceBeganAt : unreachableSince
}

/** Whatever still ran there although it runs elsewhere by now has been ended before. */
export const afterResponse = (health: HubHealth, wanted: 'ready' | 'draining' | 'disabled', now: Date): HubHealth => ({
  ...health,
  state: wanted,
  seenAt: now,
  unreachableSince: null,
})

/**
 * `watchedSince` is since when somebody has been looking without a gap: a silence that nobody could have heard is no
 * silence.
 */
export function afterSilence(
  health: HubHealth,
  watchedSince: Date,
  now: Date,
  { unreachableMs }: { unreachableMs: number },
): HubHealth {
  if (health.state === 'disabled') return health
  const { seenAt } = health
  const begun = health.unreachableSince ?? (seenAt && seenAt > watchedSince ? seenAt : watchedSince)
  const silent = { ...health, unreachableSince: begun }
  const since = silentSince(silent) ?? now
  return now.getTime() - since.getTime() >= unreachableMs ? { ...silent, state: 'unreachable' } : silent
}

/**
 * After a restart of ours every silence gets its full grace once more, but only once: one that restarts for ever must not
 * wait for ever.
 */
export function withGrace(health: HubHealth, now: Date): HubHealth {
  const { unreachableSince, graceBeganAt } = health
  if (!unreachableSince || (graceBeganAt && graceBeganAt >= unreachableSince)) return health
  return { ...health, graceBeganAt: now }
}
