/**
 * Which reconcilers live, and which of them is the leader.
 *
 * A reconciler sends a heartbeat every second. When it has not for three, others take it for dead and release what it
 * held; should it live after all, it can write nothing of that any more. The leader is the first by id of those that
 * live; as ids begin with the time, it is the one that has lived longest.
 */
import type { Database } from '@service/foundation/database/database.ts'
import { WakeLoop } from '@service/foundation/jobs/jobs.ts'
import type { Logger } from '@service/foundation/log/logger.ts'
import * as store from './membership-store.ts'

type Deps = {
  db: Database
  now: () => Date
  log: Logger
  reconcilerId: string
  /** Deployments of a dead reconciler are due. */
  onReleased(): void
}

export type MembershipSettings = { heartbeatEveryMs: number; aliveMs: number }

export class Membership {
  readonly #deps: Deps
  readonly #settings: MembershipSettings
  #heartbeats: WakeLoop | undefined
  #isLeader = false

  /** Resolves once the first heartbeat has been sent. */
  static async join(deps: Deps, settings: MembershipSettings): Promise<Membership> {
    const membership = new Membership(deps, settings)
    const { db, now, log, reconcilerId } = deps
    // The embedded database has one owner, so whichever other reconciler it knows is dead.
    await store.releaseDead(db.connection, reconcilerId, now(), db.engine === 'embedded')
    await membership.#heartbeat()
    membership.#heartbeats = new WakeLoop({
      tick: () => membership.#heartbeat(),
      pollEveryMs: settings.heartbeatEveryMs,
      retryAfterMs: settings.heartbeatEveryMs,
      report: (err) => log.error({ err }, 'the heartbeat of this reconciler could not be sent'),
    })
    return membership
  }

  private constructor(deps: Deps, settings: MembershipSettings) {
    this.#deps = deps
    this.#settings = settings
  }

  get isLeader(): boolean {
    return this.#isLeader
  }

  async stop(): Promise<void> {
    await this.#heartbeats?.stop()
  }

  /** Its leases are void from now on. */
  async deregister(): Promise<void> {
    await store.deregister(this.#deps.db.connection, this.#deps.reconcilerId)
  }

  async #heartbeat(): Promise<void> {
    const { db, now, reconcilerId, onReleased } = this.#deps
    const leader = await store.heartbeat(db.connection, reconcilerId, this.#settings.aliveMs)
    this.#isLeader = leader === reconcilerId
    if (db.engine === 'embedded') return
    if ((await store.releaseDead(db.connection, reconcilerId, now(), false)) > 0) onReleased()
  }
}
