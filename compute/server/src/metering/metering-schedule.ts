/** When the meter's heart beats. */
import { endsAtMs, graceMs } from '@service/compute-domain/metering/gpu-hours.ts'
import type { Database } from '@service/foundation/database/database.ts'
import { monthOf } from '@service/foundation/quota/month.ts'
import { type RunningHours, running } from './hours-store.ts'

/** What lives is brought up to date so often: the most that a crash can leave uncounted for a while. */
export const beatMs = 30_000

/** After a start, so that what ended while we were down is known to have before it is counted as living; after a failure. */
export const firstBeatAfterMs = 5_000

const shortestMs = 200

/** How long to wait for the next beat: sooner than usual where somebody's hours end, or their grace does. */
export function makeNextBeat({ db, now }: { db: Database; now: () => Date }): () => Promise<number> {
  return async () => {
    const nowMs = now().getTime()
    const instants = (await running(db.connection, monthOf(now()))).flatMap((hours) => nextInstant(hours, nowMs) ?? [])
    return Math.min(beatMs, ...instants.map((atMs) => Math.max(shortestMs, atMs - nowMs)))
  }
}

function nextInstant(hours: RunningHours, nowMs: number): number | undefined {
  if (hours.usedMs < hours.limitMs) return endsAtMs(hours, hours.gpusRunning, nowMs)
  const stopMs = (hours.exhaustedAt?.getTime() ?? nowMs) + graceMs
  return stopMs > nowMs ? stopMs : undefined
}
