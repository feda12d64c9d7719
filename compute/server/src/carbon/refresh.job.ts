import { hourMs } from '@service/compute-domain/time/time.ts'
import type { ScheduledJob } from '@service/foundation/jobs/scheduled-job.ts'
import * as store from './carbon-store.ts'
import { type RefreshDeps, refreshCarbon } from './refresh-carbon.ts'

/** Providers publish hourly; twice as often is soon enough, and within the limits of their plans. */
const everyMs = 30 * 60_000
/** Three months: far more than the forecast from history uses. */
const keptMs = 92 * 24 * hourMs

export const refreshCarbonJob = (deps: RefreshDeps): ScheduledJob => ({
  name: 'refresh-carbon',
  everyMs,
  async run(stop) {
    const pruned = await store.prune(deps.db.connection, new Date(deps.now().getTime() - keptMs))
    return { ...(await refreshCarbon(deps, stop)), pruned }
  },
})
