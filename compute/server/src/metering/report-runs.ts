/**
 * The reconciler's reports to the meter, in the transaction that changes allocations: runs have begun, runs have ended,
 * deployments need no hours any more. Every report may be repeated. Between begin and end, the heartbeat (`heartbeat.ts`)
 * advances live runs.
 *
 * The times are the engine's own: StartedAt, and FinishedAt where there is one. Pulling, waiting, starts that fail
 * within a minute and the gap of a failover are never reported, and so are free. A container that has been up for longer
 * than a minute is reported from its start, also where nothing listens on its port: its GPUs were in use.
 *
 * A transaction reports everything at once, before it writes to `hub_gpus`: so rows are always locked in the order that
 * `migrations/0003_metering.sql` names.
 */
import { endRun, type MeteredRun, meteredUntilMs } from '@service/compute-domain/metering/metered-run.ts'
import type { Queryable } from '@service/foundation/database/database.ts'
import type { NewId } from '@service/foundation/new-id.ts'
import { chargeHours } from './charge-hours.ts'
import type { FootprintOf } from './footprints.ts'
import type { MeteringMetrics } from './metering-metrics.ts'
import type { MeterChange } from './model/meter-change.ts'
import { makeNotifyCompanies, type NotifyCompanies } from './notify-companies.ts'
import type { RunChange } from './segment-store.ts'
import * as segments from './segment-store.ts'
import type { StoredRun } from './stored-run.ts'

export type ReportToMeter = (tx: Queryable, reports: readonly MeterChange[]) => Promise<void>

type Deps = {
  now: () => Date
  footprintOf: FootprintOf
  notifyCompanies: NotifyCompanies
  metrics: Pick<MeteringMetrics, 'counted'>
}

export function makeReportToMeter({ now, footprintOf, notifyCompanies, metrics }: Deps): ReportToMeter {
  return async (tx, reports) => {
    const begun = reports.filter((one) => one.kind === 'begin')
    const ended = reports.filter((one) => one.kind === 'end')
    const released = reports.filter((one) => one.kind === 'release').map(({ deploymentId }) => deploymentId)
    const inserted = await segments.insertRuns(tx, begun)
    const begunAgain = inserted.filter(({ hasEarlier }) => hasEarlier)
    const runs = await segments.lockRuns(
      tx,
      [...begunAgain, ...ended].map(({ allocationId }) => allocationId),
    )

    const ends = new Map(ended.map(({ allocationId, at }) => [allocationId, at]))
    const changes = [...runs.values()].flatMap((ofInstance) => changesOf(ofInstance, ends))
    await segments.write(tx, changes)
    await notifyCompanies(tx, await chargeHours(tx, { changes, released }, now()))
    metrics.counted(changes)
  }

  /** `runs` are those of one instance, the oldest first. */
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
    // A run cannot have ended in the future, although the engine's clock may run ahead.
    const atMs = Math.min(at?.getTime() ?? meteredUntilMs(run.metered), now().getTime())
    return endRun(run.metered, atMs, footprintOf(run))
  }
}

/**
 * A meter of the administration, for runs at a hub that is written off. It has no grids to measure by: the heartbeat has
 * counted such a run until its hub was last seen, so it is at most cut.
 */
export function makeReportEnds(deps: Pick<Deps, 'now'> & { newId: NewId }): ReportToMeter {
  const nothing = { kwh: 0, grams: 0, avoidedGrams: 0 }
  return makeReportToMeter({
    now: deps.now,
    footprintOf: () => () => nothing,
    notifyCompanies: makeNotifyCompanies(deps),
    metrics: { counted() {} },
  })
}
