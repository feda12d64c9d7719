/** Whether a request that may wait begins now or later, and what it would come to later. */
import type { Forecast } from '@service/compute-domain/carbon/forecast.ts'
import { gpuEnergyKwh } from '@service/compute-domain/carbon/grams.ts'
import { planStart, type Site, type StartPlan } from '@service/compute-domain/carbon/plan-start.ts'
import type { DeploymentSpec } from '@service/compute-domain/deployments/spec.ts'
import { gpuTypeNamed } from '@service/compute-domain/gpus/catalogue.ts'
import type { Hub } from '@service/compute-domain/hubs/hub.ts'
import type { Placement, PlacementRequest } from '@service/compute-domain/placement/placement.ts'

export type ForecastOf = (zone: string, hours: number) => Forecast

/** What a service, which does not end, is planned by. */
const hoursOfService = 24
const hourMs = 3_600_000

export const requestOf = (spec: DeploymentSpec, triedHubs: readonly string[] = []): PlacementRequest => ({
  gpuType: spec.gpuType,
  count: spec.count,
  regions: spec.regions,
  sovereignty: spec.sovereignty,
  carbonAware: spec.carbonAware,
  maxPriceUsd: spec.maxPriceUsd,
  durationHours: spec.durationHours,
  triedHubs,
})

/** Undefined where no hub can ever take it. */
export function planFor(
  placement: Placement,
  spec: DeploymentSpec,
  { forecastOf, ...times }: { now: Date; latestStart: Date; isWaiting: boolean; forecastOf: ForecastOf },
): StartPlan | undefined {
  const durationHours = spec.durationHours ?? hoursOfService
  const hours = Math.ceil((times.latestStart.getTime() - times.now.getTime()) / hourMs + durationHours) + 1
  const kw = gpuEnergyKwh({ gpuHours: 1, tdpWatts: gpuTypeNamed(spec.gpuType)!.tdpWatts })
  const sites = bestOfZones(placement.possibleHubs(requestOf(spec))).map(
    ({ id, zone, pue }): Site => ({ id, gramsFactor: kw * pue, forecast: forecastOf(zone, hours) }),
  )
  return sites.length === 0 ? undefined : planStart({ ...times, durationHours, sites })
}

/** Of hubs on the same grid, the one with the least overhead. */
function bestOfZones(hubs: readonly Hub[]): Hub[] {
  const best = new Map<string, Hub>()
  for (const hub of hubs) if (hub.pue < (best.get(hub.zone)?.pue ?? Number.POSITIVE_INFINITY)) best.set(hub.zone, hub)
  return [...best.values()]
}
