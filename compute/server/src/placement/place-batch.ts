/** Decides on a batch of new deployments, and writes the placed and scheduled ones in one transaction. */
import { admits } from '@service/compute-domain/metering/gpu-hours.ts'
import type { Database, Queryable } from '@service/foundation/database/database.ts'
import { actorText } from '@service/foundation/identity/model/actor.ts'
import { Problem } from '@service/foundation/problem.ts'
import { zip } from '@service/foundation/zip.ts'
import type { NewDeployment, PlacedDeployment } from '../deployments/model/deployment.ts'
import type { Admission, Metering } from '../metering/metering.ts'
import { noCapacity, tooManyDeployments } from '../own-problems.ts'
import { claimPlans } from '../plans/plans.ts'
import { takeGpus, type WantedShares } from './gpu-taking.ts'
import type { KnownFleet } from './known-fleet.ts'
import { LiveDeployments } from './live-deployments.ts'
import { type Draft, type DraftDeps, draftOf, type NewRequest } from './new-deployment.ts'
import { noHoursProblem, planUsedProblem, tooManyProblem } from './refusal-problem.ts'
import { retryTransaction } from './retry-transaction.ts'
import { writeIntents } from './write-intents.ts'

type Deps = DraftDeps & {
  db: Database
  fleet: KnownFleet
  metering: Pick<Metering, 'admit' | 'report'>
  refresh: () => Promise<void>
  /** How many deployments of a company may be alive. */
  liveLimit: number
  onPlaced?: (deploymentIds: readonly string[]) => void
}

/**
 * `crowded-out`: it found no room, for its GPUs or in its company's limit, because of another of the batch that was refused
 * in the end; so it is placed again.
 */
type BatchResult = PlacedDeployment | Error | 'crowded-out'

type Refused = { admission?: Admission & { admitted: false }; problem: Problem }

/** A request with what was decided on it. */
type Decision = { request: NewRequest; draft: Draft | Problem }

export class BatchPlacer {
  readonly #deps: Deps
  readonly #live: LiveDeployments

  constructor(deps: Deps) {
    this.#deps = deps
    this.#live = new LiveDeployments({ db: deps.db, limit: deps.liveLimit })
  }

  /** The deployment of each request, or why there is none, in the order of the requests. */
  async place(requests: readonly NewRequest[]): Promise<(PlacedDeployment | Error)[]> {
    const { fleet, refresh } = this.#deps
    const results: BatchResult[] = await retryTransaction(fleet, refresh, () => this.#decideAndWrite(requests)).catch(
      async (error: Error) => {
        if (requests.length <= 1 || !isAboutData(error)) return requests.map(() => error)
        // One of them has data that the database refuses.
        const alone: (PlacedDeployment | Error)[] = []
        for (const request of requests) alone.push(...(await this.place([request])))
        return alone
      },
    )
    const crowdedOut = requests.filter((_, index) => results[index] === 'crowded-out')
    if (crowdedOut.length === 0) return results as (PlacedDeployment | Error)[]
    const again = await this.place(crowdedOut)
    return results.map((result) => (result === 'crowded-out' ? again.shift()! : result))
  }

  async #decideAndWrite(requests: readonly NewRequest[]): Promise<BatchResult[]> {
    const { db, fleet, onPlaced } = this.#deps
    const decisions = await this.#decide(requests)
    const made = decisions.flatMap(({ draft }) => (draft instanceof Problem ? [] : [draft]))
    if (made.length === 0) return decisions.map(({ draft }) => draft as Problem)
    const { refused, granted, free } = await db.transaction((tx) => this.#write(tx, made))
    fleet.adopt(free)
    this.#live.add(granted.map(({ deployment }) => deployment))
    onPlaced?.(granted.map(({ deployment }) => deployment.id))
    return decisions.map(({ request, draft }) => {
      if (refused.size > 0 && isCrowdedOut(draft)) return refusedAsWell(request, refused) ?? 'crowded-out'
      return draft instanceof Problem ? draft : (refused.get(draft)?.problem ?? placedOf(draft))
    })
  }

  /** Requests without room on the known fleet are decided again on what the database says. */
  async #decide(requests: readonly NewRequest[]): Promise<Decision[]> {
    const { refresh, fleet } = this.#deps
    const room = await this.#live.roomOf(requests.map(({ companyId }) => companyId))
    const decisions = requests.map((request) => ({ request, draft: this.#draftWithin(room, request) }))
    if (!decisions.some(({ draft }) => mayHaveRoomByNow(draft))) return decisions
    await refresh()
    return decisions.map(({ request, draft }) => {
      if (!mayHaveRoomByNow(draft)) return { request, draft }
      // A scheduled draft is counted in its company's limit already.
      const again = draft instanceof Problem ? this.#draftWithin(room, request) : draftOf(request, fleet, this.#deps)
      return { request, draft: again }
    })
  }

  #draftWithin(room: Map<string, number>, request: NewRequest): Draft | Problem {
    const { fleet, liveLimit } = this.#deps
    const left = room.get(request.companyId)!
    if (left <= 0) return tooManyProblem(liveLimit)
    const draft = draftOf(request, fleet, this.#deps)
    if (!(draft instanceof Problem)) room.set(request.companyId, left - 1)
    return draft
  }

  async #write(tx: Queryable, drafts: readonly Draft[]) {
    const refused = await this.#admit(tx, drafts)
    const isGranted = (draft: Draft) => !refused.has(draft) && !(refused.size > 0 && mayHaveRoomByNow(draft))
    const unclaimed = await findUnclaimed(tx, drafts.filter(isGranted))
    for (const draft of unclaimed) refused.set(draft, { problem: planUsedProblem() })
    // They were admitted; nothing else would ever give back what that reserved.
    const released = unclaimed.map(({ deployment }) => ({ kind: 'release' as const, deploymentId: deployment.id }))
    if (released.length > 0) await this.#deps.metering.report(tx, released)
    const granted = drafts.filter(isGranted)
    const free = await takeGpus(tx, granted.flatMap(wantedOf))
    await this.#insert(tx, granted)
    return { refused, granted, free }
  }

  /** Asks for the GPU-hours of placed deployments; a scheduled one asks when it starts. */
  async #admit(tx: Queryable, drafts: readonly Draft[]): Promise<Map<Draft, Refused>> {
    const asking = drafts.filter(({ place }) => place && !place.simulated)
    const admissions = await this.#deps.metering.admit(
      tx,
      asking.map(({ deployment: { id, companyId, spec } }) => ({ deploymentId: id, companyId, gpus: spec.count })),
    )
    const refused = new Map<Draft, Refused>()
    for (const [draft, admission] of zip(asking, admissions)) {
      if (admission.admitted) continue
      refused.set(draft, { admission, problem: noHoursProblem(admission, draft.deployment.spec.count) })
    }
    return refused
  }

  #insert(tx: Queryable, drafts: readonly Draft[]): Promise<void> {
    return writeIntents(tx, {
      deployments: drafts.map(({ deployment }) => deployment),
      allocations: drafts.flatMap(({ allocation }) => allocation ?? []),
      events: drafts.map(({ deployment }) => ({
        id: this.#deps.newId('evt'),
        companyId: deployment.companyId,
        deploymentId: deployment.id,
        type: deployment.status,
        status: deployment.status,
        reason: null,
        message: null,
        hubId: deployment.hubId,
        attempt: deployment.status === 'scheduled' ? null : 1,
        actor: deployment.createdBy,
        data: null,
        at: deployment.createdAt,
      })),
    })
  }
}

/** Those whose plan another request has deployed: of two in this batch, the second. */
async function findUnclaimed(tx: Queryable, drafts: readonly Draft[]): Promise<Draft[]> {
  const planned = drafts.filter(({ planId }) => planId !== null)
  if (planned.length === 0) return []
  const claims = planned.map(({ planId, deployment: { operationId } }) => ({
    planId: planId!,
    operation: operationId!,
  }))
  const claimed = await claimPlans(tx, claims)
  return planned.filter(({ planId, deployment }) => claimed.get(planId!) !== deployment.operationId)
}

const wantedOf = ({ allocation, place }: Draft): WantedShares[] =>
  place ? [{ ...allocation, dedicated: place.dedicated }] : []

/** PostgreSQL's classes 22 and 23: an invalid value, or a key that exists already. */
const isAboutData = (error: Error): boolean => 'code' in error && /^2[23]/.test(String(error.code))

/**
 * The refusal of a crowded-out request whose company has no hours left for it, as for another of its requests: without
 * this, many such requests would keep the others of the batch waiting for as many rounds.
 */
function refusedAsWell({ companyId, spec }: NewRequest, refused: ReadonlyMap<Draft, Refused>): Problem | undefined {
  for (const [{ deployment }, { admission }] of refused) {
    const same = deployment.companyId === companyId
    if (same && admission && !admits(admission.hours, spec.count)) return noHoursProblem(admission, spec.count)
  }
  return undefined
}

/** Whether it lacks room by the known fleet: that is final only by the database. */
const mayHaveRoomByNow = (draft: Draft | Problem): boolean =>
  draft instanceof Problem ? draft.code === noCapacity.code : draft.place === null && draft.lacksRoom

const isCrowdedOut = (draft: Draft | Problem): boolean =>
  mayHaveRoomByNow(draft) || (draft instanceof Problem && draft.code === tooManyDeployments.code)

/** A deployment as it would be read back. */
function placedOf({ deployment, place }: Draft): PlacedDeployment {
  const { companyId: _, operationId: __, name: ___, dueAt: ____, envSealed: _____, ...rest }: NewDeployment = deployment
  return {
    ...rest,
    createdBy: actorText(deployment.createdBy),
    imageDigest: null,
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
