/** What the operator's view reads. */
import { type Guarded, installation, type Rules } from '@service/foundation/administration/administration.ts'
import type { Database } from '@service/foundation/database/database.ts'
import type { Act } from '@service/foundation/identity/model/actor.ts'
import { allScheduledJobs, type JobState } from '@service/foundation/jobs/jobs.ts'
import { monthOf } from '@service/foundation/quota/model/month.ts'
import * as store from './operator-store.ts'

export type WorkReport = {
  at: Date
  queues: store.Queue[]
  /** Those that have failed most come first. */
  retries: store.Retry[]
  reconcilers: store.LiveReconciler[]
  jobs: (Omit<JobState, 'report'> & { name: string; isRunning: boolean })[]
}

type Acts = {
  /** Newest first, with their GPU-hours of the current month. */
  listCompanyHours(by: Act, filter: store.CompanyFilter): Promise<{ month: string; companies: store.CompanyHours[] }>
  listHubHealth(by: Act, filter: { after: string | undefined; limit: number }): Promise<store.HubHealthReport[]>
  readWork(by: Act): Promise<WorkReport>
}

export type OperatorViewActs = Guarded<Acts>

export const operatorViewRules: Rules<Acts> = {
  listCompanyHours: installation,
  listHubHealth: installation,
  readWork: installation,
}

const maxRetriesShown = 100

export function makeOperatorViewActs({ db, now }: { db: Database; now: () => Date }): Acts {
  const { connection } = db
  return {
    async listCompanyHours(_by, filter) {
      const month = monthOf(now())
      return { month, companies: await store.companyHours(connection, month, filter) }
    },
    listHubHealth: (_by, filter) => store.hubHealth(connection, filter),
    async readWork() {
      const at = now()
      const [queues, retries, reconcilers, jobs] = await Promise.all([
        store.queues(connection, at),
        store.retries(connection, maxRetriesShown),
        store.reconcilers(connection),
        allScheduledJobs(connection),
      ])
      return { at, queues, retries, reconcilers, jobs }
    },
  }
}
