/** From a request to the deployment that is to be written: placed, scheduled for a cleaner hour, or refused. */
import { carbonGrade } from '@service/compute-domain/carbon/grade.ts'
import { latestStart, type StartPlan } from '@service/compute-domain/carbon/plan-start.ts'
import type { DeploymentSpec } from '@service/compute-domain/deployments/spec.ts'
import type { Act } from '@service/foundation/identity/model/actor.ts'
import type { NewId } from '@service/foundation/new-id.ts'
import { Problem } from '@service/foundation/problem.ts'
import type { Sealer } from '@service/foundation/sealing/sealer.ts'
import type { NewAllocation } from '../allocations/model/allocation.ts'
import { sealEnv, type Variables } from '../deployments/deployments.ts'
import type { NewDeployment } from '../deployments/model/deployment.ts'
import { storedPlacement } from '../deployments/model/stored-placement.ts'
import { planOutdated } from '../own-problems.ts'
import { type AgreedPlan, deviation } from '../plans/model/plan.ts'
import { makeEndpointName } from './endpoint-name.ts'
import type { KnownFleet } from './known-fleet.ts'
import { type Chosen, type Place, takePlace } from './place.ts'
import { refusalProblem } from './refusal-problem.ts'
import { type ForecastOf, planFor, type RoomOutlook, requestOf } from './start-time.ts'

export type NewRequest = {
  companyId: string
  actor: Act['actor']
  spec: DeploymentSpec
  env: Variables
  operationId: string | null
  /** It is refused where anything would be other than this. */
  agreed?: AgreedPlan | undefined
}

/**
 * A deployment to be written, and the plan that it deploys. Its place's GPUs are taken in memory; null while it waits.
 * `lacksRoom`: it waits for room alone.
 */
export type Draft = { deployment: NewDeployment; planId: string | null } & (
  | { place: Place; allocation: NewAllocation }
  | { place: null; allocation: null; lacksRoom: boolean }
)

export type DraftDeps = {
  now: () => Date
  newId: NewId
  randomBytes: (count: number) => Uint8Array
  forecastOf: ForecastOf
  outlook: RoomOutlook
  /** Seals the values of environment variables. */
  sealer: Pick<Sealer, 'seal'>
}

/** How soon a deployment that waits for room alone is placed again. */
const roomRecheckMs = 60_000

export function draftOf(request: NewRequest, fleet: KnownFleet, deps: DraftDeps): Draft | Problem {
  const { env, actor, agreed, ...rest } = request
  const { spec } = request
  const planId = agreed?.id ?? null
  const createdAt = deps.now()
  const choice = fleet.placement.choose(requestOf(spec))
  const refusal = choice.kind === 'refused' ? choice : undefined
  if (refusal?.because === 'no_feasible_hub') return refusalProblem(refusal, spec)
  const id = deps.newId('dep')
  const common = {
    ...rest,
    // The price of the plan is the limit for further attempts as well.
    spec: agreed ? { ...spec, maxPriceUsd: agreed.priceUsdPerGpuHour } : spec,
    id,
    envSealed: sealEnv(deps.sealer, id, env),
    endpointName: makeEndpointName(deps.randomBytes),
    name: spec.name,
    createdAt,
    createdBy: actor,
    placement: storedPlacement(choice),
  }
  if (spec.maxDelayHours > 0) {
    const latest = latestStart(createdAt, spec.maxDelayHours)
    const times = { now: createdAt, latestStart: latest, isWaiting: false }
    const plan = planFor(fleet.placement, spec, {
      ...times,
      forecastOf: deps.forecastOf,
      outlook: deps.outlook,
      runId: common.id,
    })
    if (plan && (refusal || plan.kind === 'wait')) {
      const fault = agreed && outdated(agreed, { outcome: 'wait', hubId: plan.site.id }, spec, createdAt)
      if (fault) return fault
      const deployment = { ...common, ...scheduled(plan, fleet, createdAt, latest) }
      return { deployment, planId, place: null, allocation: null, lacksRoom: plan.kind !== 'wait' }
    }
  }
  if (refusal) return refusalProblem(refusal, spec)
  const { hubId, candidates } = choice as Chosen
  const decided = { outcome: 'start', hubId, priceUsd: candidates[0]?.priceUsd } as const
  const fault = agreed && outdated(agreed, decided, spec, createdAt)
  if (fault) return fault
  const place = takePlace(fleet, spec, choice as Chosen)
  const deployment = { ...common, ...provisioning(place, createdAt) }
  const of = { deploymentId: common.id, companyId: request.companyId, attempt: 1, spec }
  return { deployment, planId, place, allocation: allocationOf(place, of, deps) }
}

/** A price that is open still is not compared: `max_price_usd` holds it. */
function outdated(
  agreed: AgreedPlan,
  {
    outcome,
    hubId,
    priceUsd = agreed.priceUsdPerGpuHour,
  }: { outcome: 'start' | 'wait'; hubId: string; priceUsd?: number | undefined },
  { sovereignty }: DeploymentSpec,
  now: Date,
): Problem | undefined {
  const why = deviation(agreed, { outcome, hubId, priceUsdPerGpuHour: priceUsd, sovereignty }, now)
  return why === undefined ? undefined : new Problem(planOutdated, `${why} Plan it again, and ask the person again.`)
}

export const allocationOf = (
  { hubId, nodes, priceUsdPerGpuHour }: Place,
  of: { deploymentId: string; companyId: string; attempt: number; spec: DeploymentSpec },
  { now, newId }: Pick<DraftDeps, 'now' | 'newId'>,
): NewAllocation => ({
  id: newId('alc'),
  deploymentId: of.deploymentId,
  companyId: of.companyId,
  attempt: of.attempt,
  hubId,
  gpuType: of.spec.gpuType,
  gpus: of.spec.count,
  nodes,
  priceUsdPerGpuHour,
  reservedAt: now(),
})

const provisioning = (place: Place, now: Date) =>
  ({
    status: 'provisioning',
    simulated: place.simulated,
    cpuOnly: place.cpuOnly,
    hubId: place.hubId,
    country: place.country,
    priceUsdPerGpuHour: place.priceUsdPerGpuHour,
    carbonIntensity: place.carbonIntensity,
    carbonGrade: place.carbonGrade,
    startAt: null,
    latestStartAt: null,
    dueAt: now,
  }) as const

/** A scheduled deployment has the grade that it is expected to start with. */
function scheduled(plan: StartPlan, fleet: KnownFleet, now: Date, latest: Date) {
  const site = fleet.hub(plan.site.id)!
  const startAt = plan.kind === 'wait' ? plan.recheckAt : new Date(now.getTime() + roomRecheckMs)
  return {
    status: 'scheduled',
    simulated: site.simulated,
    cpuOnly: site.cpuOnly,
    hubId: null,
    country: null,
    priceUsdPerGpuHour: null,
    carbonIntensity: plan.expectedIntensity,
    carbonGrade: carbonGrade(plan.expectedIntensity * site.pue),
    startAt,
    latestStartAt: latest,
    dueAt: startAt,
  } as const
}
