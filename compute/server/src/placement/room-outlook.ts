/**
 * What room there will be, so that deployments that may wait do not all wait for the same GPUs.
 *
 * Once an hour all that wait are planned again, from what the database says: a calendar of what is free and what running
 * jobs give back (`pool-calendar.ts`), prices of what is scarce by what waits and what the last day asked for
 * (`room-demand.ts`), and then each waiting run, in the order in which they came, which books the best that those before it
 * have left. A new deployment, or one that is planned again, chooses on that calendar. A booking holds nothing: GPUs are
 * taken when a deployment begins, so a process that plans on older knowledge than another only plans worse.
 */

import { setImmediate } from 'node:timers/promises'
import type { Stay } from '@service/compute-domain/carbon/room-calendar.ts'
import { SlotPrices } from '@service/compute-domain/carbon/slot-prices.ts'
import { dayHours, hourMs, hourOf } from '@service/compute-domain/time/time.ts'
import type { Database } from '@service/foundation/database/database.ts'
import type { Logger } from '@service/foundation/log/logger.ts'
import type { KnownFleet } from './known-fleet.ts'
import * as store from './outlook-store.ts'
import { hoursAhead, type Pool, PoolCalendar, poolKey } from './pool-calendar.ts'
import { type DemandedRun, RoomDemand } from './room-demand.ts'
import { type ForecastOf, planFor, type RoomOutlook } from './start-time.ts'

/** More are not planned together: the first of them represent the others. */
const maxRuns = 1_000

/** How many waiting runs are planned without a pause, which takes some milliseconds. */
const plannedAtOnce = 10

type Deps = { db: Database; fleet: KnownFleet; forecastOf: ForecastOf; now: () => Date; log: Logger }

type Booking = { pool: Pool; stay: Stay; hour: number }

export class PlannedOutlook implements RoomOutlook {
  readonly #deps: Deps
  readonly #prices: SlotPrices
  readonly #bookings = new Map<string, Booking>()
  #calendar: PoolCalendar
  #plannedHour = Number.NaN
  #planning: Promise<void> | undefined

  constructor(deps: Deps) {
    this.#deps = deps
    this.#prices = new SlotPrices(deps.now(), hoursAhead)
    this.#calendar = this.#newCalendar(deps.now(), [])
  }

  hasRoom(pool: Pool, stay: Stay): boolean {
    // For a start in this hour, the GPUs that are free now count: neither those at its begin, nor who might come later.
    if (hourOf(stay.from) <= this.#deps.now()) return this.#freeNow(pool) >= stay.gpus
    return this.#currentCalendar().hasRoom(pool, stay)
  }

  price(pool: Pool, { gpus, from, durationHours }: Stay): number {
    return gpus * this.#prices.of(poolKey(pool), from, durationHours)
  }

  book(runId: string, pool: Pool, stay: Stay): void {
    const calendar = this.#currentCalendar()
    calendar.book(runId, pool, stay)
    this.#bookings.set(runId, { pool, stay, hour: calendar.hour })
  }

  forget(runId: string): void {
    this.#calendar.unbook(runId)
    this.#bookings.delete(runId)
  }

  /** Resolves once the plan is of the current hour, or could not be made. */
  async fresh(): Promise<void> {
    const { now, log } = this.#deps
    if (this.#plannedHour === hourOf(now()).getTime()) return
    this.#planning ??= this.#plan()
      .catch((err) => log.warn({ err }, 'waiting deployments could not be planned; keeping the last plan'))
      .finally(() => {
        this.#planning = undefined
      })
    await this.#planning
  }

  /** Resolves once no plan is being made any more. */
  async close(): Promise<void> {
    await this.#planning
  }

  async #plan(): Promise<void> {
    const { db, fleet, forecastOf, now } = this.#deps
    const at = now()
    const [waiting, running, recent] = await Promise.all([
      store.waitingRuns(db.connection, maxRuns),
      store.endingRuns(db.connection),
      store.recentRuns(db.connection, new Date(at.getTime() - dayHours * hourMs), maxRuns),
    ])
    const known = new Set(waiting.map(({ id }) => id))
    this.#calendar = this.#newCalendar(at, running)
    // Runs that came while these were read are not among them.
    for (const [runId, { pool, stay, hour }] of this.#bookings) {
      if (hour === this.#calendar.hour && !known.has(runId)) this.book(runId, pool, stay)
      else this.#bookings.delete(runId)
    }
    if (waiting.length > 0) {
      await this.#setPrices(at, waiting, recent)
      for (const [index, { id, spec, latestStart }] of waiting.entries()) {
        if (index % plannedAtOnce === 0) await setImmediate() // lets requests pass
        const times = { now: at, latestStart, isWaiting: true }
        planFor(fleet.placement, spec, { ...times, forecastOf, outlook: this, runId: id })
      }
    }
    this.#plannedHour = hourOf(at).getTime()
  }

  async #setPrices(at: Date, waiting: readonly store.WaitingRun[], recent: readonly store.RecentRun[]): Promise<void> {
    const { fleet, forecastOf } = this.#deps
    const freeOf = (pool: Pool) => this.#currentCalendar().freeOf(pool)
    const demand = new RoomDemand({ at, placement: fleet.placement, forecastOf, freeOf })
    const hoursUntil = (then: Date) => Math.floor((then.getTime() - hourOf(at).getTime()) / hourMs)
    const runs: DemandedRun[] = [
      ...waiting.map(({ spec, latestStart }) => ({ spec, earliest: 0, latest: hoursUntil(latestStart) })),
      // The last day is taken to come again.
      ...recent.map(({ spec, createdAt }) => {
        const earliest = hoursUntil(createdAt) + dayHours
        return { spec, earliest, latest: earliest + Math.floor(spec.maxDelayHours) }
      }),
    ]
    for (const [index, run] of runs.entries()) {
      if (index % plannedAtOnce === 0) await setImmediate() // lets requests pass
      demand.add(run)
    }
    this.#prices.adjust(demand.pools, demand.wishes)
  }

  /** The calendar of the current hour: past its hour, a calendar is replaced by one of the same running jobs. */
  #currentCalendar(): PoolCalendar {
    const at = this.#deps.now()
    if (this.#calendar.hour !== hourOf(at).getTime()) this.#calendar = this.#newCalendar(at, this.#calendar.running)
    return this.#calendar
  }

  #newCalendar(at: Date, running: readonly store.EndingRun[]): PoolCalendar {
    this.#prices.moveTo(at)
    return new PoolCalendar({ at, running, freeNow: (pool) => this.#freeNow(pool) })
  }

  #freeNow({ hubId, gpuType }: Pool): number {
    return this.#deps.fleet.placement.fleet.freeNodes(hubId, gpuType)?.reduce((sum, free) => sum + free, 0) ?? 0
  }
}
