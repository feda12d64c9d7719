import type { ScheduledJob } from '@service/foundation/jobs/scheduled-job.ts'
import { type CheckDeps, checkDomain } from './check-domain.ts'
import * as store from './domain-store.ts'

/** At a time: each may wait for name servers. */
const batch = 20

export const checkDomainsJob = (deps: CheckDeps): ScheduledJob => ({
  name: 'check-domains',
  everyMs: 60_000,
  async run(stop) {
    let checked = 0
    while (!stop.aborted) {
      const due = await store.findDue(deps.db.connection, deps.now(), batch)
      await Promise.all(due.map((one) => checkDomain(deps, one)))
      checked += due.length
      if (due.length < batch) break
    }
    return { checked }
  },
})
