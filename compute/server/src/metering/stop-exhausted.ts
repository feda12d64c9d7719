import { graceMs } from '@service/compute-domain/metering/gpu-hours.ts'
import type { Database } from '@service/foundation/database/database.ts'
import { monthOf } from '@service/foundation/quota/month.ts'
import * as hours from './hours-store.ts'
import type { MeteringMetrics } from './metering-metrics.ts'
import { concerned } from './notice-store.ts'

/** Asks one deployment to stop, if it has not ended; safe to ask again. False when there was nothing to stop. */
export type StopForHours = (deployment: { companyId: string; deploymentId: string }) => Promise<boolean>

type Deps = { db: Database; now: () => Date; stop: StopForHours; metrics: MeteringMetrics }

/**
 * Stops what still runs of companies whose hours were used up more than the grace ago. Whoever was given more hours, or
 * a new month, meanwhile is left alone.
 */
export function makeStopExhausted({ db, now, stop, metrics }: Deps): () => Promise<void> {
  return async () => {
    const endedBefore = new Date(now().getTime() - graceMs)
    for (const companyId of await hours.exhaustedBefore(db.connection, monthOf(now()), endedBefore)) {
      for (const deploymentId of await concerned(db.connection, companyId)) {
        if (await stop({ companyId, deploymentId })) metrics.stopped()
      }
    }
  }
}
