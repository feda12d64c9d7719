/**
 * The reconciler of one process: keeps its slots filled with due deployments, and brings each nearer to what was asked.
 *
 * It works in **turns**, one at a time: claim what is due and has room, start work on it (`work-on.ts`). A turn follows
 * when something wakes it (a placement of this process, an announcement, a time that has come, a slot that is free), and
 * at the latest with the next **look**, which finds what no announcement told of. A deployment that changes while it is
 * worked on (its customer stops it, say) is read again at once, whatever its engine is at.
 *
 * It **beats** every second. When it does not for three, others take it for dead and work on what it held; should it
 * live after all, it can write nothing of that any more.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import type { Limits } from '@service/compute-domain/deployments/limits.ts'
import type { Database, Listener } from '@service/foundation/database/database.ts'
import type { Logger } from '@service/foundation/log/logger.ts'
import type { NewId } from '@service/foundation/new-id.ts'
import type { Sealer } from '@service/foundation/sealing/sealer.ts'
import { deploymentsChannel } from '../deployments/deployments.ts'
import { hubsChannel, unreachableAmong } from '../hubs/hubs.ts'
import { makeAct } from './act.ts'
import type { Claim } from './claim.ts'
import * as store from './claim-store.ts'
import type { ControlMetrics } from './control-metrics.ts'
import { type EngineOf, makeEngineCalls } from './engine-calls.ts'
import type { Meter } from './meter.ts'
import type { PlaceAgain } from './next-placement.ts'
import { makeRecordOutcomes, type RecordOutcomes } from './record-outcomes.ts'
import type { AtStep } from './steps.ts'
import { Interruption, makeWorkOn, type WorkOn } from './work-on-claim.ts'

export type ReconcilerDeps = {
  db: Database
  now: () => Date
  newId: NewId
  log: Logger
  engineOf: EngineOf
  /** Deployments worked on at a time at one hub; stopping one needs no slot there. */
  concurrencyAt(hubId: string): number
  placeAgain: PlaceAgain
  meter: Meter
  /** Of values of environment variables. */
  sealer: Pick<Sealer, 'open'>
  metrics: ControlMetrics
  atStep: AtStep
}

export type ReconcilerSettings = {
  limits: Limits
  /** Deployments worked on at once. */
  slots: number
  /** An engine that takes longer to say how an instance is does not answer. */
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
const tidyEveryMs = 10_000
const gatherMs = 10
const gatherHubsMs = 100

type Job = { interruption: Interruption; hubId: string | null; version: number; done: Promise<void> }

export class Reconciler {
  readonly id: string
  readonly #deps: ReconcilerDeps
  readonly #settings: ReconcilerSettings
  readonly #recorder: RecordOutcomes
  readonly #workOn: WorkOn
  readonly #closing = new AbortController()
  /** Turns run outside whatever request or transaction happened to wake them. */
  readonly #outside = AsyncLocalStorage.snapshot()
  readonly #jobs = new Map<string, Job>()
  readonly #timers = new Set<NodeJS.Timeout>()
  readonly #heard = new Set<string>()
  readonly #heardOfHubs = new Set<string>()
  #listeners: Listener[] = []
  #intervals: NodeJS.Timeout[] = []
  #turning: Promise<void> | undefined
  #beating: Promise<void> | undefined
  #due = true
  #tidiedAtMs = performance.now()
  #isLeader = false

  static async start(deps: ReconcilerDeps, settings: ReconcilerSettings): Promise<Reconciler> {
    const reconciler = new Reconciler(deps, settings)
    const { db, now } = deps
    // The embedded database has one owner, so whoever else is written down there is dead.
    await store.freeDead(db.connection, reconciler.id, now(), db.engine === 'embedded')
    await reconciler.#beat()
    reconciler.#listeners = [
      await db.listen(deploymentsChannel, (id) => reconciler.#announced(id)),
      await db.listen(hubsChannel, (id) => reconciler.#announcedHub(id)),
    ]
    reconciler.#intervals = [
      setInterval(() => reconciler.wake(), settings.pollEveryMs),
      setInterval(() => {
        reconciler.#beating ??= reconciler.#beat().finally(() => {
          reconciler.#beating = undefined
        })
      }, settings.heartbeatEveryMs),
    ]
    reconciler.wake()
    return reconciler
  }

  private constructor(deps: ReconcilerDeps, settings: ReconcilerSettings) {
    const { db, newId, now } = deps
    const { limits } = settings
    this.id = newId('rec')
    this.#deps = deps
    this.#settings = settings
    this.#recorder = makeRecordOutcomes({ ...deps, reconcilerId: this.id })
    const act = makeAct({
      ...deps,
      calls: makeEngineCalls({ ...deps, ...settings }),
      reconcilerId: this.id,
      limits,
      showReason: (claim, reason) => {
        store
          .showReason(db.connection, this.id, claim.id, reason)
          .catch((err) => deps.log.warn({ err, deploymentId: claim.id }, 'could not show what a start is at'))
      },
    })
    this.#workOn = makeWorkOn({
      act,
      record: (outcome) => this.#recorder.record(outcome),
      readAgain: (id) => this.#readAgain(id),
      now,
      limits,
    })
  }

  /** Deployments that are worked on now. */
  get busy(): number {
    return this.#jobs.size
  }

  isBusy(deploymentId: string): boolean {
    return this.#jobs.has(deploymentId)
  }

  /** Of all that live, the one that watches the hubs. */
  get isLeader(): boolean {
    return this.#isLeader
  }

  /** Something may be due. */
  wake(): void {
    if (this.#closing.signal.aborted) return
    this.#due = true
    this.#turning ??= this.#outside(() => this.#turns())
  }

  /** Breaks off what it is at, and gives everything back. */
  async stop(): Promise<void> {
    this.#closing.abort()
    for (const interval of this.#intervals) clearInterval(interval)
    for (const timer of this.#timers) clearTimeout(timer)
    for (const listener of this.#listeners) await listener.close()
    await this.#turning
    await this.#beating
    for (const { interruption } of this.#jobs.values()) interruption.end()
    await Promise.all([...this.#jobs.values()].map(({ done }) => done))
    await this.#recorder.close()
    const { db, now } = this.#deps
    await store.freeForgotten(db.connection, this.id, [], now())
    await store.deregister(db.connection, this.id)
  }

  /** Much of what is announced is our own doing, so it is taken together, and compared with what we know. */
  #announced(id: string): void {
    if (this.#closing.signal.aborted) return
    if (this.#heard.size === 0) this.#after(gatherMs, () => this.#takeHeard())
    this.#heard.add(id)
  }

  #takeHeard(): void {
    const heard = [...this.#heard]
    this.#heard.clear()
    if (heard.some((id) => !this.#jobs.has(id))) this.wake()
    const busy = heard.filter((id) => this.#jobs.has(id))
    if (busy.length === 0) return
    store
      .versionsOf(this.#deps.db.connection, busy)
      .then((versions) => {
        for (const { id, version } of versions) {
          const job = this.#jobs.get(id)
          if (job && version !== job.version) job.interruption.interrupt()
        }
      })
      .catch((err) => this.#deps.log.warn({ err }, 'could not read what has changed in deployments'))
  }

  /** Whatever waits for the engine of a hub that is unreachable now is judged anew, and does not wait any longer. */
  #announcedHub(hubId: string): void {
    if (this.#closing.signal.aborted) return
    if (this.#heardOfHubs.size === 0) this.#after(gatherHubsMs, () => this.#takeHeardOfHubs())
    this.#heardOfHubs.add(hubId)
  }

  #takeHeardOfHubs(): void {
    const { db, log } = this.#deps
    const busy = new Set([...this.#jobs.values()].map(({ hubId }) => hubId))
    const concerned = [...this.#heardOfHubs].filter((hubId) => busy.has(hubId))
    this.#heardOfHubs.clear()
    if (concerned.length === 0) return
    unreachableAmong(db.connection, concerned)
      .then((hubIds) => {
        for (const { interruption, hubId } of this.#jobs.values()) {
          if (hubId !== null && hubIds.has(hubId)) interruption.interrupt()
        }
      })
      .catch((err) => log.warn({ err }, 'could not read what has become of hubs'))
  }

  async #beat(): Promise<void> {
    const { db, now, log } = this.#deps
    try {
      this.#isLeader = (await store.beat(db.connection, this.id, this.#settings.aliveMs)) === this.id
      if (db.engine !== 'embedded' && (await store.freeDead(db.connection, this.id, now(), false)) > 0) this.wake()
    } catch (err) {
      log.error({ err }, 'could not say that this reconciler lives')
    }
  }

  async #turns(): Promise<void> {
    await Promise.resolve() // a turn that finds nothing must not end before `wake` has noted that it began
    try {
      while (this.#due && !this.#closing.signal.aborted && this.#jobs.size < this.#settings.slots) {
        this.#due = false
        await this.#tidy()
        await this.#claim()
      }
    } catch (err) {
      // What is due stays due: the next look tries again.
      this.#deps.log.error({ err }, 'deployments could not be claimed')
    }
    this.#turning = undefined
  }

  async #claim(): Promise<void> {
    const { db, now } = this.#deps
    const limit = Math.min(claimedAtOnce, this.#settings.slots - this.#jobs.size)
    const claims = await store.claim(db.connection, this.id, { now: now(), limit, fullHubs: this.#fullHubs() })
    if (claims.length === limit) this.#due = true
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

  async #readAgain(id: string): Promise<Claim | undefined> {
    const claim = await store.readAgain(this.#deps.db.connection, this.id, id)
    const job = this.#jobs.get(id)
    if (claim && job) {
      job.version = claim.version
      job.hubId = hubOf(claim)
    }
    return claim
  }

  /** Never throws. What fails is given back, to be tried again a little later. */
  async #run(claim: Claim, interruption: Interruption): Promise<void> {
    const { log, metrics } = this.#deps
    const begunMs = performance.now()
    try {
      const dueAt = await this.#workOn(claim, interruption)
      metrics.worked((performance.now() - begunMs) / 1_000)
      if (dueAt) this.#wakeAt(dueAt)
    } catch (err) {
      if (this.#closing.signal.aborted) return
      log.error({ err, deploymentId: claim.id }, 'work on a deployment failed; it will be tried again')
      await new Promise((resolve) => setTimeout(resolve, afterFailureMs))
      this.#tidiedAtMs = Number.NEGATIVE_INFINITY
    }
  }

  #wakeAt(at: Date): void {
    if (this.#closing.signal.aborted) return
    this.#after(Math.max(0, at.getTime() - this.#deps.now().getTime()) + 1, () => this.wake())
  }

  #after(ms: number, what: () => void): void {
    const timer = setTimeout(() => {
      this.#timers.delete(timer)
      what()
    }, ms)
    this.#timers.add(timer)
  }

  /** Gives back what is leased to us although nobody is at it. In a turn, so that no claim is under way. */
  async #tidy(): Promise<void> {
    if (performance.now() - this.#tidiedAtMs < tidyEveryMs) return
    this.#tidiedAtMs = performance.now()
    const { db, now } = this.#deps
    await store.freeForgotten(db.connection, this.id, [...this.#jobs.keys()], now())
  }
}

const hubOf = ({ allocations }: Claim): string | null => allocations.at(-1)?.hubId ?? null
