/** The place of an attempt: the hub, the GPUs taken there, and the explanation of the choice. */
import { type CarbonGrade, carbonGrade } from '@service/compute-domain/carbon/grade.ts'
import type { DeploymentSpec } from '@service/compute-domain/deployments/spec.ts'
import type { NodeShare } from '@service/compute-domain/placement/fleet.ts'
import type { Candidate, Choice } from '@service/compute-domain/placement/placement.ts'
import { type StoredPlacement, storedPlacement } from '../deployments/model/stored-placement.ts'
import type { KnownFleet } from './known-fleet.ts'

export type Place = {
  hubId: string
  country: string
  simulated: boolean
  cpuOnly: boolean
  /** Its nodes are not shared. */
  dedicated: boolean
  nodes: readonly NodeShare[]
  priceUsdPerGpuHour: number
  /** gCO2eq/kWh of the grid, the mean over the expected run. */
  carbonIntensity: number
  /** The grade of that intensity times the site's PUE. */
  carbonGrade: CarbonGrade
  placement: StoredPlacement
}

export type Chosen = Choice & { kind: 'placed' }

/** Takes the chosen GPUs in memory. */
export function takePlace(fleet: KnownFleet, { gpuType, count }: DeploymentSpec, choice: Chosen): Place {
  const [chosen] = choice.candidates as readonly [Candidate]
  const hub = fleet.hub(choice.hubId)
  const nodes = fleet.take(choice.hubId, gpuType, count)
  if (!hub || !nodes) throw new Error(`The GPUs chosen at ${choice.hubId} cannot be taken`)
  return {
    hubId: hub.id,
    country: hub.country,
    simulated: hub.simulated,
    cpuOnly: hub.cpuOnly,
    dedicated: hub.dedicatedNodes,
    nodes,
    priceUsdPerGpuHour: chosen.priceUsd,
    carbonIntensity: chosen.carbonIntensity,
    carbonGrade: carbonGrade(chosen.carbonIntensity * chosen.pue),
    placement: storedPlacement(choice),
  }
}
