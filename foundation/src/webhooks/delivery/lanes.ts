/**
 * What one process holds of the registrations' first attempts, each registration in its **lane**: how many are under
 * way, which are claimed and wait for a slot, and whether the database has more.
 *
 * No lane has more than `perReceiver` requests under way, and slots go to the lanes round-robin, so a receiver that is
 * slow or dead keeps none of the others waiting. Lanes that are not **trusted**, because their last attempt failed or
 * they have had none, share half of the slots (`untrusted-slots.ts`) and claim nothing ahead. A trusted lane claims
 * ahead, the more the faster its receiver responds, so that its slots fill again while the next claim is on its way to
 * the database.
 */
import type { ClaimedDelivery } from '../model/delivery.ts'
import type { LaneRoom } from './delivery-store.ts'
import { UntrustedSlots } from './untrusted-slots.ts'

type Waiting = { delivery: ClaimedDelivery; startByMs: number; probe: boolean }

type Lane = {
  webhookId: string
  waiting: Waiting[]
  /** Requests without a response yet. */
  underWay: number
  /** Deliveries that are claimed and have no response yet: waiting or under way. */
  held: number
  /** How many it may claim ahead. */
  ahead: number
  /** As the database has it, or will: it has failed since it last succeeded. */
  failing: boolean
  /** The last attempt of this process. */
  succeeded: boolean
  /** The circuit breaker is open: only probes go here. */
  open: boolean
  /** Stands in the queue of those with something to start. */
  queued: boolean
}

export type LaneLimits = {
  /** Requests under way to one receiver. */
  perReceiver: number
  /** Requests of first attempts under way in all. As many again may have their response and wait to be recorded. */
  inFlight: number
}

const rememberedLanes = 10_000

/** Of what a lane may have under way, how much more it may claim ahead: what it will begin within a fraction of a second. */
const aheadAt = [
  { fasterThanMs: 100, share: 3 },
  { fasterThanMs: 1_000, share: 1 },
]

export class Lanes {
  readonly #limits: LaneLimits
  readonly #lanes = new Map<string, Lane>()
  /** Those of which the database may hold more that are due. */
  readonly #more = new Set<Lane>()
  /** Those that hold something. */
  readonly #busy = new Set<Lane>()
  #queue: Lane[] = []
  #waiting = 0
  #underWay = 0
  #responded = 0
  readonly #untrusted: UntrustedSlots

  constructor(limits: LaneLimits) {
    this.#limits = limits
    this.#untrusted = new UntrustedSlots(limits.inFlight)
  }

  /** Started and not recorded. */
  get inFlight(): number {
    return this.#underWay + this.#responded
  }

  /** The database has deliveries that are due in this lane. */
  hasMore(webhookId: string): void {
    this.#more.add(this.#lane(webhookId))
  }

  /** As the database tells of the receiver. */
  know(webhookId: string, { failing, open }: { failing: boolean; open: boolean }): void {
    const lane = this.#lane(webhookId)
    lane.failing = failing
    lane.open = open
    this.#enqueue(lane)
  }

  isFailing(webhookId: string): boolean {
    return this.#lanes.get(webhookId)?.failing ?? false
  }

  /** A claim tells that the receiver's last attempt has failed. */
  failing(webhookId: string): void {
    this.#lane(webhookId).failing = true
  }

  /** How an attempt, first or later, has ended. */
  learn(webhookId: string, { succeeded, durationMs }: { succeeded: boolean; durationMs: number }): void {
    const lane = this.#lane(webhookId)
    const share = aheadAt.find(({ fasterThanMs }) => durationMs < fasterThanMs)?.share ?? 0
    lane.ahead = share * this.#limits.perReceiver
    lane.succeeded = succeeded
    if (!succeeded) lane.failing = true // and stays so until a success is recorded in the database
  }

  /** Takes in what was claimed; what has not been started by `startByMs` is to be given back. */
  add(deliveries: readonly ClaimedDelivery[], { startByMs, probe }: { startByMs: number; probe: boolean }): void {
    for (const delivery of deliveries) {
      const lane = this.#lane(delivery.webhookId)
      if (probe)
        lane.waiting.unshift({ delivery, startByMs, probe }) // what waits there already must not hold it back
      else lane.waiting.push({ delivery, startByMs, probe })
      lane.held += 1
      this.#busy.add(lane)
      this.#waiting += 1
      this.#enqueue(lane)
    }
  }

  /** The next delivery to attempt, if there is a slot for any. */
  next(): ClaimedDelivery | undefined {
    for (let left = this.#queue.length; left > 0 && this.#hasSlot; left--) {
      const lane = this.#queue.shift()
      if (!lane) break
      lane.queued = false
      const [first] = lane.waiting
      if (!first || !this.#canStart(lane)) continue
      if (!isTrusted(lane) && !this.#untrusted.isOpenTo(first)) {
        this.#enqueue(lane)
        continue
      }
      const { delivery } = first
      lane.waiting.shift()
      this.#waiting -= 1
      this.#underWay += 1
      lane.underWay += 1
      if (!isTrusted(lane)) this.#untrusted.take(delivery)
      this.#enqueue(lane)
      return delivery
    }
    return undefined
  }

  /** The receiver has responded, or will not: the next request may go to it. */
  responded(delivery: ClaimedDelivery): void {
    this.#underWay -= 1
    this.#responded += 1
    const lane = this.#lane(delivery.webhookId)
    lane.underWay -= 1
    this.#release(lane, 1)
    this.#untrusted.release(delivery)
    this.#enqueue(lane)
  }

  /** The attempt is recorded. */
  settled(): void {
    this.#responded -= 1
  }

  /** Whether a claim is worth its statement: some lane that has more has used up half of what it may hold. */
  get wantsMore(): boolean {
    for (const lane of this.#more) {
      if (lane.open || lane.held * 2 > this.#mayHold(lane)) continue
      if (isTrusted(lane) || this.#untrusted.free > 0) return this.#free > 0
    }
    return false
  }

  /** Slots for lanes that are not trusted, among them those that are probed. */
  get untrustedFree(): number {
    return this.#untrusted.free
  }

  /** What each lane that has more may claim now; lanes share evenly what is free. */
  rooms(): LaneRoom[] {
    const lanes = [...this.#more].filter((lane) => this.#room(lane) > 0)
    const rooms: LaneRoom[] = []
    let free = this.#free
    let { untrustedFree } = this
    let left = lanes.length
    for (const lane of lanes) {
      const share = Math.ceil(free / left--)
      const room = Math.min(this.#room(lane), share, isTrusted(lane) ? free : untrustedFree)
      if (room <= 0) continue
      free -= room
      if (!isTrusted(lane)) untrustedFree -= room
      rooms.push({ webhookId: lane.webhookId, free: room })
    }
    return rooms
  }

  /** After a claim: a lane that gave less than it was asked for has no more. */
  claimed(rooms: readonly LaneRoom[], deliveries: readonly { webhookId: string }[]): void {
    const counts = new Map<string, number>()
    for (const { webhookId } of deliveries) counts.set(webhookId, (counts.get(webhookId) ?? 0) + 1)
    for (const { webhookId, free } of rooms) {
      if ((counts.get(webhookId) ?? 0) < free) this.#more.delete(this.#lane(webhookId))
    }
  }

  /**
   * What may be claimed of deliveries as they are made: in all, in a lane that nothing is known of, and in the others.
   * A lane that has more in the database takes those first.
   */
  roomsForNew(): { free: number; defaultRoom: number; rooms: LaneRoom[] } {
    const rooms: LaneRoom[] = []
    for (const { webhookId } of this.#more) rooms.push({ webhookId, free: 0 })
    for (const lane of this.#busy) {
      if (!this.#more.has(lane)) rooms.push({ webhookId: lane.webhookId, free: Math.max(0, this.#room(lane)) })
    }
    return { free: Math.max(0, this.#free), defaultRoom: this.#limits.perReceiver, rooms }
  }

  /** Whether the receiver is well, and has so much to do already that it can take little more at present. */
  isCrowded(webhookId: string): boolean {
    const lane = this.#lane(webhookId)
    return isTrusted(lane) && !lane.open && (this.#more.has(lane) || lane.held * 2 > this.#mayHold(lane))
  }

  /** How many more deliveries these lanes can take together. */
  roomIn(webhookIds: readonly string[]): number {
    const room = (lane: Lane) => (this.#more.has(lane) ? 0 : Math.max(0, this.#room(lane)))
    return Math.min(
      this.#free,
      webhookIds.reduce((sum, webhookId) => sum + room(this.#lane(webhookId)), 0),
    )
  }

  /** Takes out what is not to be started any more: what has waited too long, and what waits behind an open breaker. */
  withdraw(nowMs: number): ClaimedDelivery[] {
    return this.#withdraw((lane, startByMs) => lane.open || startByMs <= nowMs)
  }

  withdrawAll(): ClaimedDelivery[] {
    return this.#withdraw(() => true)
  }

  #withdraw(which: (lane: Lane, startByMs: number) => boolean): ClaimedDelivery[] {
    if (this.#waiting === 0) return []
    const withdrawn: ClaimedDelivery[] = []
    for (const lane of this.#busy) {
      const kept = lane.waiting.filter(({ startByMs }) => !which(lane, startByMs))
      if (kept.length === lane.waiting.length) continue
      for (const one of lane.waiting) if (!kept.includes(one)) withdrawn.push(one.delivery)
      const count = lane.waiting.length - kept.length
      lane.waiting = kept
      this.#release(lane, count)
      this.#more.add(lane)
      this.#waiting -= count
    }
    return withdrawn
  }

  get #hasSlot(): boolean {
    const { inFlight } = this.#limits
    return this.#underWay < inFlight && this.#underWay + this.#responded < 2 * inFlight
  }

  /** Claimed ahead or under way, all lanes together hold no more than four times the slots. */
  get #free(): number {
    return 4 * this.#limits.inFlight - this.#underWay - this.#waiting
  }

  #mayHold(lane: Lane): number {
    return this.#limits.perReceiver + (isTrusted(lane) ? lane.ahead : 0)
  }

  #room(lane: Lane): number {
    return lane.open ? 0 : this.#mayHold(lane) - lane.held
  }

  #release(lane: Lane, count: number): void {
    lane.held -= count
    if (lane.held === 0) this.#busy.delete(lane)
  }

  #enqueue(lane: Lane): void {
    if (lane.queued || !this.#canStart(lane)) return
    lane.queued = true
    this.#queue.push(lane)
  }

  #canStart({ waiting: [first], underWay, open }: Lane): boolean {
    return first !== undefined && underWay < this.#limits.perReceiver && (!open || first.probe)
  }

  #lane(webhookId: string): Lane {
    const known = this.#lanes.get(webhookId)
    if (known) return known
    if (this.#lanes.size >= rememberedLanes) this.#forgetIdle()
    const lane: Lane = {
      webhookId,
      waiting: [],
      underWay: 0,
      held: 0,
      ahead: 0,
      failing: false,
      succeeded: false,
      open: false,
      queued: false,
    }
    this.#lanes.set(webhookId, lane)
    return lane
  }

  #forgetIdle(): void {
    for (const [webhookId, lane] of this.#lanes)
      if (lane.held === 0 && !this.#more.has(lane)) this.#lanes.delete(webhookId)
  }
}

const isTrusted = ({ failing, succeeded }: Lane): boolean => succeeded && !failing
