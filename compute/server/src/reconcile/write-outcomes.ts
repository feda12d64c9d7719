/**
 * Writes what the work on deployments came to, in the caller's transaction, which holds them: the deployment, the
 * allocation, the GPUs that become free, the meter, the event, the announcement. Rows are locked in the order that
 * `migrations/0003_metering.sql` names.
 */
import { hasEnded } from '@service/compute-domain/deployments/status.ts'
import type { Queryable } from '@service/foundation/database/database.ts'
import type { NewId } from '@service/foundation/new-id.ts'
import { announce } from '../deployments/deployments.ts'
import { events } from '../events/events.ts'
import { giveBackGpus } from '../hubs/hubs.ts'
import type { Meter } from './meter.ts'
import type { Outcome } from './outcome.ts'
import { outcomeEvents } from './outcome-events.ts'
import * as store from './outcome-store.ts'
import type { AtStep } from './steps.ts'

type Deps = { newId: NewId; meter: Meter; atStep: AtStep }

export type WriteOutcomes = (tx: Queryable, outcomes: readonly Outcome[]) => Promise<void>

export function makeWriteOutcomes({ newId, meter, atStep }: Deps): WriteOutcomes {
  return async function writeOutcomes(tx: Queryable, outcomes: readonly Outcome[]): Promise<void> {
    await store.writeDeployments(tx, outcomes)
    const allocations = outcomes.flatMap((outcome) => outcome.allocations)
    const released = await store.writeAllocations(tx, allocations)
    await reportToMeter(tx, outcomes)
    await giveBackGpus(
      tx,
      allocations.filter(({ id }) => released.has(id)),
    )
    await events.append(
      tx,
      outcomes.flatMap((outcome) => outcomeEvents(outcome, newId)),
    )
    const changed = outcomes.filter(({ claim, status, event }) => status !== claim.status || event)
    await announce(
      tx,
      changed.map(({ claim }) => claim.id),
    )
  }

  async function reportToMeter(tx: Queryable, outcomes: readonly Outcome[]): Promise<void> {
    const runs = outcomes.flatMap(({ meter: runs }) => runs)
    const ended = outcomes.filter(({ status }) => hasEnded(status))
    const reports = [...runs, ...ended.map(({ claim }) => ({ kind: 'release', deploymentId: claim.id }) as const)]
    if (reports.length > 0) await meter.report(tx, reports)
    if (runs.length > 0) atStep('during-metering')
  }
}
