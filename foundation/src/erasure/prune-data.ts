import type { Database } from '../database/database.ts'
import type { Pruner } from './eraser.ts'

export type PruneReport = { [pruner: string]: number }

/** Runs every pruner in a transaction of its own: one feature's failure keeps no other's data. Throws at the end. */
export async function pruneData(db: Database, pruners: readonly Pruner[], before: Date): Promise<PruneReport> {
  const report: PruneReport = {}
  const failures: unknown[] = []
  for (const pruner of pruners) {
    try {
      report[pruner.name] = await db.transaction((tx) => pruner.prune(tx, before))
    } catch (error) {
      failures.push(new Error(`pruning ${pruner.name} failed`, { cause: error }))
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, 'some data could not be pruned')
  return report
}
