/**
 * Writes the outcomes of work on deployments: many in one transaction, each only if the deployment is still leased to this
 * reconciler and as it was when it was claimed, and its change of status is one of the lifecycle. What an outcome entails
 * is written with it or not at all (`write-outcomes.ts`).
 *
 * One that cannot be written must not keep the others from it, now and whenever they meet again: where a transaction
 * fails for what is in it, each is written alone.
 */
import { canBecome } from '@service/compute-domain/deployments/lifecycle.ts'
import type { Database, Queryable } from '@service/foundation/database/database.ts'
import { GroupCommit } from '@service/foundation/database/group-commit.ts'
import type { NewId } from '@service/foundation/new-id.ts'
import type { ControlMetrics } from './control-metrics.ts'
import type { Meter } from './meter.ts'
import type { Outcome } from './outcome.ts'
import * as store from './outcome-store.ts'
import type { AtStep } from './steps.ts'
import { makeWriteOutcomes } from './write-outcomes.ts'

type Deps = { db: Database; newId: NewId; meter: Meter; atStep: AtStep; reconcilerId: string; metrics: ControlMetrics }

export type RecordOutcomes = {
  /** False where the deployment has changed meanwhile, or is leased to another. */
  record(outcome: Outcome): Promise<boolean>
  close(): Promise<void>
}

const largestBatch = 200

export function makeRecordOutcomes({ db, reconcilerId, metrics, atStep, ...deps }: Deps): RecordOutcomes {
  const writeOutcomes = makeWriteOutcomes({ ...deps, atStep })
  async function write(tx: Queryable, outcomes: readonly Outcome[]): Promise<boolean[]> {
    const unchanged = await store.lockUnchanged(
      tx,
      reconcilerId,
      outcomes.map(({ claim }) => claim),
    )
    const valid = outcomes.filter(({ claim }) => unchanged.has(claim.id))
    if (valid.length > 0) await writeOutcomes(tx, valid)
    return outcomes.map(({ claim }) => unchanged.has(claim.id))
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
