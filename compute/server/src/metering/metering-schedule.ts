/** When the meter's heartbeat runs. */
import { endsAtMs, graceMs } from '@service/compute-domain/metering/gpu-hours.ts'
import type { Database } from '@service/foundation/database/database.ts'
import { monthOf } from '@service/foundation/quota/model/month.ts'
import { type RunningHours, running } from './hours-store.ts'

/** How often live runs are advanced: a crash can leave at most so much time uncounted until the next heartbeat. */
export const heartbeatEveryMs = 30_000

/** After a start, so that what ended while we were down is known to have before it is counted as living; after a failure. */
export const firstHeartbeatAfterMs = 5_000

const minWaitMs = 200

/** How long to wait for the next heartbeat: less where a company's hours, or its grace, end sooner. */
export function makeNextHeartbeat({ db, now }: { db: Database; now: () => Date }): () => Promise<number> {
  return async () => {
    const nowMs = now().getTime()
    const instants = (await running(db.connection, monthOf(now()))).flatMap((hours) => nextInstant(hours, nowMs) ?? [])
    return Math.min(heartbeatEveryMs, ...instants.map((atMs) => Math.max(minWaitMs, atMs - nowMs)))
  }
}

function nextInstant(hours: RunningHours, nowMs: number): number | undefined {
  if (hours.usedMs < hours.limitMs) return endsAtMs(hours, hours.gpusRunning, nowMs)
  const stopMs = (hours.exhaustedAt?.getTime() ?? nowMs) + graceMs
  return stopMs > nowMs ? stopMs : undefined
}
