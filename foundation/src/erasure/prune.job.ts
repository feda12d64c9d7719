import type { Database } from '../database/database.ts'
import type { ScheduledJob } from '../jobs/jobs.ts'
import type { Retention } from './model/eraser.ts'
import { pastItsTime, pruneData } from './prune-data.ts'

const everyMs = 24 * 3_600_000

/** Once a day, data that has been kept for as long as was configured goes. */
export function pruneJob({ db, now }: { db: Database; now: () => Date }, { pruners, keptMs }: Retention): ScheduledJob {
  return {
    name: 'prune',
    everyMs,
    run: (stop) => pruneData(db, pruners, pastItsTime(now(), keptMs), stop),
  }
}
