/**
 * Writes the outcomes of work on deployments: many in one transaction, each only if the deployment is still leased to this
 * reconciler and as it was when it was claimed, and its change of status is one of the lifecycle. What an outcome entails
 * is written with it or not at all: the allocation, the GPUs that become free, the meter, the event, the announcement.
 *
 * One that cannot be written must not keep the others from it, now and whenever they meet again: where a transaction
 * fails for what is in it, each is written alone.
 *
 * Rows are locked in the order that `migrations/0003_metering.sql` names.
 */
import { canBecome } from '@service/compute-domain/deployments/lifecycle.ts'
import { hasEnded } from '@service/compute-domain/deployments/status.ts'
import type { Database, Queryable } from '@service/foundation/database/database.ts'
import { GroupCommit } from '@service/foundation/database/group-commit.ts'
import type { NewId } from '@service/foundation/new-id.ts'
import { announce } from '../deployments/deployments.ts'
import { events } from '../events/events.ts'
import type { DeploymentEvent } from '../events/model/event.ts'
import { giveBackGpus } from '../hubs/hubs.ts'
import type { ControlMetrics } from './control-metrics.ts'
import type { Meter } from './meter.ts'
import type { Outcome } from './outcome.ts'
import * as store from './outcome-store.ts'
import type { AtStep } from './steps.ts'

type Deps = { db: Database; newId: NewId; meter: Meter; atStep: AtStep; reconcilerId: string; metrics: ControlMetrics }

export type RecordOutcomes = {
  /** False where the deployment has changed meanwhile, or is leased to another. */
  record(outcome: Outcome): Promise<boolean>
  close(): Promise<void>
}

const largestBatch = 200

export function makeRecordOutcomes({ db, newId, meter, atStep, reconcilerId, metrics }: Deps): RecordOutcomes {
  async function write(tx: Queryable, outcomes: readonly Outcome[]): Promise<boolean[]> {
    const unchanged = await store.lockUnchanged(
      tx,
      reconcilerId,
      outcomes.map(({ claim }) => claim),
    )
    const valid = outcomes.filter(({ claim }) => unchanged.has(claim.id))
    if (valid.length > 0) await apply(tx, valid)
    return outcomes.map(({ claim }) => unchanged.has(claim.id))
  }

  async function apply(tx: Queryable, outcomes: readonly Outcome[]): Promise<void> {
    await store.writeDeployments(tx, outcomes)
    const allocations = outcomes.flatMap((outcome) => outcome.allocations)
    const released = await store.writeAllocations(tx, allocations)
    await reportToMeter(tx, outcomes)
    await giveBackGpus(
      tx,
      allocations.filter(({ id }) => released.has(id)),
    )
    await events.append(tx, outcomes.flatMap(eventsOf))
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

  function eventsOf({ claim, status, reason, message, allocations, event, at }: Outcome): DeploymentEvent[] {
    const last = allocations.at(-1)
    const common = {
      companyId: claim.companyId,
      deploymentId: claim.id,
      reason,
      message,
      hubId: last?.hubId ?? null,
      attempt: last?.attempt ?? null,
      actor: 'system',
      at,
    } as const
    const found: DeploymentEvent[] = []
    if (event) found.push({ ...common, id: newId('evt'), type: event.type, status: null, data: event.data })
    if (status !== claim.status) found.push({ ...common, id: newId('evt'), type: status, status, data: null })
    return found
  }

  async function recordAll(outcomes: readonly Outcome[]): Promise<(boolean | Error)[]> {
    try {
      return await db.transaction((tx) => write(tx, outcomes))
    } catch (error) {
      if (outcomes.length === 1 || !isOfTheData(error)) throw error
      const alone: (boolean | Error)[] = []
      for (const one of outcomes) alone.push(...(await recordAll([one]).catch((error: Error) => [error])))
      return alone
    }
  }

  const commits = new GroupCommit<Outcome, boolean>(
    async (outcomes) => {
      atStep('before-status-write')
      const written = await recordAll(outcomes)
      for (const [index, outcome] of outcomes.entries()) if (written[index] === true) metrics.recorded(outcome)
      return written
    },
    { largestBatch },
  )
  return {
    async record(outcome) {
      requireTransition(outcome)
      return commits.submit(outcome)
    },
    close: () => commits.close(),
  }
}

/** A change of status that the lifecycle does not have is a bug in the decision: it is logged, and never written. */
function requireTransition({ claim: { id, status: from }, status: to }: Outcome): void {
  if (from !== to && !canBecome(from, to)) throw new Error(`The deployment ${id} is ${from} and cannot become ${to}`)
}

/**
 * Not of a database that is away or busy: then each alone would fail as well, and take its time. The classes are those of
 * SQLSTATE: what cannot be stored, what breaks a rule, what is too large, and what the engine itself stumbles over.
 */
function isOfTheData(error: unknown): boolean {
  if (error instanceof RangeError || error instanceof TypeError) return true
  return error instanceof Error && 'code' in error && /^(2[123]|54|P0|XX)/.test(String(error.code))
}
