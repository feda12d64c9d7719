/**
 * The deliverer of one process: keeps its slots filled with due deliveries, posts them, and has every attempt recorded.
 *
 * It works in **ticks**, one at a time (`jobs/wake-loop.ts`): make deliveries of new events, claim what there is room
 * for, start what was claimed. A tick follows when something wakes the deliverer (an announcement, a retry that falls due,
 * a slot that is free) and at the latest with the next **poll** of the database, which finds what was not announced: what
 * other processes left, what a dead one held, whose breaker may be probed. No tick waits for a receiver, nor for the
 * recording.
 */
import type { Database } from '../../database/database.ts'
import { type Lease, type ListeningLoop, newLease, startListeningLoop } from '../../jobs/jobs.ts'
import type { Logger } from '../../log/log.ts'
import type { NewId } from '../../new-id.ts'
import type { Outbound } from '../../outbound/outbound.ts'
import * as events from '../events/event-store.ts'
import type { ClaimedDelivery, DeliveryStep } from '../model/delivery.ts'
import { probeEveryMs } from './breaker.ts'
import type { HeadersOf } from './delivery-headers.ts'
import * as store from './delivery-store.ts'
import { type LaneLimits, Lanes } from './lanes.ts'
import { isSuccess, outcomeOf } from './outcome.ts'
import { makePostDelivery, type PostDelivery } from './post-delivery.ts'
import * as receivers from './receiver-store.ts'
import { type AttemptRecorder, makeAttemptRecorder } from './record-attempts.ts'
import { makeWatchReceivers } from './watch-receivers.ts'
import type { WebhookMetrics } from './webhook-metrics.ts'

export type DeliveryDeps = {
  db: Database
  now: () => Date
  newId: NewId
  log: Logger
  metrics: WebhookMetrics
  post: Outbound['post']
  headersOf: HeadersOf
  atStep?: (step: DeliveryStep) => void
}

export type DeliverySettings = LaneLimits & {
  /** A registration whose receiver has failed everything for so long is disabled. */
  disableAfterMs: number
  /** For the whole of an attempt. */
  attemptTimeoutMs: number
  /** How long a claim holds: an attempt, and the time to start and to record it. */
  leaseMs: number
  /** How often to poll the database for what was not announced. */
  pollEveryMs: number
  /** A first attempt that has been held back for so long is given up. */
  heldForMs: number
}

/** Events in one statement: enough to be worth it, few enough that nobody waits long behind it. */
const eventsAtOnce = 200
const fewerEvents = [100, 50, 25]
const maxPauseMs = 20
const retryAfterMs = 500
const rowsToEndAtOnce = 1_000
const sweepEveryMs = 5_000
/** Retries keep their times whatever the slots say; this only bounds what one process takes on. */
const retriesAtOnce = 1_000

export class Deliverer {
  readonly #deps: DeliveryDeps
  readonly #settings: DeliverySettings
  readonly #lanes: Lanes
  readonly #post: PostDelivery
  readonly #recorder: AttemptRecorder
  readonly #atStep: (step: DeliveryStep) => void
  readonly #retryTimers = new Set<NodeJS.Timeout>()
  #loop: ListeningLoop | undefined
  #stopped = false

  #pollDue = true
  #eventsDue = true
  #retriesDue = true
  #eventsNewestFirst = false
  #pauseTimer: NodeJS.Timeout | undefined
  #pausedFor: string[] = []
  /** By a clock that nobody sets. */
  #sweptAtMs = Number.NEGATIVE_INFINITY
  #retriesInFlight = 0
  /** Attempts that are not recorded yet. */
  readonly #attempts = new Set<Promise<void>>()

  static async start(deps: DeliveryDeps, settings: DeliverySettings): Promise<Deliverer> {
    const deliverer = new Deliverer(deps, settings)
    deliverer.#loop = await startListeningLoop(deps.db, events.dueChannel, {
      heard: (what) => deliverer.#heard(what),
      tick: ({ poll }) => deliverer.#tick(poll),
      pollEveryMs: settings.pollEveryMs,
      retryAfterMs,
      report: (err) => deps.log.error({ err }, 'deliveries could not be claimed'),
    })
    return deliverer
  }

  private constructor(deps: DeliveryDeps, settings: DeliverySettings) {
    const { db, now, newId, log, atStep = () => {} } = deps
    this.#deps = deps
    this.#settings = settings
    this.#atStep = atStep
    this.#lanes = new Lanes(settings)
    this.#post = makePostDelivery({ ...deps, attemptTimeoutMs: settings.attemptTimeoutMs })
    const watchReceivers = makeWatchReceivers({ db, now, newId, log, disableAfterMs: settings.disableAfterMs })
    this.#recorder = makeAttemptRecorder({
      db,
      log,
      giveUpAfterMs: settings.leaseMs - settings.attemptTimeoutMs,
      atStep,
      recorded: async (done) => {
        const healths = await watchReceivers(done, (webhookId) => this.#lanes.isFailing(webhookId)).catch((err) => {
          log.error({ err }, 'the health of receivers could not be saved')
          return new Map()
        })
        for (const [webhookId, { failuresInARow, probeAt }] of healths) {
          this.#lanes.know(webhookId, { failing: failuresInARow > 0, open: probeAt !== null })
        }
      },
    })
  }

  /** Attempts under way or being recorded. */
  get inFlight(): number {
    return this.#lanes.inFlight + this.#retriesInFlight
  }

  /** Claims nothing more, gives back what has not begun, and resolves when all that has is recorded. */
  async stop(): Promise<void> {
    this.#stopped = true
    clearTimeout(this.#pauseTimer)
    for (const timer of this.#retryTimers) clearTimeout(timer)
    await this.#loop?.stop()
    await this.#giveBack(this.#lanes.withdrawAll())
    await Promise.all(this.#attempts)
    await this.#recorder.close()
  }

  #heard(what: string): void {
    if (what === events.newEvents) this.#eventsDue = true
    else this.#pollDue = true
  }

  async #tick(poll: boolean): Promise<void> {
    this.#pollDue ||= poll
    try {
      await this.#work()
    } catch (error) {
      this.#pollDue = true // whatever was being done, a poll finds what is due
      throw error
    }
  }

  async #work(): Promise<void> {
    while (!this.#stopped) {
      const makeNow = this.#eventsDue && !this.#isPausing
      if (this.#pollDue) await this.#poll()
      else if (this.#retriesDue || this.#lanes.wantsMore) await this.#claim()
      else if (!makeNow) break
      if (makeNow) await this.#makeDeliveries()
    }
  }

  async #poll(): Promise<void> {
    const { db, now, log } = this.#deps
    this.#pollDue = false
    this.#eventsDue = true
    this.#retriesDue = true
    await this.#giveBack(this.#lanes.withdraw(now().getTime()))
    const sweeping = performance.now() - this.#sweptAtMs >= sweepEveryMs
    const lanes = await store.findDueLanes(db.connection, now())
    for (const lane of lanes) await this.#pollLane(lane)
    await this.#probe(lanes)
    if (!sweeping) return
    this.#sweptAtMs = performance.now()
    const ended = await store.endUnwanted(db.connection, now(), rowsToEndAtOnce)
    if (ended > 0) log.info({ deliveries: ended }, 'deliveries to disabled registrations were ended')
  }

  async #pollLane({ webhookId, unwanted, failuresInARow, probeAt, oldestDueAt }: store.DueLane): Promise<void> {
    const { db, now } = this.#deps
    if (unwanted) {
      const limits = { now: now(), before: now(), limit: rowsToEndAtOnce }
      await store.endWaiting(db.connection, webhookId, unwanted, limits)
      return
    }
    this.#lanes.know(webhookId, { failing: failuresInARow > 0, open: probeAt !== null })
    this.#lanes.hasMore(webhookId)
    if (probeAt === null) return
    const before = new Date(now().getTime() - this.#settings.heldForMs)
    if (oldestDueAt <= before) {
      const limits = { now: now(), before, limit: rowsToEndAtOnce }
      await store.endWaiting(db.connection, webhookId, 'held-too-long', limits)
    }
  }

  /** Those that have waited longest come first, and no more than can begin at once: the others stay due. */
  async #probe(lanes: readonly store.DueLane[]): Promise<void> {
    const { db, now } = this.#deps
    const at = now()
    const due = lanes
      .flatMap(({ webhookId, unwanted, probeAt }) =>
        unwanted || !probeAt || probeAt > at ? [] : [{ webhookId, probeAt }],
      )
      .sort((a, b) => a.probeAt.getTime() - b.probeAt.getTime())
      .slice(0, this.#lanes.untrustedFree)
    if (due.length === 0) return
    const ids = due.map(({ webhookId }) => webhookId)
    const taken = await receivers.takeProbes(db.connection, ids, at, new Date(at.getTime() + probeEveryMs))
    if (taken.length === 0) return
    const rooms = taken.map((webhookId) => ({ webhookId, free: 1 }))
    await this.#claimInto(rooms, { again: 0, probe: true })
  }

  async #makeDeliveries(): Promise<void> {
    this.#eventsDue = false
    const lease = newLease(this.#deps, this.#settings.leaseMs)
    const limit = this.#eventsToTake
    const rooms = this.#lanes.roomsForNew()
    const made = await store.makeDeliveries(this.#deps.db.connection, lease, {
      limit,
      newestFirst: this.#eventsNewestFirst,
      ...rooms,
    })
    for (const webhookId of made.waitingIn) this.#lanes.hasMore(webhookId)
    if (made.events > 0) this.#atStep('delivery made')
    this.#takeIn(made.claimed, lease, false)

    const backlog = made.events === limit
    this.#eventsDue ||= backlog
    // With a backlog, every other tick takes the newest, so that what happens now need not wait for all that happened.
    this.#eventsNewestFirst = backlog && !this.#eventsNewestFirst
    const lanes = new Set([...made.waitingIn, ...made.claimed.map(({ delivery }) => delivery.webhookId)])
    this.#pausedFor = backlog ? [...lanes].filter((webhookId) => this.#lanes.isCrowded(webhookId)) : []
    if (this.#pausedFor.length > 0) this.#pause()
  }

  /**
   * A delivery that is made while its lane is full costs a claim of its own. So a backlog of events waits for a moment
   * until its lanes have room again, and no longer, for other lanes' events stand in the same backlog.
   */
  #pause(): void {
    this.#pauseTimer = setTimeout(() => {
      this.#pauseTimer = undefined
      this.#loop?.wake()
    }, maxPauseMs)
  }

  /** After a pause no more than there is room for, or a few for others if there is none. */
  get #eventsToTake(): number {
    if (this.#pausedFor.length === 0) return eventsAtOnce
    const room = this.#lanes.roomIn(this.#pausedFor)
    return [eventsAtOnce, ...fewerEvents].find((count) => count <= room) ?? fewerEvents.at(-1)!
  }

  get #isPausing(): boolean {
    return this.#pauseTimer !== undefined
  }

  #endPauseWhereRoom(): void {
    if (!this.#isPausing || this.#pausedFor.some((webhookId) => this.#lanes.isCrowded(webhookId))) return
    clearTimeout(this.#pauseTimer)
    this.#pauseTimer = undefined
    this.#loop?.wake()
  }

  async #claim(): Promise<void> {
    const again = this.#retriesDue ? Math.max(0, retriesAtOnce - this.#retriesInFlight) : 0
    this.#retriesDue = false
    const rooms = this.#lanes.rooms()
    if (rooms.length > 0 || again > 0) await this.#claimInto(rooms, { again, probe: false })
  }

  async #claimInto(
    rooms: readonly store.LaneRoom[],
    { again, probe }: { again: number; probe: boolean },
  ): Promise<void> {
    const lease = newLease(this.#deps, this.#settings.leaseMs)
    const claimed = await store.claim(this.#deps.db.connection, lease, { rooms, again, probe })
    const first = claimed.flatMap(({ delivery }) => (delivery.failures === 0 ? [delivery] : []))
    this.#lanes.claimed(rooms, first)
    this.#retriesDue ||= again > 0 && claimed.length - first.length === again
    this.#takeIn(claimed, lease, probe)
  }

  #takeIn(claimed: readonly store.Claimed[], { now }: Lease, probe: boolean): void {
    if (claimed.length === 0) return
    this.#atStep('claimed')
    const { leaseMs, attemptTimeoutMs } = this.#settings
    const erased: ClaimedDelivery[] = []
    const first: ClaimedDelivery[] = []
    for (const { delivery, failuresInARow } of claimed) {
      if (failuresInARow > 0) this.#lanes.failing(delivery.webhookId)
      if (!hasData(delivery)) erased.push({ ...delivery, data: '' })
      else if (delivery.failures === 0 || this.#stopped) first.push(delivery)
      else this.#start(delivery, false)
    }
    this.#lanes.add(first, { startByMs: now.getTime() + (leaseMs - attemptTimeoutMs) / 2, probe })
    this.#startWaiting()
    if (erased.length > 0) this.#endErased(erased)
  }

  #startWaiting(): void {
    while (!this.#stopped) {
      const delivery = this.#lanes.next()
      if (!delivery) return
      this.#start(delivery, true)
    }
  }

  #start(delivery: ClaimedDelivery, first: boolean): void {
    const attempt = this.#attempt(delivery, first)
    this.#attempts.add(attempt)
    void attempt.then(() => this.#attempts.delete(attempt))
  }

  /** From the request to the record. Never throws. */
  async #attempt(delivery: ClaimedDelivery, first: boolean): Promise<void> {
    const { log, metrics } = this.#deps
    if (!first) this.#retriesInFlight += 1
    const attempt = await this.#post(delivery)
    this.#atStep('posted')
    if (first) this.#lanes.responded(delivery)
    this.#lanes.learn(delivery.webhookId, { succeeded: isSuccess(attempt), durationMs: attempt.durationMs })
    this.#startWaiting()
    const outcome = outcomeOf(delivery, attempt)
    try {
      const written = await this.#recorder.record({ delivery, attempt, outcome })
      if (!written)
        log.warn({ deliveryId: delivery.id }, 'an attempt was not recorded: the claim on its delivery had ended')
      else metrics.attempted(outcome.state)
      if (outcome.state === 'pending') this.#wakeForRetryAt(outcome.dueAt)
    } catch (err) {
      log.error({ err, deliveryId: delivery.id }, 'an attempt could not be recorded, so it will be made again')
    }
    if (first) this.#lanes.settled()
    else this.#retriesInFlight -= 1
    this.#startWaiting()
    this.#endPauseWhereRoom()
    if (this.#lanes.wantsMore) this.#loop?.wake()
  }

  /** Retries keep their times: the claim is made when they fall due, and the timer may fire a trifle early. */
  #wakeForRetryAt(dueAt: Date): void {
    if (this.#stopped) return
    const timer = setTimeout(
      () => {
        this.#retryTimers.delete(timer)
        this.#retriesDue = true
        this.#loop?.wake()
      },
      Math.max(0, dueAt.getTime() - this.#deps.now().getTime()) + 1,
    )
    this.#retryTimers.add(timer)
  }

  async #giveBack(deliveries: readonly ClaimedDelivery[]): Promise<void> {
    if (deliveries.length === 0) return
    try {
      await store.giveBack(this.#deps.db.connection, deliveries, this.#deps.now())
    } catch (err) {
      this.#deps.log.error({ err }, 'claimed deliveries could not be released: they wait until their lease ends')
    }
  }

  #endErased(erased: readonly ClaimedDelivery[]): void {
    const { db, now, log } = this.#deps
    store
      .endClaimed(db.connection, erased, 'content-erased', now())
      .catch((err) => log.error({ err }, 'deliveries without content could not be ended'))
  }
}

const hasData = (delivery: store.Claimed['delivery']): delivery is ClaimedDelivery => delivery.data !== null
