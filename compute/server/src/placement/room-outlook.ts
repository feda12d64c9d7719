/**
 * What room there will be, so that deployments that may wait do not all wait for the same GPUs.
 *
 * Once an hour everything is planned anew, from what the database says: a calendar of what is free and what running jobs
 * give back (`room-calendar.ts`), prices of what is scarce by what waits and what the last day asked for
 * (`slot-prices.ts`), and then each that waits in turn, which books the best that those before it have left. A deployment
 * that comes, or is looked at again, chooses on that calendar. Nothing is held for a booking, and a process that plans on
 * older knowledge than another is only less clever: GPUs are taken as ever, when a deployment begins.
 */
import { setImmediate } from 'node:timers/promises'
import { hourMs, hourOf } from '@service/compute-domain/carbon/forecast.ts'
import { RoomCalendar, type Stay } from '@service/compute-domain/carbon/room-calendar.ts'
import { SlotPrices, type Wish } from '@service/compute-domain/carbon/slot-prices.ts'
import type { DeploymentSpec } from '@service/compute-domain/deployments/spec.ts'
import type { Database } from '@service/foundation/database/database.ts'
import type { Logger } from '@service/foundation/log/logger.ts'
import type { KnownFleet } from './known-fleet.ts'
import * as store from './outlook-store.ts'
import { type ForecastOf, hoursOf, planFor, type RoomOutlook, requestOf, sitesFor } from './start-time.ts'

/** A week of waiting, and most runs; what lies beyond is as the last hour. */
const hoursAhead = 240
const dayHours = 24
/** More are not planned together: the first of them speak for the others. */
const maxRuns = 1_000

/** Of those that wait, in one go: some milliseconds. */
const plannedAtOnce = 10

type Deps = { db: Database; fleet: KnownFleet; forecastOf: ForecastOf; now: () => Date; log: Logger }

type Pool = { hubId: string; gpuType: string }

export interface FollowedOutlook extends RoomOutlook {
  /** Resolves once the plan is of the current hour, or could not be made. */
  fresh(): Promise<void>
  /** Once no plan is being made any more. */
  close(): Promise<void>
}

export function openRoomOutlook({ db, fleet, forecastOf, now, log }: Deps): FollowedOutlook {
  let calendar = new RoomCalendar(now(), hoursAhead)
  let ending = new Map<string, store.EndingRun[]>()
  let laidOut = new Set<string>()
  let calendarHour = hourOf(now()).getTime()
  const booked = new Map<string, { pool: Pool; stay: Stay; hour: number }>()
  let plannedHour = Number.NaN
  let planning: Promise<void> | undefined
  const prices = new SlotPrices(now(), hoursAhead)

  function beginCalendar(at: Date, running: readonly store.EndingRun[]): void {
    calendar = new RoomCalendar(at, hoursAhead)
    calendarHour = hourOf(at).getTime()
    laidOut = new Set()
    ending = Map.groupBy(running, keyOf)
    prices.moveTo(at)
  }

  /** What is known of the pool is written into the calendar when it is first asked for. */
  function layOut({ hubId, gpuType }: Pool): string {
    if (calendarHour !== hourOf(now()).getTime()) beginCalendar(now(), [...ending.values()].flat())
    const key = keyOf({ hubId, gpuType })
    if (laidOut.has(key)) return key
    laidOut.add(key)
    calendar.setFree(key, freeNow({ hubId, gpuType }))
    for (const { gpus, endsAt } of ending.get(key) ?? []) calendar.expectBack(key, gpus, endsAt)
    return key
  }

  const freeNow = ({ hubId, gpuType }: Pool) =>
    fleet.placement.fleet.freeNodes(hubId, gpuType)?.reduce((sum, free) => sum + free, 0) ?? 0

  const outlook: RoomOutlook = {
    hasRoom(pool, stay) {
      // What is free now counts, not what was when the hour began, nor who might come later.
      if (hourOf(stay.from) <= now()) return freeNow(pool) >= stay.gpus
      return calendar.hasRoom(layOut(pool), stay)
    },
    price: (pool, { gpus, from, durationHours }) => gpus * prices.of(keyOf(pool), from, durationHours),
    book(runId, pool, stay) {
      calendar.book(runId, layOut(pool), stay)
      booked.set(runId, { pool, stay, hour: calendarHour })
    },
    forget(runId) {
      calendar.unbook(runId)
      booked.delete(runId)
    },
  }

  async function replan(): Promise<void> {
    const at = now()
    const [waiting, running, recent] = await Promise.all([
      store.waitingRuns(db.connection, maxRuns),
      store.endingRuns(db.connection),
      store.recentRuns(db.connection, new Date(at.getTime() - dayHours * hourMs), maxRuns),
    ])
    const known = new Set(waiting.map(({ id }) => id))
    beginCalendar(at, running)
    // What came while this was read is not in what was read.
    for (const [runId, { pool, stay, hour }] of booked) {
      if (hour === calendarHour && !known.has(runId)) outlook.book(runId, pool, stay)
      else booked.delete(runId)
    }
    if (waiting.length > 0) {
      await setPrices(at, waiting, recent)
      for (const [index, { id, spec, latestStart }] of waiting.entries()) {
        if (index % plannedAtOnce === 0) await setImmediate() // requests must not wait for all of them
        planFor(fleet.placement, spec, { now: at, latestStart, isWaiting: true, forecastOf, outlook, runId: id })
      }
    }
    plannedHour = hourOf(at).getTime()
  }

  async function setPrices(
    at: Date,
    waiting: readonly store.WaitingRun[],
    recent: readonly store.RecentRun[],
  ): Promise<void> {
    const indexes = new Map<string, number>()
    const pools: { id: string; gramsPerGpuHour: Float64Array; free: Int32Array }[] = []
    const findPools = (spec: DeploymentSpec) =>
      sitesFor(fleet.placement, spec, { now: at, forecastOf, hours: hoursAhead }).map(
        ({ id, gramsFactor, forecast }) => {
          const key = layOut({ hubId: id, gpuType: spec.gpuType })
          const index = indexes.get(key) ?? indexes.set(key, indexes.size).size - 1
          pools[index] ??= {
            id: key,
            gramsPerGpuHour: forecast.values.map((intensity) => intensity * gramsFactor),
            free: calendar.freeOf(key),
          }
          return index
        },
      )
    // Judging all hubs takes its time, and many ask for the same.
    const poolsByRequest = new Map<string, number[]>()
    function poolsOf(spec: DeploymentSpec): number[] {
      const asked = JSON.stringify(requestOf(spec))
      const found = poolsByRequest.get(asked) ?? findPools(spec)
      poolsByRequest.set(asked, found)
      return found
    }
    const wishOf = ({ spec, earliest, latest }: { spec: DeploymentSpec; earliest: number; latest: number }): Wish => ({
      gpus: spec.count,
      hours: Math.max(1, Math.ceil(hoursOf(spec))),
      earliest,
      latest: Math.max(earliest, latest),
      pools: poolsOf(spec),
    })
    const hoursUntil = (then: Date) => Math.floor((then.getTime() - hourOf(at).getTime()) / hourMs)
    const asking = [
      ...waiting.map(({ spec, latestStart }) => ({ spec, earliest: 0, latest: hoursUntil(latestStart) })),
      ...recent.map(({ spec, createdAt }) => {
        const coming = hoursUntil(createdAt) + dayHours
        return { spec, earliest: coming, latest: coming + Math.floor(spec.maxDelayHours) }
      }),
    ]
    const wishes: Wish[] = []
    for (const [index, one] of asking.entries()) {
      if (index % plannedAtOnce === 0) await setImmediate()
      wishes.push(wishOf(one))
    }
    prices.adjust(pools, wishes)
  }

  return {
    ...outlook,
    async fresh() {
      if (plannedHour === hourOf(now()).getTime()) return
      planning ??= replan()
        .catch((err) => log.warn({ err }, 'what waits could not be planned anew; the last plan counts'))
        .finally(() => {
          planning = undefined
        })
      await planning
    },
    close: async () => planning,
  }
}

const keyOf = ({ hubId, gpuType }: Pool): string => `${hubId} ${gpuType}`
