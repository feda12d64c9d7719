/**
 * Watches the hubs, in one process at a time: the leader's (`membership.ts`).
 *
 * Each **round** asks every engine for a proof of life. A hub that responds is brought in line (`settle-hub.ts`), before
 * anything else if it had been lost; one that is silent is judged by how long it has been (`hubs/health.ts`): at first
 * nothing follows, then no new placements, and in the end its deployments are made due and go elsewhere. What an engine
 * reports by itself (`watch`) is a hint that makes things faster, and nothing depends on it.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { afterResponse, afterSilence, type HubHealth, withGrace } from '@service/compute-domain/hubs/health.ts'
import { type Engine, EngineFault, type EngineReport } from '@service/compute-engines/engine.ts'
import type { Database } from '@service/foundation/database/database.ts'
import { WakeLoop } from '@service/foundation/jobs/jobs.ts'
import type { Logger } from '@service/foundation/log/logger.ts'
import type { StoredHub } from '../hubs/hubs.ts'
import { allHubs, announceHubs, writeHealth } from '../hubs/hubs.ts'
import { makeDue, makeForgottenDue, makeHubDue } from './claim-store.ts'
import { Gather } from './gather.ts'
import type { SettleHub } from './settle-hub.ts'
import { within } from './within.ts'

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

type Watched = { settledAtMs: number; settling: Promise<boolean> | undefined; hints: AbortController | undefined }
/** Either it responded, or `silence` says why not. */
type Probed = { before: StoredHub; after: HubHealth; report: EngineReport | undefined; silence: string | null }

export class HubWatch {
  readonly #deps: WatchDeps
  readonly #settings: WatchSettings
  readonly #stopping = new AbortController()
  readonly #watched = new Map<string, Watched>()
  /** The reason that was logged last, by hub: one that changes is logged again. */
  readonly #silences = new Map<string, string>()
  readonly #hintedIds = new Gather<string>(gatherHintsMs, (ids) => this.#takeHints(ids))
  readonly #rounds: WakeLoop
  #watchedSince: Date | undefined
  #lastRoundMs = 0

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
    this.#stopping.abort()
    this.#hintedIds.stop()
    for (const { hints } of this.#watched.values()) hints?.abort()
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
    let hubs = await allHubs(this.#deps.db.connection)
    if (!this.#watchedSince || began - this.#lastRoundMs > 3 * (this.#settings.probeEveryMs + this.#settings.probeMs)) {
      this.#watchedSince = this.#deps.now()
      hubs = hubs.map((hub) => ({ ...hub, ...withGrace(hub, this.#deps.now()) }))
    }
    this.#lastRoundMs = began
    const probed = await Promise.all(hubs.filter(({ wanted }) => wanted !== 'disabled').map((hub) => this.#probe(hub)))
    await this.#write(probed)
    this.#lastRoundMs = performance.now()
  }

  /** A hub is back only once it has been brought in line: until then it stays what it was. */
  async #probe(before: StoredHub): Promise<Probed> {
    const engine = this.#deps.engineOf(before.hubId)
    try {
      if (!engine) throw new Error('No engine is configured for the hub')
      const report = await within(this.#settings.probeMs, this.#stopping.signal, (signal) => engine.probe(signal))
      this.#silences.delete(before.hubId)
      const settled = await this.#isSettled(before, engine)
      this.#follow(before.hubId, engine)
      return {
        before,
        after: settled ? afterResponse(before, before.wanted, this.#deps.now()) : before,
        report,
        silence: null,
      }
    } catch (err) {
      const silence = err instanceof EngineFault ? err.message : 'The engine of the hub does not respond.'
      if (this.#silences.get(before.hubId) !== silence) {
        this.#deps.log.warn({ err, hubId: before.hubId }, 'a hub does not respond')
      }
      this.#silences.set(before.hubId, silence)
      this.#unfollow(before.hubId)
      return {
        before,
        after: afterSilence(before, this.#watchedSince!, this.#deps.now(), this.#settings),
        report: undefined,
        silence,
      }
    }
  }

  /** False while a hub that is back has not been brought in line. Nobody waits for long: ending instances takes its time. */
  async #isSettled({ hubId, state, unreachableSince }: StoredHub, engine: Engine): Promise<boolean> {
    const known = this.#watched.get(hubId) ?? {
      settledAtMs: Number.NEGATIVE_INFINITY,
      settling: undefined,
      hints: undefined,
    }
    this.#watched.set(hubId, known)
    const back = state === 'unreachable' || unreachableSince !== null
    if (!back && performance.now() - known.settledAtMs < this.#settings.settleEveryMs) return true
    known.settling ??= this.#settle(hubId, engine, known)
    const settled = await Promise.race([
      known.settling,
      sleep(this.#settings.probeMs, false, { signal: this.#stopping.signal }),
    ])
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
    try {
      await this.#deps.settleHub(
        hubId,
        engine,
        AbortSignal.any([this.#stopping.signal, AbortSignal.timeout(10 * this.#settings.probeMs)]),
      )
      known.settledAtMs = performance.now()
      return true
    } catch (err) {
      if (!this.#stopping.signal.aborted) this.#deps.log.warn({ err, hubId }, 'a hub could not be settled')
      return false
    } finally {
      known.settling = undefined
    }
  }

  async #write(probed: readonly Probed[]): Promise<void> {
    const changed = probed.filter(({ before, after }) => before.state !== after.state)
    await this.#deps.db.transaction(async (tx) => {
      await writeHealth(
        tx,
        probed.map(({ before, after, report, silence }) => ({
          ...after,
          hubId: before.hubId,
          wanted: before.wanted,
          silence,
          ...(report && { engineVersion: report.version, observedNodes: report.nodes }),
        })),
        this.#deps.now(),
      )
      await announceHubs(
        tx,
        changed.map(({ before }) => before.hubId),
      )
    })
    // A line for all that change alike: at a start every hub does.
    for (const alike of Map.groupBy(changed, ({ before, after }) => `${before.state} ${after.state}`).values()) {
      const [{ before, after }] = alike as [Probed]
      const hubIds = alike.map(({ before }) => before.hubId)
      this.#deps.log.info({ from: before.state, to: after.state, hubIds }, 'hub state changed')
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

  #follow(hubId: string, engine: Engine): void {
    const known = this.#watched.get(hubId)
    if (!known || known.hints) return
    const hints = new AbortController()
    known.hints = hints
    void (async () => {
      try {
        for await (const { name } of engine.watch(AbortSignal.any([this.#stopping.signal, hints.signal])))
          this.#hinted(name)
      } catch (err) {
        if (!hints.signal.aborted && !this.#stopping.signal.aborted)
          this.#deps.log.debug({ err, hubId }, 'the event stream of an engine ended')
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
