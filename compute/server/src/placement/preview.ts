/** What would become of a request now, with every hub's cause. Nothing is taken, and nothing promised. */
import { latestStart, type StartPlan } from '@service/compute-domain/carbon/plan-start.ts'
import type { DeploymentSpec } from '@service/compute-domain/deployments/spec.ts'
import type { Choice, PlacementTable } from '@service/compute-domain/placement/placement.ts'
import type { KnownFleet } from './known-fleet.ts'
import { type ForecastOf, planFor, type RoomOutlook, requestOf } from './start-time.ts'

export type Preview = {
  choice: Choice
  table: PlacementTable
  /** When to start; absent where it may not be late, or no hub can take it. */
  plan: StartPlan | undefined
}

export function previewOf(
  spec: DeploymentSpec,
  fleet: KnownFleet,
  { now, forecastOf, outlook }: { now: () => Date; forecastOf: ForecastOf; outlook: RoomOutlook },
): Preview {
  const request = requestOf(spec)
  const at = now()
  const times = { now: at, latestStart: latestStart(at, spec.maxDelayHours), isWaiting: false, forecastOf, outlook }
  return {
    choice: fleet.placement.choose(request),
    table: fleet.placement.table(request),
    plan: spec.maxDelayHours > 0 ? planFor(fleet.placement, spec, times) : undefined,
  }
}
