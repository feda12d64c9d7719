import type { Database } from '@service/foundation/database/database.ts'
import type { ReadinessCheck } from '@service/foundation/http/readiness.ts'
import type { Metrics } from '@service/foundation/metrics/metrics.ts'
import { oldestWaitingSeconds } from './queue/waiting-store.ts'

/** More than any import takes on a machine that is large enough. */
const lateAfterSeconds = 300

/** Ready in any case: it is customers' reading that a load balancer would take away, not the work. */
export const newsReadiness =
  (db: Database): ReadinessCheck =>
  async () => {
    const waitingSeconds = await oldestWaitingSeconds(db.connection)
    const note = `the oldest work has waited for ${waitingSeconds} s`
    return { ready: true, waiting: waitingSeconds, ...(waitingSeconds > lateAfterSeconds && { note }) }
  }

export function addNewsDelayMetric(metrics: Metrics, db: Database): void {
  metrics.gauge('news_oldest_waiting_seconds', 'Age of the oldest work on news that is not done', [], async (gauge) =>
    gauge.set(await oldestWaitingSeconds(db.connection)),
  )
}
