/**
 * The reconciler of one process: keeps its slots filled with due deployments, and brings each nearer to what was asked.
 *
 * Every **tick** claims what is due and has room, and starts work on it (`work-on-claim.ts`). A tick follows when
 * something wakes the loop (a placement of this process, an announcement, a time that has come, a slot that is free), and
 * at the latest with the next **poll**, which finds what no announcement reported. A deployment that changes while it is
 * worked on (its customer stops it, say) is read again at once, whatever its engine is at.
 *
 * Others take it for dead when its heartbeats end (`membership.ts`).
 */
import type { Limits } from '@service/compute-domain/deployments/limits.ts'
import type { Database, Listener } from '@service/foundation/database/database.ts'
import { WakeLoop } from '@service/foundation/jobs/jobs.ts'
import type { Logger } from '@service/foundation/log/logger.ts'
import type { NewId } from '@service/foundation/new-id.ts'
import type { Sealer } from '@service/foundation/sealing/sealer.ts'
import { deploymentsChannel } from '../deployments/deployments.ts'
import { hubsChannel, unreachableAmong } from '../hubs/hubs.ts'
import type { KeepLogs } from '../logs/logs.ts'
import type { Claim } from './claim.ts'
import * as store from './claim-store.ts'
import type { ControlMetrics } from './control-metrics.ts'
import { type EngineOf, makeEngineCalls } from './engine-calls.ts'
import { ActionExecutor } from './execute-action.ts'
import { Gather } from './gather.ts'
import { Interruption } from './interruption.ts'
import { Membership } from './membership.ts'
import type { Meter } from './meter.ts'
import type { PlaceAgain } from './next-placement.ts'
import type { Outcome } from './outcome.ts'
import { makeRecordOutcomes, type RecordOutcomes } from './record-outcomes.ts'
import type { AtStep } from './steps.ts'
import { workOnClaim } from './work-on-claim.ts'

export type ReconcilerDeps = {
  db: Database
  now: () => Date
  newId: NewId
  log: Logger
  engineOf: EngineOf
  loginFor?: Parameters<typeof makeEngineCalls>[0]['loginFor']
  /** Deployments worked on at a time at one hub; stopping one needs no slot there. */
  concurrencyAt(hubId: string): number
  placeAgain: PlaceAgain
  meter: Meter
  /** Of values of environment variables. */
  sealer: Pick<Sealer, 'open'>
  metrics: ControlMetrics
  atStep: AtStep
  keepLogs?: KeepLogs | undefined
}

export type ReconcilerSettings = {
  limits: Limits
  /** Deployments worked on at once. */
  slots: number
  /** An engine that takes longer to report on an instance counts as silent. */
  engineTimeoutMs: number
  pollEveryMs: number
  heartbeatEveryMs: number
  aliveMs: number
}

export const defaultReconcilerSettings: Omit<ReconcilerSettings, 'limits'> = {
  slots: 1_024,
  engineTimeoutMs: 5_000,
  pollEveryMs: 500,
  heartbeatEveryMs: 1_000,
  aliveMs: 3_000,
}

const claimedAtOnce = 128
const afterFailureMs = 1_000
const releaseEveryMs = 10_000
const gatherMs = 10
const gatherHubsMs = 100

type Job = { interruption: Interruption; hubId: string | null; version: number; done: Promise<void> }

export class Reconciler {
  readonly id: string
  readonly #deps: ReconcilerDeps
  readonly #settings: ReconcilerSettings
  readonly #recorder: RecordOutcomes
  readonly #executor: ActionExecutor
  readonly #closing = new AbortController()
  readonly #jobs = new Map<string, Job>()
  readonly #changedIds = new Gather<string>(gatherMs, (ids) => this.#takeChanged(ids))
  readonly #changedHubIds = new Gather<string>(gatherHubsMs, (ids) => this.#takeChangedHubs(ids))
  #membership: Membership | undefined
  #listeners: Listener[] = []
  #loop: WakeLoop | undefined
  #releasedAtMs = performance.now()

  static async start(deps: ReconcilerDeps, settings: ReconcilerSettings): Promise<Reconciler> {
    const reconciler = new Reconciler(deps, settings)
    const { db, log } = deps
    reconciler.#membership = await Membership.join(
      { ...deps, reconcilerId: reconciler.id, onReleased: () => reconciler.wake() },
      settings,
    )
    reconciler.#listeners = [
      await db.listen(deploymentsChannel, (id) => reconciler.#changedIds.add(id)),
      await db.listen(hubsChannel, (id) => reconciler.#changedHubIds.add(id)),
    ]
    reconciler.#loop = new WakeLoop({
      tick: () => reconciler.#tick(),
      pollEveryMs: settings.pollEveryMs,
      retryAfterMs: settings.pollEveryMs,
      report: (err) => log.error({ err }, 'deployments could not be claimed'), // what is due stays due
    })
    return reconciler
  }

  private constructor(deps: ReconcilerDeps, settings: ReconcilerSettings) {
    const { db, newId, log } = deps
    this.id = newId('rec')
    this.#deps = deps
    this.#settings = settings
    this.#recorder = makeRecordOutcomes({ ...deps, reconcilerId: this.id })
    this.#executor = new ActionExecutor({
      ...deps,
      calls: makeEngineCalls({ ...deps, ...settings }),
      reconcilerId: this.id,
      limits: settings.limits,
      showReason: (claim, reason) => {
        store
          .showReason(db.connection, this.id, claim.id, reason)
          .catch((err) => log.warn({ err, deploymentId: claim.id }, 'the progress of a start could not be recorded'))
      },
    })
  }

  /** Deployments that are worked on now. */
  get busy(): number {
    return this.#jobs.size
  }

  isBusy(deploymentId: string): boolean {
    return this.#jobs.has(deploymentId)
  }

  /** The leader of all that live watches the hubs. */
  get isLeader(): boolean {
    return this.#membership?.isLeader ?? false
  }

  /** Something may be due. */
  wake(): void {
    this.#loop?.wake()
  }

  /** Breaks off what it is at, and gives everything back. */
  async stop(): Promise<void> {
    this.#closing.abort()
    this.#changedIds.stop()
    this.#changedHubIds.stop()
    for (const listener of this.#listeners) await listener.close()
    await this.#loop?.stop()
    await this.#membership?.stop()
    for (const { interruption } of this.#jobs.values()) interruption.end()
    await Promise.all([...this.#jobs.values()].map(({ done }) => done))
    await this.#recorder.close()
    const { db, now } = this.#deps
    await store.releaseForgotten(db.connection, this.id, [], now())
    await this.#membership?.deregister()
  }

  /** Much of what is announced is this reconciler's own doing, so it is compared with what is known. */
  #takeChanged(ids: readonly string[]): void {
    if (ids.some((id) => !this.#jobs.has(id))) this.wake()
    const busy = ids.filter((id) => this.#jobs.has(id))
    if (busy.length === 0) return
    store
      .versionsOf(this.#deps.db.connection, busy)
      .then((versions) => {
        for (const { id, version } of versions) {
          const job = this.#jobs.get(id)
          if (job && version !== job.version) job.interruption.interrupt()
        }
      })
      .catch((err) => this.#deps.log.warn({ err }, 'changes of deployments could not be read'))
  }

  /** Work that waits for the engine of a hub that is unreachable now is broken off and decided on again. */
  #takeChangedHubs(ids: readonly string[]): void {
    const { db, log } = this.#deps
    const busy = new Set([...this.#jobs.values()].map(({ hubId }) => hubId))
    const concerned = ids.filter((hubId) => busy.has(hubId))
    if (concerned.length === 0) return
    unreachableAmong(db.connection, concerned)
      .then((hubIds) => {
        for (const { interruption, hubId } of this.#jobs.values()) {
          if (hubId !== null && hubIds.has(hubId)) interruption.interrupt()
        }
      })
      .catch((err) => log.warn({ err }, 'changes of hubs could not be read'))
  }

  /** Without a free slot there is nothing to do: the job that ends wakes the loop. */
  async #tick(): Promise<void> {
    if (this.#jobs.size >= this.#settings.slots) return
    await this.#releaseForgotten()
    await this.#claim()
  }

  async #claim(): Promise<void> {
    const { db, now } = this.#deps
    const limit = Math.min(claimedAtOnce, this.#settings.slots - this.#jobs.size)
    const claims = await store.claimDue(db.connection, this.id, { now: now(), limit, fullHubs: this.#fullHubs() })
    if (claims.length === limit) this.wake()
    for (const claim of claims) this.#begin(claim)
  }

  #fullHubs(): string[] {
    const busy = new Map<string, number>()
    for (const { hubId } of this.#jobs.values()) if (hubId) busy.set(hubId, (busy.get(hubId) ?? 0) + 1)
    return [...busy].flatMap(([hubId, count]) => (count >= this.#deps.concurrencyAt(hubId) ? [hubId] : []))
  }

  #begin(claim: Claim): void {
    const interruption = new Interruption()
    const job: Job = { interruption, hubId: hubOf(claim), version: claim.version, done: Promise.resolve() }
    this.#jobs.set(claim.id, job)
    job.done = this.#run(claim, interruption).finally(() => {
      // After a stall that outlasted the lease, the deployment may have been claimed again, under this id.
      if (this.#jobs.get(claim.id) === job) this.#jobs.delete(claim.id)
      this.wake()
    })
  }

  /** Never throws. What fails is given back, to be tried again a little later. */
  async #run(claim: Claim, interruption: Interruption): Promise<void> {
    const { log, metrics, now } = this.#deps
    const begunMs = performance.now()
    try {
      const dueAt = await this.#workOn(claim, interruption)
      metrics.worked((performance.now() - begunMs) / 1_000)
      if (dueAt) this.#loop?.wakeAfter(Math.max(0, dueAt.getTime() - now().getTime()) + 1)
    } catch (err) {
      if (this.#closing.signal.aborted) return
      log.error({ err, deploymentId: claim.id }, 'reconciling a deployment failed; trying again')
      await new Promise((resolve) => setTimeout(resolve, afterFailureMs))
      this.#releasedAtMs = Number.NEGATIVE_INFINITY
    }
  }

  #workOn(claim: Claim, interruption: Interruption): Promise<Date | undefined> {
    const { now } = this.#deps
    const { limits } = this.#settings
    const record = (outcome: Outcome) => this.#recorder.record(outcome)
    const readAgain = (id: string) => this.#readAgain(id)
    return workOnClaim({ executor: this.#executor, record, readAgain, now, limits }, claim, interruption)
  }

  async #readAgain(id: string): Promise<Claim | undefined> {
    const claim = await store.readAgain(this.#deps.db.connection, this.id, id)
    const job = this.#jobs.get(id)
    if (claim && job) {
      job.version = claim.version
      job.hubId = hubOf(claim)
    }
    return claim
  }

  /** Gives back what is leased to this reconciler although it is not at it. In a tick, so that no claim is under way. */
  async #releaseForgotten(): Promise<void> {
    if (performance.now() - this.#releasedAtMs < releaseEveryMs) return
    this.#releasedAtMs = performance.now()
    const { db, now } = this.#deps
    await store.releaseForgotten(db.connection, this.id, [...this.#jobs.keys()], now())
  }
}

const hubOf = ({ allocations }: Claim): string | null => allocations.at(-1)?.hubId ?? null
