import { gpuTypeNamed } from '@service/compute-domain/gpus/catalogue.ts'
import type { Hub } from '@service/compute-domain/hubs/hub.ts'
import { footprintBetween, type Site } from '@service/compute-domain/metering/footprint.ts'
import type { FootprintBetween } from '@service/compute-domain/metering/metered-run.ts'
import type { StoredRun } from './stored-run.ts'

export type FootprintOf = (run: StoredRun) => FootprintBetween

type Deps = {
  /** Undefined when the operator's file names it no more. */
  hubOf: (hubId: string) => Pick<Hub, 'zone' | 'pue'> | undefined
  /** gCO2eq/kWh of the grid; undefined where nothing is known of the zone. */
  intensityOf: (zone: string, at: Date) => number | undefined
}

/** What a run draws from the grid where it runs, and what it would have drawn where it is compared with. */
export function makeFootprintOf({ hubOf, intensityOf }: Deps): FootprintOf {
  const siteOf = (hubId: string): Site | undefined => {
    const hub = hubOf(hubId)
    return hub && { pue: hub.pue, intensityAt: (atMs) => intensityOf(hub.zone, new Date(atMs)) ?? 0 }
  }
  return (run) => {
    const site = siteOf(run.hubId)
    const tdpWatts = gpuTypeNamed(run.gpuType)?.tdpWatts
    if (!site || tdpWatts === undefined) return () => ({ kwh: 0, grams: 0, avoidedGrams: 0 })
    const { gpus, delayedMs } = run
    const instead = run.comparedHubId === null ? undefined : siteOf(run.comparedHubId)
    return (fromMs, untilMs) => footprintBetween({ gpus, tdpWatts, site, instead, delayedMs }, fromMs, untilMs)
  }
}
