import type { Database } from '../database/database.ts'
import type { Pruner } from './model/eraser.ts'

export type PruneReport = { [pruner: string]: number }

/** Rows in one transaction: few enough that nobody waits for them. */
const batchRows = 1_000

/** The time before which a pruner's data goes: it has then been kept for as long as was configured. */
export const pastItsTime =
  (now: Date, keptMs: number) =>
  (pruner: Pruner): Date =>
    new Date(now.getTime() - (pruner.keptMs ?? keptMs))

/**
 * Runs every pruner, batch by batch, each batch in a transaction of its own: nothing waits for long, what is done stays
 * done, and one feature's failure keeps no other's data. Throws at the end; breaks off quietly between two batches.
 */
export async function pruneData(
  db: Database,
  pruners: readonly Pruner[],
  before: (pruner: Pruner) => Date,
  stop?: AbortSignal,
): Promise<PruneReport> {
  const report: PruneReport = {}
  const failures: unknown[] = []
  for (const pruner of pruners) {
    try {
      report[pruner.name] = await pruneAll(db, pruner, before(pruner), stop)
    } catch (error) {
      failures.push(new Error(`pruning ${pruner.name} failed`, { cause: error }))
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, 'some data could not be pruned')
  return report
}

async function pruneAll(db: Database, pruner: Pruner, before: Date, stop: AbortSignal | undefined): Promise<number> {
  let pruned = 0
  while (!stop?.aborted) {
    const batch = await db.transaction((tx) => pruner.prune(tx, before, batchRows))
    pruned += batch
    if (batch < batchRows) break
  }
  return pruned
}
