/** Decides on a batch of new deployments, and writes those that are placed or scheduled in one transaction. */
import type { Database, Queryable } from '@service/foundation/database/database.ts'
import { Problem } from '@service/foundation/problem.ts'
import * as allocations from '../allocations/allocation-store.ts'
import { announce } from '../deployments/announce.ts'
import type { PlacedDeployment } from '../deployments/answer.ts'
import type { NewDeployment } from '../deployments/deployment.ts'
import * as deployments from '../deployments/deployment-store.ts'
import * as events from '../events/event-store.ts'
import type { Metering } from '../metering/metering.ts'
import { noCapacity } from '../own-problems.ts'
import { takeGpus, type WantedShares } from './gpu-taking.ts'
import type { KnownFleet } from './known-fleet.ts'
import { type Draft, type DraftDeps, draftOf, type NewRequest } from './new-deployment.ts'
import { noHoursProblem } from './refusal-problem.ts'
import { tryAnew } from './try-anew.ts'

export type PlaceBatch = (requests: readonly NewRequest[]) => Promise<(PlacedDeployment | Error)[]>

type Deps = DraftDeps & {
  db: Database
  fleet: KnownFleet
  metering: Pick<Metering, 'admit'>
  refresh: () => Promise<void>
  onPlaced?: (deploymentIds: readonly string[]) => void
}

export function makePlaceBatch({ db, fleet, metering, refresh, onPlaced, ...deps }: Deps): PlaceBatch {
  return async function placeBatch(requests) {
    try {
      return await tryAnew(fleet, () => decideAndWrite(requests))
    } catch (error) {
      if (requests.length <= 1) return requests.map(() => error as Error)
      // Whatever it was, it may have been about one of them alone.
      const answers: (PlacedDeployment | Error)[] = []
      for (const request of requests) answers.push(...(await placeBatch([request])))
      return answers
    }
  }

  async function decideAndWrite(requests: readonly NewRequest[]): Promise<(PlacedDeployment | Error)[]> {
    const drafts = await decide(requests)
    const made = drafts.filter((draft): draft is Draft => !(draft instanceof Problem))
    if (made.length === 0) return drafts as Problem[]
    const { refused, free } = await db.transaction((tx) => write(tx, made))
    fleet.adopt(free)
    onPlaced?.(made.filter((draft) => !refused.has(draft)).map(({ deployment }) => deployment.id))
    return drafts.map((draft) => (draft instanceof Problem ? draft : (refused.get(draft) ?? placedOf(draft))))
  }

  /** What has no room by what we know is looked at again by what the database says. */
  async function decide(requests: readonly NewRequest[]): Promise<(Draft | Problem)[]> {
    const drafts = requests.map((request) => draftOf(request, fleet, deps))
    if (!drafts.some(mayHaveRoomByNow)) return drafts
    await refresh()
    return drafts.map((draft, index) => (mayHaveRoomByNow(draft) ? draftOf(requests[index]!, fleet, deps) : draft))
  }

  async function write(tx: Queryable, drafts: readonly Draft[]) {
    const refused = await admit(tx, drafts)
    const granted = drafts.filter((draft) => !refused.has(draft))
    const free = await takeGpus(tx, granted.flatMap(wantedOf))
    await insert(tx, granted)
    return { refused, free }
  }

  /** Nothing is asked for what only waits: its time comes when it starts. */
  async function admit(tx: Queryable, drafts: readonly Draft[]): Promise<Map<Draft, Problem>> {
    const asking = drafts.filter(({ place }) => place && !place.simulated)
    const admissions = await metering.admit(
      tx,
      asking.map(({ deployment: { id, companyId, spec } }) => ({ deploymentId: id, companyId, gpus: spec.count })),
    )
    const refused = new Map<Draft, Problem>()
    for (const [index, admission] of admissions.entries()) {
      const draft = asking[index]!
      if (!admission.admitted) refused.set(draft, noHoursProblem(admission, draft.deployment.spec.count))
    }
    return refused
  }

  async function insert(tx: Queryable, drafts: readonly Draft[]): Promise<void> {
    await deployments.insert(
      tx,
      drafts.map(({ deployment }) => deployment),
    )
    await allocations.insert(
      tx,
      drafts.flatMap(({ allocation }) => allocation ?? []),
    )
    await events.append(
      tx,
      drafts.map(({ deployment }) => ({
        id: deps.newId('evt'),
        companyId: deployment.companyId,
        deploymentId: deployment.id,
        type: deployment.status,
        status: deployment.status,
        reason: null,
        message: null,
        hubId: deployment.hubId,
        attempt: deployment.status === 'scheduled' ? null : 1,
        actor: 'user',
        data: null,
        at: deployment.createdAt,
      })),
    )
    await announce(
      tx,
      drafts.map(({ deployment }) => deployment.id),
    )
  }
}

const wantedOf = ({ allocation, place }: Draft): WantedShares[] =>
  place ? [{ ...allocation, dedicated: place.dedicated }] : []

/** No problem of capacity is final before the database has been asked. */
const mayHaveRoomByNow = (draft: Draft | Problem): boolean =>
  draft instanceof Problem ? draft.code === noCapacity.code : draft.place === null && draft.lacksRoom

/** As it would be read back. */
function placedOf({ deployment, place }: Draft): PlacedDeployment {
  const { companyId: _, operationId: __, name: ___, dueAt: ____, ...rest }: NewDeployment = deployment
  return {
    ...rest,
    reason: null,
    message: null,
    statusSince: deployment.createdAt,
    attempt: place ? 1 : 0,
    priceUsdPerGpuHour: deployment.priceUsdPerGpuHour?.toFixed(4) ?? null,
    carbonIntensity: deployment.carbonIntensity?.toFixed(2) ?? null,
    runningAt: null,
    endedAt: null,
    nodes: place?.nodes ?? [],
  }
}
