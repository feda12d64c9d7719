/**
 * What the reconciler tells the meter, in the transaction that changes allocations: runs have begun, runs have ended,
 * deployments need no hours any more. All of it may be told again. Between begin and end, the heartbeat (`heartbeat.ts`)
 * advances what lives.
 *
 * The times are the engine's own: StartedAt, and FinishedAt where there is one. Pulling, waiting, starts that fail
 * within a minute and the gap of a failover are never told, and so are free. A container that has been up for longer
 * holds its GPUs in earnest, whether anything answers at its port or not: it is told from its start.
 *
 * A transaction tells everything at once, and before it writes to `hub_gpus`: so rows are locked in the order that
 * `migrations/0003_metering.sql` names, whatever else is being written.
 */
import { endRun, type MeteredRun, meteredUntilMs } from '@service/compute-domain/metering/metered-run.ts'
import type { Queryable } from '@service/foundation/database/database.ts'
import { chargeHours } from './charge-hours.ts'
import type { FootprintOf } from './footprints.ts'
import type { MeteringMetrics } from './metering-metrics.ts'
import type { MeterChange } from './model/meter-change.ts'
import type { RunChange } from './segment-store.ts'
import * as segments from './segment-store.ts'
import type { StoredRun } from './stored-run.ts'
import type { TellCompanies } from './tell-companies.ts'

export type TellMeter = (tx: Queryable, news: readonly MeterChange[]) => Promise<void>

type Deps = { now: () => Date; footprintOf: FootprintOf; tellCompanies: TellCompanies; metrics: MeteringMetrics }

export function makeTellMeter({ now, footprintOf, tellCompanies, metrics }: Deps): TellMeter {
  return async (tx, news) => {
    const begun = news.filter((one) => one.kind === 'begin')
    const ended = news.filter((one) => one.kind === 'end')
    const released = news.filter((one) => one.kind === 'release').map(({ deploymentId }) => deploymentId)
    const inserted = await segments.insertRuns(tx, begun)
    const begunAgain = inserted.filter(({ hasEarlier }) => hasEarlier)
    const runs = await segments.lockRuns(
      tx,
      [...begunAgain, ...ended].map(({ allocationId }) => allocationId),
    )

    const ends = new Map(ended.map(({ allocationId, at }) => [allocationId, at]))
    const changes = [...runs.values()].flatMap((ofInstance) => changesOf(ofInstance, ends))
    await segments.write(tx, changes)
    await tellCompanies(tx, await chargeHours(tx, { changes, released }, now()))
    metrics.counted(changes)
  }

  /** Of one instance, the oldest run first. */
  function changesOf(runs: readonly StoredRun[], ends: ReadonlyMap<string, Date | null>): RunChange[] {
    return runs.flatMap((before, i) => {
      const next = runs[i + 1]
      const after = next ? endedBy(before, next) : endedAt(before, ends)
      return after === before.metered ? [] : [{ before, after }]
    })
  }

  function endedBy(run: StoredRun, next: StoredRun): MeteredRun {
    if (run.metered.ended) return run.metered
    return endRun(run.metered, Math.min(meteredUntilMs(run.metered), next.startedMs), footprintOf(run))
  }

  function endedAt(run: StoredRun, ends: ReadonlyMap<string, Date | null>): MeteredRun {
    const at = ends.get(run.allocationId)
    if (at === undefined) return run.metered
    // An engine whose clock runs ahead of ours has ended nothing in the future.
    const atMs = Math.min(at?.getTime() ?? meteredUntilMs(run.metered), now().getTime())
    return endRun(run.metered, atMs, footprintOf(run))
  }
}
