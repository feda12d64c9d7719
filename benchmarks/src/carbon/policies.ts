/**
 * How jobs may be placed: the planner, and what it is compared with. A hub is known by its number among the season's grids, so
 * every index by a hub exists.
 */

import type { Forecast } from '@service/compute-domain/carbon/forecast.ts'
import { forecastHours } from '@service/compute-domain/carbon/history-forecast.ts'
import { planStart, type Site } from '@service/compute-domain/carbon/plan-start.ts'
import { RoomCalendar } from '@service/compute-domain/carbon/room-calendar.ts'
import { SlotPrices } from '@service/compute-domain/carbon/slot-prices.ts'
import { dayHours, hourMs } from '@service/compute-domain/time/time.ts'
import { mean } from './hub-set.ts'
import type { Job } from './jobs.ts'
import type { Policy, Waiting } from './run-season.ts'
import type { Season } from './season.ts'

/** Starts at once, at the hub with most free GPUs. */
export const carbonBlind = (): Policy => ({
  decide: ({ job }, { free }) => bestOf(job.hubs, free, (hub) => -free[hub]!),
})

/** Starts at once, at the hub with room that is cleanest over the year. */
export function alwaysGreenest({ grids }: Season): Policy {
  const means = grids.map(mean)
  return { decide: ({ job }, { free }) => bestOf(job.hubs, free, (hub) => means[hub]!) }
}

/** Starts at once, at the hub with room that is expected to be cleanest over the run. */
export function cleanestNow(season: Season): Policy {
  const forecasts = forecastsOf(season)
  return {
    decide: ({ job }, { hour, free }) =>
      bestOf(job.hubs, free, (hub) => {
        const { values } = forecasts(hub, hour)
        let sum = 0
        for (let ahead = 0; ahead < job.hours; ahead++) sum += values[Math.min(ahead, values.length - 1)]!
        return sum
      }),
  }
}

/**
 * `plan-start.ts` with our own forecast. Waiting jobs are planned every hour, in the order in which they came: each
 * books the best that those before it have left. Room has its price (`slot-prices.ts`), by what waits and
 * by what came in the last day, which is expected to come again.
 */
export function planner(season: Season): Policy {
  const { grids, slackHours, gpus } = season
  const forecasts = forecastsOf(season)
  const prices = new SlotPrices(dateOf(season, 0), forecastLength)
  let lastDay: Waiting[] = []
  let calendar: RoomCalendar

  return {
    begin({ hour, running }, waiting) {
      calendar = new RoomCalendar(dateOf(season, hour), forecastLength)
      for (const hub of grids.keys()) {
        const here = running.filter((one) => one.hub === hub)
        calendar.setFree(String(hub), gpus - here.length)
        for (const { end } of here) calendar.expectBack(String(hub), 1, dateOf(season, end))
      }
      lastDay = [...lastDay.filter(({ job }) => job.asked > hour - dayHours), ...waiting.filter(({ isNew }) => isNew)]
      prices.moveTo(dateOf(season, hour))
      prices.adjust(
        Array.from(grids.keys(), (hub) => ({
          id: String(hub),
          gramsPerGpuHour: forecasts(hub, hour).values,
          free: calendar.freeOf(String(hub)),
        })),
        [
          ...waiting.map(({ job }) => wishOf(job, 0, Math.max(0, job.asked + slackHours - hour))),
          ...lastDay.map(({ job }) => {
            const coming = job.asked + dayHours - hour
            return wishOf(job, coming, coming + slackHours)
          }),
        ],
      )
    },
    decide({ job, id, isNew }, { hour, free }) {
      const sites = job.hubs.map((hub): Site => {
        const pool = String(hub)
        return {
          id: pool,
          gramsFactor: 1,
          forecast: forecasts(hub, hour),
          hasRoom: (from) =>
            from.getTime() === dateOf(season, hour).getTime()
              ? free[hub]! > 0
              : calendar.hasRoom(pool, { gpus: 1, from, durationHours: job.hours }),
          price: (from) => prices.of(pool, from, job.hours),
        }
      })
      const plan = planStart({
        now: dateOf(season, hour),
        latestStart: dateOf(season, job.asked + slackHours),
        durationHours: job.hours,
        sites,
        isWaiting: !isNew,
      })
      const hub = Number(plan.site.id)
      const isFree = free[hub]! > 0
      if (plan.kind === 'wait' || isFree) {
        const from = plan.kind === 'wait' ? plan.expectedStart : dateOf(season, hour)
        calendar.book(id, plan.site.id, { gpus: 1, from, durationHours: job.hours })
      }
      return plan.kind === 'start' && isFree ? hub : undefined
    },
  }
}

const wishOf = ({ hours, hubs }: Job, earliest: number, latest: number) => ({
  gpus: 1,
  hours,
  earliest,
  latest,
  pools: hubs,
})

/** Hours that a plan looks ahead: a day of waiting and most runs. */
const forecastLength = 24 + 72

const dateOf = ({ grids, offset }: Season, hour: number) => new Date((grids[0]!.firstHour + offset + hour) * hourMs)

/** Forecasts by hub and hour, made once. */
function forecastsOf(season: Season): (hub: number, hour: number) => Forecast {
  const made = new Map<number, Forecast>()
  return (hub, hour) => {
    const key = hour * season.grids.length + hub
    const known = made.get(key)
    if (known) return known
    const { values, firstHour } = season.grids[hub]!
    const now = season.offset + hour
    const ahead = new Float64Array(forecastLength - 1)
    forecastHours(values, now, firstHour + now, ahead)
    const forecast: Forecast = {
      from: dateOf(season, hour),
      values: Float64Array.of(values[now]!, ...ahead),
      method: 'history',
    }
    made.set(key, forecast)
    return forecast
  }
}

/** The hub with room that costs least. */
function bestOf(hubs: readonly number[], free: readonly number[], cost: (hub: number) => number): number | undefined {
  let best: { hub: number; cost: number } | undefined
  for (const hub of hubs) {
    if (free[hub]! <= 0) continue
    const own = cost(hub)
    if (!best || own < best.cost) best = { hub, cost: own }
  }
  return best?.hub
}
