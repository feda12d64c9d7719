import type { Database } from '../database/database.ts'
import type { ScheduledJob } from '../jobs/scheduled-job.ts'
import type { Retention } from './eraser.ts'
import { pruneData } from './prune-data.ts'

const everyMs = 24 * 3_600_000

/** Once a day, data that has been kept for as long as was configured goes. */
export function pruneJob(
  { db, now }: { db: Database; now: () => Date },
  { pruners, keptMs }: Retention,
  name = 'prune',
): ScheduledJob {
  return {
    name,
    everyMs,
    run: (stop) => pruneData(db, pruners, new Date(now().getTime() - keptMs), stop),
  }
}
