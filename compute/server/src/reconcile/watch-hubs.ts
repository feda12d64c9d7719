/**
 * Watches the hubs, in one process at a time: the eldest reconciler's.
 *
 * Each **round** asks every engine for a proof of life. A hub that answers is brought in line (`settle-hub.ts`), before
 * anything else if it had been lost; one that is silent is judged by how long it has been (`hubs/health.ts`): at first
 * nothing, then no new placements, and in the end its deployments are looked at and go elsewhere. What an engine tells by
 * itself (`watch`) is a hint that makes things faster, and nothing depends on it.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { afterResponse, afterSilence, type HubHealth, withGrace } from '@service/compute-domain/hubs/health.ts'
import type { Engine, EngineReport } from '@service/compute-engines/engine.ts'
import type { Database } from '@service/foundation/database/database.ts'
import { repeat } from '@service/foundation/jobs/repeat.ts'
import type { Logger } from '@service/foundation/log/logger.ts'
import type { StoredHub } from '../hubs/hubs.ts'
import { allHubs, announceHubs, writeHealth } from '../hubs/hubs.ts'
import { makeDue, makeForgottenDue, makeHubDue } from './claim-store.ts'
import type { SettleHub } from './settle-hub.ts'
import { within } from './within.ts'

export type WatchDeps = {
  db: Database
  now: () => Date
  log: Logger
  engineOf(hubId: string): Engine | undefined
  settleHub: SettleHub
  /** Whether this process is the one. */
  isWatcher(): boolean
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
type Probed = { before: StoredHub; after: HubHealth; report: EngineReport | undefined }

export function startWatchingHubs(deps: WatchDeps, settings: WatchSettings): { stop(): Promise<void> } {
  const { db, now, log, engineOf, settleHub, isWatcher, wake, isBusy } = deps
  const { probeEveryMs, probeMs, settleEveryMs, unreachableMs } = settings
  const stopping = new AbortController()
  const watched = new Map<string, Watched>()
  const hintedIds = new Set<string>()
  let watchedSince: Date | undefined
  let lastRoundMs = 0

  async function round(): Promise<void> {
    const began = performance.now()
    let hubs = await allHubs(db.connection)
    if (!watchedSince || began - lastRoundMs > 3 * (probeEveryMs + probeMs)) {
      watchedSince = now()
      hubs = hubs.map((hub) => ({ ...hub, ...withGrace(hub, now()) }))
    }
    lastRoundMs = began
    const probed = await Promise.all(hubs.filter(({ wanted }) => wanted !== 'disabled').map((hub) => probe(hub)))
    await write(probed)
    lastRoundMs = performance.now()
  }

  /** A hub is back only once it has been brought in line: until then it stays what it was. */
  async function probe(before: StoredHub): Promise<Probed> {
    const engine = engineOf(before.hubId)
    try {
      if (!engine) throw new Error('No engine is configured for the hub')
      const report = await within(probeMs, stopping.signal, (signal) => engine.probe(signal))
      const settled = await isSettled(before, engine)
      follow(before.hubId, engine)
      return { before, after: settled ? afterResponse(before, before.wanted, now()) : before, report }
    } catch (err) {
      if (before.unreachableSince === null) log.warn({ err, hubId: before.hubId }, 'a hub does not answer')
      unfollow(before.hubId)
      return { before, after: afterSilence(before, watchedSince!, now(), { unreachableMs }), report: undefined }
    }
  }

  /** False while a hub that is back has not been brought in line. Nobody waits for long: ending instances takes its time. */
  async function isSettled({ hubId, state, unreachableSince }: StoredHub, engine: Engine): Promise<boolean> {
    const known = watched.get(hubId) ?? { settledAtMs: Number.NEGATIVE_INFINITY, settling: undefined, hints: undefined }
    watched.set(hubId, known)
    const back = state === 'unreachable' || unreachableSince !== null
    if (!back && performance.now() - known.settledAtMs < settleEveryMs) return true
    known.settling ??= settle(hubId, engine, known)
    const settled = await Promise.race([known.settling, sleep(probeMs, false, { signal: stopping.signal })])
    return settled || !back
  }

  /**
   * A deployment may have been placed elsewhere after it was read what is held at the hub, and before the hub was back.
   * From now on none is begun, so what is read now is the last word on what must not run there.
   */
  function settleAgain(hubId: string): void {
    const engine = engineOf(hubId)
    const known = watched.get(hubId)
    if (engine && known) known.settling ??= settle(hubId, engine, known)
  }

  async function settle(hubId: string, engine: Engine, known: Watched): Promise<boolean> {
    try {
      await settleHub(hubId, engine, AbortSignal.any([stopping.signal, AbortSignal.timeout(10 * probeMs)]))
      known.settledAtMs = performance.now()
      return true
    } catch (err) {
      if (!stopping.signal.aborted) log.warn({ err, hubId }, 'a hub could not be brought in line')
      return false
    } finally {
      known.settling = undefined
    }
  }

  async function write(probed: readonly Probed[]): Promise<void> {
    const turned = probed.filter(({ before, after }) => before.state !== after.state)
    await db.transaction(async (tx) => {
      await writeHealth(
        tx,
        probed.map(({ before, after, report }) => ({
          ...after,
          hubId: before.hubId,
          wanted: before.wanted,
          ...(report && { engineVersion: report.version, observedNodes: report.nodes }),
        })),
      )
      await announceHubs(
        tx,
        turned.map(({ before }) => before.hubId),
      )
    })
    for (const { before, after } of turned) {
      log.info({ hubId: before.hubId, from: before.state, to: after.state }, 'a hub has changed')
    }
    const back = probed.filter(({ before, after }) => before.unreachableSince && !after.unreachableSince)
    for (const { before } of back) settleAgain(before.hubId)
    const idsOf = (some: readonly Probed[]) => some.map(({ before }) => before.hubId)
    await makeHubDue(db.connection, idsOf(turned), now(), 'all')
    await makeHubDue(db.connection, idsOf(back), now(), 'waiting')
    if (turned.length + back.length > 0) wake()
    // A process may die before they are due, and what begins to run at that moment is not among them.
    const silent = probed.filter(({ after }) => after.state === 'unreachable')
    await makeForgottenDue(
      db.connection,
      silent.map(({ before }) => before.hubId),
      now(),
    )
  }

  function follow(hubId: string, engine: Engine): void {
    const known = watched.get(hubId)
    if (!known || known.hints) return
    const hints = new AbortController()
    known.hints = hints
    void (async () => {
      try {
        for await (const { name } of engine.watch(AbortSignal.any([stopping.signal, hints.signal]))) hinted(name)
      } catch (err) {
        if (!hints.signal.aborted && !stopping.signal.aborted) log.debug({ err, hubId }, 'an engine’s hints broke off')
      }
      known.hints = undefined
    })()
  }

  function unfollow(hubId: string): void {
    watched.get(hubId)?.hints?.abort()
  }

  /** Instances are named after their deployments (`allocations/allocation.ts`). What is worked on is looked at anyway. */
  function hinted(name: string): void {
    const [, id] = /^svc-(.+)-\d+$/.exec(name) ?? []
    if (id === undefined || isBusy(`dep_${id}`)) return
    if (hintedIds.size === 0) setTimeout(takeHints, gatherHintsMs)
    hintedIds.add(`dep_${id}`)
  }

  function takeHints(): void {
    const ids = [...hintedIds]
    hintedIds.clear()
    if (stopping.signal.aborted) return
    makeDue(db.connection, ids, now()).then(wake, (err) => log.warn({ err }, 'an engine’s hints could not be followed'))
  }

  const ended = repeat(async () => {
    if (!isWatcher()) {
      watchedSince = undefined
      return Math.min(probeEveryMs, 1_000)
    }
    const beganMs = performance.now()
    try {
      await round()
    } catch (err) {
      if (!stopping.signal.aborted) log.error({ err }, 'the hubs could not be watched')
    }
    // A hub that hangs until its time is over does not make the others' turns rarer.
    return Math.max(0, probeEveryMs - (performance.now() - beganMs))
  }, stopping.signal)

  return {
    async stop() {
      stopping.abort()
      for (const { hints } of watched.values()) hints?.abort()
      await ended
    },
  }
}
