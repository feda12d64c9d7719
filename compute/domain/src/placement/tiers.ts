/**
 * Which hubs may run a deployment by region and level of sovereignty. A hub's **tier** is the place, in the list of
 * regions asked for, of the first in which it complies.
 */
import { hubRegion, isInRegion, type Region, regionNamed } from '../regions/regions.ts'
import type { SovereigntyLevel } from '../sovereignty/model/level.ts'
import { breachOf } from '../sovereignty/sovereignty.ts'
import type { Fleet } from './fleet.ts'

export const outside = -1
export const notCompliant = -2
/** It complies, and gives less for each GPU than asked for. */
export const tooLittle = -3

/**
 * By hub: its tier, `outside` of all regions, or `notCompliant` in any. An unknown region has no hubs: it was a hub that has
 * left the operator's file since.
 */
export function tiersOf(
  fleet: Fleet,
  regions: readonly string[],
  level: SovereigntyLevel,
  homeCountry: string | null,
): Int16Array {
  const found = regions.map((id) => regionOf(fleet, id))
  return Int16Array.from(fleet.hubs, (hub) => {
    let tier = outside
    for (const [number, region] of found.entries()) {
      if (!region || !isInRegion(hub, region)) continue
      if (breachOf(level, hub, region, homeCountry) === undefined) return number
      tier = notCompliant
    }
    return tier
  })
}

function regionOf(fleet: Fleet, id: string): Region | undefined {
  const hub = fleet.hubs[fleet.hubNumber(id) ?? -1]
  return regionNamed(id) ?? (hub && hubRegion(hub))
}
