/**
 * What each level of sovereignty asks of a hub. It is checked at every placement, also of a failover and of a later
 * start, and never relaxed.
 *
 * | level | asks |
 * |---|---|
 * | `none` | nothing |
 * | `residency` | the hub is in the region |
 * | `jurisdiction` | and its operator and the operator's parent at the very top are established in the region |
 * | `sovereign` | and all of it in one country: the hub, an operator owned by nationals, its parent, and this control plane with what it stores; on nodes that are not shared |
 *
 * The region is one of those asked for, not their union: with `["DE", "FR"]` a hub in Germany whose parent is French
 * is in neither jurisdiction. That any deployment stays in its regions is a rule of placement, at every level.
 *
 * Modelled on the levels of the European Commission's Cloud Sovereignty Framework 1.2.1 (October 2025); it certifies
 * nothing.
 */
import type { Hub } from '../hubs/model/hub.ts'
import { isInRegion, type Region, regionNamed } from '../regions/regions.ts'
import type { SovereigntyLevel } from './model/level.ts'

export type SovereigntyBreach =
  | 'outside_region'
  | 'foreign_operator'
  | 'foreign_parent'
  | 'several_countries'
  | 'foreign_owned'
  | 'shared_nodes'
  | 'stored_abroad'

export type JudgedHub = Pick<Hub, 'id' | 'country' | 'operator' | 'dedicatedNodes'>

/**
 * The first rule that the hub breaks; undefined where it may run the deployment. `homeCountry` is where this control
 * plane keeps deployments and their secrets; null is not known, so that no hub is sovereign.
 */
export function breachOf(
  level: SovereigntyLevel,
  hub: JudgedHub,
  region: Region,
  homeCountry: string | null,
): SovereigntyBreach | undefined {
  if (level === 'none') return undefined
  if (!isInRegion(hub, region)) return 'outside_region'
  if (level === 'residency') return undefined
  const { jurisdiction, parentJurisdiction, nationallyOwned } = hub.operator
  if (!region.countries.has(jurisdiction)) return 'foreign_operator'
  if (!region.countries.has(parentJurisdiction)) return 'foreign_parent'
  if (level === 'jurisdiction') return undefined
  if (jurisdiction !== hub.country || parentJurisdiction !== hub.country) return 'several_countries'
  if (!nationallyOwned) return 'foreign_owned'
  if (!hub.dedicatedNodes) return 'shared_nodes'
  if (homeCountry !== hub.country) return 'stored_abroad'
  return undefined
}

/**
 * Whether what a deployment writes may be stored where this control plane keeps its data (`homeCountry`; null is not known).
 * Above `none` its data stays in its region: the home is in the country of the hub, or, unless one country is asked for, in
 * a region that has both.
 */
export function mayBeStoredAt(
  homeCountry: string | null,
  { sovereignty, regions }: { sovereignty: SovereigntyLevel; regions: readonly string[] },
  hubCountry: string | undefined,
): boolean {
  if (sovereignty === 'none') return true
  if (homeCountry === null || hubCountry === undefined) return false
  if (homeCountry === hubCountry) return true
  if (sovereignty === 'sovereign') return false
  return regions.some((id) => {
    const countries = regionNamed(id)?.countries
    return countries?.has(homeCountry) === true && countries.has(hubCountry)
  })
}

/** Whether a level is asked for without saying where: such a request is refused. */
export const bindsNothing = (level: SovereigntyLevel, regions: readonly string[]): boolean =>
  level !== 'none' && regions.some((region) => region.toLowerCase() === 'global')
