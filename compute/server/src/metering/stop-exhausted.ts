import { graceMs } from '@service/compute-domain/metering/gpu-hours.ts'
import { hoursShown } from '@service/compute-domain/metering/gpu-time.ts'
import type { Database } from '@service/foundation/database/database.ts'
import type { NewId } from '@service/foundation/new-id.ts'
import { monthOf } from '@service/foundation/quota/model/month.ts'
import { stopDeployments } from '../deployments/deployments.ts'
import * as hours from './hours-store.ts'
import type { MeteringMetrics } from './metering-metrics.ts'

type Deps = { db: Database; now: () => Date; newId: NewId; metrics: MeteringMetrics }

/**
 * Stops the running deployments of companies whose hours were used up more than the grace ago. A company that was given
 * more hours meanwhile, or whose new month has begun, is left alone.
 */
export function makeStopExhausted({ db, now, newId, metrics }: Deps): () => Promise<void> {
  return async () => {
    const month = monthOf(now())
    const endedBefore = new Date(now().getTime() - graceMs)
    for (const { companyId, limitMs } of await hours.exhaustedBefore(db.connection, month, endedBefore)) {
      const ids = await hours.concernedDeployments(db.connection, companyId)
      const wish = {
        companyId,
        ids,
        reason: 'quota_exhausted',
        message: exhaustedWords(limitMs, month),
        actor: 'system',
      } as const
      const stopped = ids.length > 0 ? await db.transaction((tx) => stopDeployments(tx, { now, newId }, wish)) : []
      metrics.stopped(stopped.length)
    }
  }
}

export const exhaustedWords = (limitMs: number, month: string): string =>
  `The ${hoursShown(limitMs)} GPU-hours of ${month.slice(0, 7)} are used. Ask the operator for more, or wait for the next month.`
