/**
 * Watches the hubs, in one process at a time: the leader's (`membership.ts`).
 *
 * Each **round** asks every engine for a proof of life. A hub that responds is brought in line (`settle-hub.ts`), before
 * anything else if it had been lost; one that is silent is judged by how long it has been (`hubs/health.ts`): at first
 * nothing follows, then no new placements, and in the end its deployments are made due and go elsewhere. What an engine
 * reports by itself (`watch`) is a hint that makes things faster, and nothing depends on it.
 */
import { afterResponse, afterSilence, withGrace } from '@service/compute-domain/hubs/health.ts'
import { type Engine, EngineFault } from '@service/compute-engines/engine.ts'
import type { Database } from '@service/foundation/database/database.ts'
import { WakeLoop } from '@service/foundation/jobs/jobs.ts'
import type { Logger } from '@service/foundation/log/logger.ts'
import { announceHubs, type WatchedHub, watchedHubs, writeHealth, writeSeen } from '../hubs/hubs.ts'
import { makeDue, makeForgottenDue, makeHubDue } from './claim-store.ts'
import { dueToSettle, type SettleState } from './due-to-settle.ts'
import { Gather } from './gather.ts'
import type { SettleHub } from './settle-hub.ts'
import { TooLate, within } from './within.ts'

export type WatchDeps = {
  db: Database
  now: () => Date
  log: Logger
  engineOf(hubId: string): Engine | undefined
  settleHub: SettleHub
  /** Whether this process is the one that watches. */
  isLeader(): boolean
  /** Deployments were made due. */
  wake(): void
  /** Whether the deployment is being worked on here. */
  isBusy(deploymentId: string): boolean
}

export type WatchSettings = {
  probeEveryMs: number
  /** An engine that takes longer is silent. */
  probeMs: number
  settleEveryMs: number
  unreachableMs: number
}

const gatherHintsMs = 20

/** Written in one statement; between two, what else waits for the database passes. */
const writtenAtOnce = 1_000
/** Of a line of the log: at a start every hub changes. */
const namedAtOnce = 100

/** Compared in one round. Where more run, hubs are settled one after the other over several rounds. */
const comparedAtOnce = 20_000

type Watched = SettleState & {
  settling: Promise<boolean> | undefined
  /** Ends the calls of this hub's engine. Of its own: a signal that thousands of calls share slows each of them. */
  calls: AbortController
  hints: AbortController | undefined
}
/** Either it responded, or `silence` says why not. */
type Probed = { before: WatchedHub; after: WatchedHub }

export class HubWatch {
  readonly #deps: WatchDeps
  readonly #settings: WatchSettings
  readonly #watched = new Map<string, Watched>()
  /** The reason that was logged last, by hub: one that changes is logged again. */
  readonly #silences = new Map<string, string>()
  readonly #hintedIds = new Gather<string>(gatherHintsMs, (ids) => this.#takeHints(ids))
  readonly #rounds: WakeLoop
  #watchedSince: Date | undefined
  #lastRoundMs = 0
  #isStopping = false

  constructor(deps: WatchDeps, settings: WatchSettings) {
    this.#deps = deps
    this.#settings = settings
    this.#rounds = new WakeLoop({
      tick: () => this.#tick(),
      retryAfterMs: settings.probeEveryMs,
      report: (err) => deps.log.error({ err }, 'hubs could not be probed'),
    })
  }

  async stop(): Promise<void> {
    this.#isStopping = true
    this.#hintedIds.stop()
    for (const { calls, hints } of this.#watched.values()) {
      calls.abort()
      hints?.abort()
    }
    await this.#rounds.stop()
  }

  /** Returns in how many milliseconds the next one is to follow. */
  async #tick(): Promise<number> {
    const { probeEveryMs } = this.#settings
    if (!this.#deps.isLeader()) {
      this.#watchedSince = undefined
      return Math.min(probeEveryMs, 1_000)
    }
    const beganMs = performance.now()
    await this.#round()
    // A hub that hangs until its time is over does not make the probes of the others rarer.
    return Math.max(0, probeEveryMs - (performance.now() - beganMs))
  }

  async #round(): Promise<void> {
    const began = performance.now()
    let hubs = await watchedHubs(this.#deps.db.connection)
    if (!this.#watchedSince || began - this.#lastRoundMs > 3 * (this.#settings.probeEveryMs + this.#settings.probeMs)) {
      this.#watchedSince = this.#deps.now()
      hubs = hubs.map((hub) => ({ ...hub, ...withGrace(hub, this.#deps.now()) }))
    }
    this.#lastRoundMs = began
    const asked = hubs.filter(({ wanted }) => wanted !== 'disabled')
    const due = this.#dueToSettle(asked)
    const probed = await Promise.all(asked.map((hub) => this.#probe(hub, due.has(hub.hubId))))
    if (this.#isStopping) return // calls that were ended are no silence
    await this.#write(probed)
    this.#lastRoundMs = performance.now()
  }

  /** A hub is back only once it has been brought in line: until then it stays what it was. */
  async #probe(before: WatchedHub, isDue: boolean): Promise<Probed> {
    const engine = this.#deps.engineOf(before.hubId)
    const known = this.#knownOf(before.hubId)
    try {
      if (!engine) throw new Error('No engine is configured for the hub')
      const report = await within(this.#settings.probeMs, known.calls.signal, (signal) => engine.probe(signal))
      this.#silences.delete(before.hubId)
      const settled = await this.#isSettled(before, engine, known, isDue)
      this.#follow(before.hubId, engine, known)
      const health = settled ? afterResponse(before, before.wanted, this.#deps.now()) : before
      return { before, after: { ...before, ...health, engineVersion: report.version, silence: null } }
    } catch (err) {
      const silence = err instanceof EngineFault ? err.message : 'The engine of the hub does not respond.'
      if (!this.#isStopping && this.#silences.get(before.hubId) !== silence) {
        this.#deps.log.warn({ err, hubId: before.hubId }, 'a hub does not respond')
      }
      this.#silences.set(before.hubId, silence)
      this.#unfollow(before.hubId)
      const health = afterSilence(before, this.#watchedSince!, this.#deps.now(), this.#settings)
      return { before, after: { ...before, ...health, silence } }
    }
  }

  #knownOf(hubId: string): Watched {
    const known = this.#watched.get(hubId) ?? {
      settledAtMs: Number.NEGATIVE_INFINITY,
      triedAtMs: Number.NEGATIVE_INFINITY,
      compared: undefined,
      settling: undefined,
      calls: new AbortController(),
      hints: undefined,
    }
    if (this.#isStopping) known.calls.abort()
    this.#watched.set(hubId, known)
    return known
  }

  #dueToSettle(hubs: readonly WatchedHub[]): Set<string> {
    const states = hubs.map(({ hubId }) => ({ hubId, ...this.#knownOf(hubId) }))
    return dueToSettle(states, { nowMs: performance.now(), everyMs: this.#settings.settleEveryMs, comparedAtOnce })
  }

  /** False while a hub that is back has not been brought in line. Nobody waits for long: ending instances takes its time. */
  async #isSettled(
    { hubId, state, unreachableSince }: WatchedHub,
    engine: Engine,
    known: Watched,
    isDue: boolean,
  ): Promise<boolean> {
    const back = state === 'unreachable' || unreachableSince !== null
    if (!back && !isDue) return true
    known.settling ??= this.#settle(hubId, engine, known)
    const { settling } = known
    const settled = await within(this.#settings.probeMs, known.calls.signal, () => settling).catch((err) => {
      if (err instanceof TooLate) return false
      throw err
    })
    return settled || !back
  }

  /**
   * Settles a hub that is back once more. A deployment may have been placed elsewhere after the hub's allocations were
   * read, and before the hub was back; from now on none is, so what is read now says finally what must not run there.
   */
  #settleAgain(hubId: string): void {
    const engine = this.#deps.engineOf(hubId)
    const known = this.#watched.get(hubId)
    if (engine && known) known.settling ??= this.#settle(hubId, engine, known)
  }

  async #settle(hubId: string, engine: Engine, known: Watched): Promise<boolean> {
    known.triedAtMs = performance.now()
    try {
      known.compared = await within(10 * this.#settings.probeMs, known.calls.signal, (signal) =>
        this.#deps.settleHub(hubId, engine, signal),
      )
      known.settledAtMs = performance.now()
      return true
    } catch (err) {
      if (!this.#isStopping) this.#deps.log.warn({ err, hubId }, 'a hub could not be settled')
      return false
    } finally {
      known.settling = undefined
    }
  }

  async #write(probed: readonly Probed[]): Promise<void> {
    const changed = probed.filter(({ before, after }) => before.state !== after.state)
    const [same, others] = [probed.filter(isAsBefore), probed.filter((one) => !isAsBefore(one))]
    for (const some of slicesOf(same)) {
      await writeSeen(
        this.#deps.db.connection,
        some.map(({ after }) => after),
      )
    }
    for (const some of slicesOf(others)) await this.#writeChanged(some)
    // A line for all that change alike: at a start every hub does.
    for (const alike of Map.groupBy(changed, ({ before, after }) => `${before.state} ${after.state}`).values()) {
      const [{ before, after }] = alike as [Probed]
      const hubIds = alike.slice(0, namedAtOnce).map(({ before }) => before.hubId)
      this.#deps.log.info({ from: before.state, to: after.state, hubs: alike.length, hubIds }, 'hub state changed')
    }
    const back = probed.filter(({ before, after }) => before.unreachableSince && !after.unreachableSince)
    for (const { before } of back) this.#settleAgain(before.hubId)
    const idsOf = (some: readonly Probed[]) => some.map(({ before }) => before.hubId)
    await makeHubDue(this.#deps.db.connection, idsOf(changed), this.#deps.now(), 'all')
    await makeHubDue(this.#deps.db.connection, idsOf(back), this.#deps.now(), 'waiting')
    if (changed.length + back.length > 0) this.#deps.wake()
    // A process may die before they are due, and what begins to run at that moment is not among them.
    const silent = probed.filter(({ after }) => after.state === 'unreachable')
    await makeForgottenDue(
      this.#deps.db.connection,
      silent.map(({ before }) => before.hubId),
      this.#deps.now(),
    )
  }

  /** In the order of ids, as `watchedHubs` has them: no two transactions deadlock. */
  async #writeChanged(probed: readonly Probed[]): Promise<void> {
    const { db, now } = this.#deps
    await db.transaction(async (tx) => {
      await writeHealth(
        tx,
        probed.map(({ after }) => after),
        now(),
      )
      await announceHubs(
        tx,
        probed.flatMap(({ before, after }) => (before.state === after.state ? [] : [before.hubId])),
      )
    })
  }

  #follow(hubId: string, engine: Engine, known: Watched): void {
    if (known.hints || this.#isStopping) return
    const hints = new AbortController()
    known.hints = hints
    void (async () => {
      try {
        for await (const { name } of engine.watch(hints.signal)) this.#hinted(name)
      } catch (err) {
        if (!hints.signal.aborted) this.#deps.log.debug({ err, hubId }, 'the event stream of an engine ended')
      }
      known.hints = undefined
    })()
  }

  #unfollow(hubId: string): void {
    this.#watched.get(hubId)?.hints?.abort()
  }

  /** Instances are named after their deployments (`allocations/allocation.ts`). One that is worked on is observed anyway. */
  #hinted(name: string): void {
    const [, id] = /^svc-(.+)-\d+$/.exec(name) ?? []
    if (id === undefined || this.#deps.isBusy(`dep_${id}`)) return
    this.#hintedIds.add(`dep_${id}`)
  }

  #takeHints(ids: readonly string[]): void {
    const { db, log, now, wake } = this.#deps
    makeDue(db.connection, ids, now()).then(wake, (err) =>
      log.warn({ err }, 'events of an engine could not be handled'),
    )
  }
}

/** It responded, and nothing but the time is new. */
const isAsBefore = ({ before, after }: Probed): boolean =>
  before.state === after.state &&
  before.unreachableSince === null &&
  after.unreachableSince === null &&
  before.graceBeganAt === after.graceBeganAt &&
  before.engineVersion === after.engineVersion &&
  before.silence === null &&
  after.silence === null

const slicesOf = (probed: readonly Probed[]): Probed[][] =>
  Array.from({ length: Math.ceil(probed.length / writtenAtOnce) }, (_, i) =>
    probed.slice(i * writtenAtOnce, (i + 1) * writtenAtOnce),
  )
