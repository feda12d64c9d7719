/**
 * The placer: finds GPUs for deployments and takes them in the database.
 *
 * Requests that come at the same moment share a **batch**; a process has one at a time.
 *
 * 1. Each request is decided in memory (`new-deployment.ts`, on the fleet of `known-fleet.ts`), one after the other, so
 *    that no two of a batch take the same GPU. Where there seems to be no room, the fleet is first read again.
 * 2. One transaction admits them to their companies' GPU-hours (`metering/admit.ts`), takes the GPUs (`gpu-taking.ts`) and
 *    writes deployments, allocations and events: the **intent**, which `reconcile/` carries out. If another process has
 *    taken some of the GPUs meanwhile, nothing is written; the rows are taken over, and the whole batch is decided again.
 * 3. Once that has committed, each caller gets its deployment, and the deployments are announced.
 *
 * A process that dies before the commit has taken nothing: its decisions were in its memory alone.
 *
 * The reconciler's further attempts go the same way, each in a transaction of its own (`place-again.ts`).
 */
import type { DeploymentSpec } from '@service/compute-domain/deployments/spec.ts'
import type { Hub } from '@service/compute-domain/hubs/model/hub.ts'
import type { MeanIntensity } from '@service/compute-domain/placement/carbon-rates.ts'
import type { Database } from '@service/foundation/database/database.ts'
import { GroupCommit } from '@service/foundation/database/group-commit.ts'
import type { Logger } from '@service/foundation/log/logger.ts'
import { Problem } from '@service/foundation/problem.ts'
import { makeFindMade, type PlaceDeployment } from '../deployments/deployments.ts'
import type { PlacedDeployment } from '../deployments/model/deployment.ts'
import type { Metering } from '../metering/metering.ts'
import type { PlaceAgain, PlaceRequest, PlaceResult } from '../reconcile/reconcile.ts'
import { followFleet } from './follow-fleet.ts'
import { KnownFleet } from './known-fleet.ts'
import type { DraftDeps, NewRequest } from './new-deployment.ts'
import { makePlaceAgain } from './place-again.ts'
import { BatchPlacer } from './place-batch.ts'
import { type Preview, previewOf } from './preview.ts'
import { noHubsProblem } from './refusal-problem.ts'
import { PlannedOutlook } from './room-outlook.ts'

export { KnownFleet } from './known-fleet.ts'
export { allocationOf, type Draft, draftOf, type NewRequest } from './new-deployment.ts'
export { takePlace } from './place.ts'
export { type Preview, previewOf } from './preview.ts'
export { noHoursProblem } from './refusal-problem.ts'
export { type PlacementDeps, placementRoutes } from './routes.ts'
export { planFor, type RoomOutlook, requestOf } from './start-time.ts'

export interface Placer {
  placeDeployment: PlaceDeployment
  placeAgain: PlaceAgain
  /** What would become of a request, by what this process knows. */
  preview(spec: DeploymentSpec): Preview
  close(): Promise<void>
}

export type PlacerDeps = Omit<DraftDeps, 'outlook'> & {
  db: Database
  log: Logger
  /** The hubs of the operator's file, all of them simulated or none. */
  hubs: readonly Hub[]
  /** For the operator, as long as no hub responds: why, and what to do. */
  toDo?: string | undefined
  /** Where this control plane keeps what it stores: ISO 3166-1 alpha-2. */
  homeCountry: string | null
  /** gCO2eq/kWh of a zone, over so many hours from now. */
  meanOver: MeanIntensity
  metering: Pick<Metering, 'admit' | 'report'>
  /** How many deployments of a company may be alive. */
  liveLimit: number
  /** Called with what has just been committed, before its announcement arrives. */
  onPlaced?: (deploymentIds: readonly string[]) => void
}

/** A larger batch would keep its first requests waiting. */
const largestBatch = 200

export async function openPlacer(deps: PlacerDeps): Promise<Placer> {
  const { db, now, log, hubs, homeCountry, meanOver, toDo } = deps
  const fleet = new KnownFleet({ hubs, homeCountry, meanOver })
  const following = await followFleet({ db, now, log, fleet, meanOver })
  const { refresh } = following
  const outlook = new PlannedOutlook({ ...deps, fleet })
  const serially = makeSerialQueue()
  const placer = new BatchPlacer({ ...deps, fleet, refresh, outlook })
  const placeAgain = makePlaceAgain({ ...deps, fleet, refresh, outlook })
  const findMade = makeFindMade({ db })
  const batches = new GroupCommit<NewRequest, PlacedDeployment>((requests) => serially(() => placer.place(requests)), {
    largestBatch,
  })
  const attempts = new GroupCommit<PlaceRequest, PlaceResult>(async (asks) => {
    const results: (PlaceResult | Error)[] = []
    for (const ask of asks) results.push(await serially(() => placeAgain(ask)).catch((error) => error as Error))
    return results
  })

  const requireHubs = () => {
    if (toDo !== undefined && !fleet.hasReadyHub) throw noHubsProblem(toDo)
  }

  return {
    async placeDeployment({ companyId, actor, spec, env = {}, operation, agreed }) {
      const made = operation?.resumed ? await findMade(companyId, operation.id) : undefined
      if (made) return made
      requireHubs()
      if (spec.maxDelayHours > 0) void outlook.fresh() // in the background: no request waits for it
      try {
        return await batches.submit({ companyId, actor, spec, env, operationId: operation?.id ?? null, agreed })
      } catch (error) {
        if (error instanceof Problem) throw error
        // An earlier run of this operation may have succeeded after all.
        const late = operation && (await findMade(companyId, operation.id).catch(() => undefined))
        if (late) return late
        throw new Problem('unavailable', 'The deployment could not be saved. Try again shortly.', {
          cause: error,
          retryAfterSeconds: 5,
        })
      }
    },
    placeAgain: (ask) => attempts.submit(ask),
    preview(spec) {
      requireHubs()
      return previewOf(spec, fleet, { ...deps, outlook })
    },
    async close() {
      await Promise.all([batches.close(), attempts.close()])
      await outlook.close()
      await following.close()
    },
  }
}

/** Runs work one after the other, because all of it decides on the same memory. */
function makeSerialQueue() {
  let last: Promise<unknown> = Promise.resolve()
  return <T>(work: () => Promise<T>): Promise<T> => {
    const done = last.then(work)
    last = done.catch(() => {})
    return done
  }
}
