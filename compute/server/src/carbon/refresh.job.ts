import { hourMs } from '@service/compute-domain/time/time.ts'
import type { ScheduledJob } from '@service/foundation/jobs/scheduled-job.ts'
import * as store from './carbon-store.ts'
import { type RefreshDeps, refreshCarbon } from './refresh-carbon.ts'

/** Providers publish by the hour; twice as often meets each hour soon enough, and no plan's limit. */
const everyMs = 30 * 60_000
/** Three months: far more than our own forecast looks at. */
const keptMs = 92 * 24 * hourMs

export const refreshCarbonJob = (deps: RefreshDeps): ScheduledJob => ({
  name: 'refresh-carbon',
  everyMs,
  async run(stop) {
    const pruned = await store.prune(deps.db.connection, new Date(deps.now().getTime() - keptMs))
    return { ...(await refreshCarbon(deps, stop)), pruned }
  },
})
