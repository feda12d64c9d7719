/**
 * The reconciler of one session: the production's work on a claimed deployment (`reconcile/reconcile-one.ts`), over rows in
 * memory. It is driven from outside: `begin` starts what is due, and whatever then waits, waits for the session's clock.
 */
import { canBecome } from '@service/compute-domain/deployments/lifecycle.ts'
import type { Limits } from '@service/compute-domain/deployments/limits.ts'
import { hasEnded } from '@service/compute-domain/deployments/status.ts'
import type { Engine } from '@service/compute-engines/engine.ts'
import type { Logger } from '@service/foundation/log/logger.ts'
import type { NewId } from '@service/foundation/new-id.ts'
import type { Allocation } from '../allocations/model/allocation.ts'
import type { DeploymentEvent } from '../events/model/event.ts'
import {
  Interruption,
  judgeInstances,
  makeReconcileOne,
  type Outcome,
  outcomeEvents,
  type PlaceAgain,
} from '../reconcile/reconcile.ts'
import type { SessionClock } from './session-clock.ts'
import type { SessionHubs } from './session-hubs.ts'
import type { SessionMeter } from './session-meter.ts'
import { claimOf, type Row, type SessionRows } from './session-rows.ts'

type Deps = {
  rows: SessionRows
  clock: SessionClock
  hubs: SessionHubs
  meter: SessionMeter
  limits: Limits
  log: Logger
  newId: NewId
  placeAgain: PlaceAgain
  onEvents(events: readonly DeploymentEvent[]): void
}

type Job = { interruption: Interruption; version: number }

const afterFailureMs = 1_000
const engineTimeoutMs = 5_000
/** Values of environment variables are not kept in a sandbox, so there is nothing to open. */
const sealer = { open: () => '{}' }

export class SessionWork {
  readonly #deps: Deps
  readonly #jobs = new Map<string, Job>()
  readonly #reconcile: ReturnType<typeof makeReconcileOne>

  constructor(deps: Deps) {
    this.#deps = deps
    const { clock, hubs, limits, log, placeAgain, rows } = deps
    this.#reconcile = makeReconcileOne({
      engineOf: hubs.engineOf,
      placeAgain,
      limits,
      log,
      sealer,
      engineTimeoutMs,
      reconcilerId: 'sandbox',
      now: clock.now,
      after: clock.after,
      atStep: () => {},
      showReason: ({ id }, reason) => {
        const row = rows.get(id)
        if (row?.leased && row.status === 'provisioning') row.reason = reason
      },
      record: async (outcome) => this.#record(outcome),
      readAgain: async (id) => this.#readAgain(id),
    })
  }

  /** Starts what is due; whether there was something. */
  begin(): boolean {
    const nowMs = this.#deps.clock.nowMs
    const due = this.#deps.rows.all.filter((row) => !row.leased && row.dueAt !== null && row.dueAt.getTime() <= nowMs)
    for (const row of due) {
      row.leased = true
      row.dueAt = null
      const job = { interruption: new Interruption(), version: row.version }
      this.#jobs.set(row.id, job)
      void this.#run(row, job)
    }
    return due.length > 0
  }

  get nextMs(): number | undefined {
    const times = this.#deps.rows.all.flatMap(({ leased, dueAt }) => (leased || !dueAt ? [] : dueAt.getTime()))
    return times.length > 0 ? Math.min(...times) : undefined
  }

  /** A deployment was changed by somebody else, or its hub has gone: what it is at is broken off. */
  changed(id: string): void {
    const row = this.#deps.rows.get(id)
    const job = this.#jobs.get(id)
    if (job) job.interruption.interrupt()
    else if (row) row.dueAt = this.#deps.clock.now()
  }

  /** What is meant to run at these hubs is due, or, where it waits for its engine, is decided on again. */
  hubsChanged(hubIds: readonly string[]): void {
    for (const row of this.#deps.rows.all) {
      if (row.hubId === null || !hubIds.includes(row.hubId) || row.endedAt || row.status === 'scheduled') continue
      this.changed(row.id)
    }
  }

  /** Ends what runs at a hub that is back although it runs elsewhere by now. */
  readonly settle = async (hubId: string, engine: Engine): Promise<void> => {
    const { rows, clock } = this.#deps
    const { signal } = new AbortController()
    const held = rows.all.flatMap((row) =>
      row.allocations
        .filter((one) => one.hubId === hubId && !one.removedAt)
        .map((one) => ({ ...one, deploymentAttempt: row.attempt, status: row.status, healthPath: null })),
    )
    const { end, released, removed, due } = judgeInstances(await engine.list(signal), held)
    for (const name of end) {
      await engine.stop(name, 0, signal)
      await engine.remove(name, signal)
    }
    const [freed, gone] = [new Set(released.map(({ id }) => id)), new Set(removed.map(({ id }) => id))]
    for (const row of rows.all) {
      if (!row.allocations.some(({ id }) => freed.has(id) || gone.has(id))) continue
      rows.change(row.id, {
        allocations: row.allocations.map((one) => ({
          ...one,
          ...(freed.has(one.id) && { state: 'released' as const, releasedAt: one.releasedAt ?? clock.now() }),
          ...(gone.has(one.id) && { removedAt: clock.now() }),
        })),
      })
    }
    this.#deps.hubs.count(hubId, this.allocations())
    for (const id of due) this.changed(id)
  }

  allocations(): Allocation[] {
    return this.#deps.rows.all.flatMap(({ allocations }) => [...allocations])
  }

  close(): void {
    for (const { interruption } of this.#jobs.values()) interruption.end()
  }

  async #run(row: Row, job: Job): Promise<void> {
    const { hubs, log, clock } = this.#deps
    try {
      await this.#reconcile(claimOf(row, hubs.healthOf(row.hubId ?? '')), job.interruption)
    } catch (err) {
      log.warn({ err, deploymentId: row.id }, 'a deployment of a sandbox could not be worked on')
      row.dueAt = new Date(clock.nowMs + afterFailureMs)
    }
    row.leased = false
    this.#jobs.delete(row.id)
  }

  #readAgain(id: string) {
    const row = this.#deps.rows.get(id)
    const job = this.#jobs.get(id)
    if (!row || !job) return undefined
    job.version = row.version
    return claimOf(row, this.#deps.hubs.healthOf(row.hubId ?? ''))
  }

  #record(outcome: Outcome): boolean {
    const { rows, meter, hubs, newId } = this.#deps
    const { claim, status, reason, message, startAt, dueAt, tries, allocations, at } = outcome
    const row = rows.get(claim.id)
    if (!row || row.version !== claim.version) return false
    const isChange = status !== claim.status
    if (isChange && !canBecome(claim.status, status)) {
      throw new Error(`The deployment ${claim.id} is ${claim.status} and cannot become ${status}`)
    }
    rows.change(row.id, {
      status,
      reason,
      message,
      startAt,
      dueAt,
      tries,
      allocations,
      version: row.version + (isChange ? 1 : 0),
      statusSince: isChange ? at : row.statusSince,
      runningAt: status === 'running' ? (row.runningAt ?? at) : row.runningAt,
      endedAt: hasEnded(status) ? (row.endedAt ?? at) : row.endedAt,
    })
    meter.report(outcome.meter)
    if (hasEnded(status)) meter.report([{ kind: 'release', deploymentId: row.id }])
    for (const hubId of new Set(allocations.map((one) => one.hubId))) hubs.count(hubId, this.allocations())
    const events = outcomeEvents(outcome, newId)
    rows.append(events)
    this.#deps.onEvents(events)
    return true
  }
}
