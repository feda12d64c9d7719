/** Whether a request that may wait begins now or later, and where. */

import { type Forecast, meanOver } from '@service/compute-domain/carbon/forecast.ts'
import { gpuEnergyKwh } from '@service/compute-domain/carbon/model/grams.ts'
import { planStart, type Site, type StartPlan } from '@service/compute-domain/carbon/plan-start.ts'
import type { Stay } from '@service/compute-domain/carbon/room-calendar.ts'
import type { DeploymentSpec } from '@service/compute-domain/deployments/spec.ts'
import { gpuTypeNamed } from '@service/compute-domain/gpus/gpus.ts'
import type { Placement, PlacementRequest } from '@service/compute-domain/placement/placement.ts'
import { resourcesOf, timesResources } from '@service/compute-domain/resources/model/resources.ts'
import { hourMs } from '@service/compute-domain/time/time.ts'

export type ForecastOf = (zone: string, hours: number) => Forecast

const hoursOfService = 24
/** Among thousands of hubs, the cleanest are enough to choose from. */
const maxSites = 50

export const requestOf = (spec: DeploymentSpec, triedHubs: readonly string[] = []): PlacementRequest => ({
  gpuType: spec.gpuType,
  count: spec.count,
  regions: spec.regions,
  sovereignty: spec.sovereignty,
  carbonAware: spec.carbonAware,
  maxPriceUsd: spec.maxPriceUsd,
  durationHours: spec.durationHours,
  perGpu: timesResources(resourcesOf(spec), 1 / spec.count),
  triedHubs,
})

/** What room is expected at hubs; `room-outlook.ts` keeps it. */
export interface RoomOutlook {
  hasRoom(pool: { hubId: string; gpuType: string }, stay: Stay): boolean
  /** Grams that others emit more if the room is taken. */
  price(pool: { hubId: string; gpuType: string }, stay: Stay): number
  book(runId: string, pool: { hubId: string; gpuType: string }, stay: Stay): void
  forget(runId: string): void
}

type Times = { now: Date; latestStart: Date; isWaiting: boolean }

/**
 * Undefined where no hub can ever take it. With an `outlook`, room counts; a run that has an id is booked there for what
 * it waits for, in place of what it was booked for.
 */
export function planFor(
  placement: Placement,
  spec: DeploymentSpec,
  {
    forecastOf,
    outlook,
    runId = null,
    ...times
  }: Times & { forecastOf: ForecastOf; outlook?: RoomOutlook; runId?: string | null },
): StartPlan | undefined {
  if (runId !== null) outlook?.forget(runId)
  const durationHours = hoursOf(spec)
  const { gpuType, count: gpus } = spec
  const hours = Math.ceil((times.latestStart.getTime() - times.now.getTime()) / hourMs + durationHours) + 1
  const sites = sitesFor(placement, spec, { now: times.now, forecastOf, hours }).map((site): Site => {
    if (!outlook) return site
    const pool = { hubId: site.id, gpuType }
    const stayFrom = (from: Date): Stay => ({ gpus, from, durationHours })
    return {
      ...site,
      gramsFactor: site.gramsFactor * gpus,
      hasRoom: (from) => outlook.hasRoom(pool, stayFrom(from)),
      price: (from) => outlook.price(pool, stayFrom(from)),
    }
  })
  if (sites.length === 0) return undefined
  const plan = planStart({ ...times, durationHours, sites })
  if (plan.kind === 'wait' && runId !== null) {
    outlook?.book(runId, { hubId: plan.site.id, gpuType }, { gpus, from: plan.expectedStart, durationHours })
  }
  return plan
}

/** The hours that a run is planned for: a day for a service, which does not end. */
export const hoursOf = ({ durationHours }: DeploymentSpec): number => durationHours ?? hoursOfService

/** The hubs that can take it, now or once there is room, that emit least now; factors are for one GPU. */
export function sitesFor(
  placement: Placement,
  spec: DeploymentSpec,
  { now, forecastOf, hours }: { now: Date; forecastOf: ForecastOf; hours: number },
): Site[] {
  const kw = gpuEnergyKwh({ gpuHours: 1, tdpWatts: gpuTypeNamed(spec.gpuType)!.tdpWatts })
  const zones = new Map<string, { forecast: Forecast; nowGrams: number }>()
  const inZone = (zone: string) => {
    const known = zones.get(zone)
    if (known) return known
    const forecast = forecastOf(zone, hours)
    const made = { forecast, nowGrams: meanOver(forecast, now, 1) }
    zones.set(zone, made)
    return made
  }
  return placement
    .possibleHubs(requestOf(spec))
    .map(({ id, zone, pue }) => ({ id, zone, gramsFactor: kw * pue, grams: kw * pue * inZone(zone).nowGrams }))
    .sort((a, b) => a.grams - b.grams || (a.id < b.id ? -1 : 1))
    .slice(0, maxSites)
    .map(({ id, zone, gramsFactor }): Site => ({ id, gramsFactor, forecast: inZone(zone).forecast }))
}
