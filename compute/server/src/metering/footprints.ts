import { gpuTypeNamed } from '@service/compute-domain/gpus/gpus.ts'
import type { Hub } from '@service/compute-domain/hubs/model/hub.ts'
import { footprintBetween, type Site } from '@service/compute-domain/metering/footprint.ts'
import type { FootprintBetween } from '@service/compute-domain/metering/metered-run.ts'
import type { Logger } from '@service/foundation/log/logger.ts'
import type { StoredRun } from './stored-run.ts'

export type FootprintOf = (run: StoredRun) => FootprintBetween

export type Places = {
  /** Undefined for a hub that left the operator's file long ago. */
  hubOf: (hubId: string) => Pick<Hub, 'zone' | 'pue'> | undefined
  /** gCO2eq/kWh of the grid; undefined where nothing is known of the zone. */
  intensityOf: (zone: string, at: Date) => number | undefined
}

/**
 * Measures what a run draws from its grid and emits, beside what it would have emitted at the hub it is compared with.
 *
 * A run whose hub, grid or GPU is unknown has no footprint, which is logged once for each hub: the time of all companies is
 * counted in one transaction, and one wrong entry must not keep it from being counted.
 */
export function makeFootprintOf({ hubOf, intensityOf, log }: Places & { log: Logger }): FootprintOf {
  const reported = new Set<string>()

  function siteOf(hubId: string): Site {
    const hub = hubOf(hubId)
    if (!hub) throw new RangeError(`unknown hub ${hubId}`)
    const intensityAt = (atMs: number): number => {
      const intensity = intensityOf(hub.zone, new Date(atMs))
      if (intensity === undefined) throw new RangeError(`no carbon data for the grid zone ${hub.zone}`)
      return intensity
    }
    return { pue: hub.pue, intensityAt }
  }

  function measure({ gpuType, gpus, hubId, comparedHubId, delayedMs }: StoredRun, fromMs: number, untilMs: number) {
    const type = gpuTypeNamed(gpuType)
    if (!type) throw new RangeError(`unknown GPU ${gpuType}`)
    const instead = comparedHubId === null ? undefined : siteOf(comparedHubId)
    return footprintBetween({ gpus, tdpWatts: type.tdpWatts, site: siteOf(hubId), instead, delayedMs }, fromMs, untilMs)
  }

  return (run) => (fromMs, untilMs) => {
    try {
      return measure(run, fromMs, untilMs)
    } catch (err) {
      if (!reported.has(run.hubId)) log.error({ err, hubId: run.hubId }, 'emissions at a hub cannot be computed')
      reported.add(run.hubId)
      return { kwh: 0, grams: 0, avoidedGrams: 0 }
    }
  }
}
