/** Places a deployment that a reconciler holds: for its first attempt after a wait, or for the next one. */
import type { Database, Queryable } from '@service/foundation/database/database.ts'
import { allocations } from '../allocations/allocations.ts'
import { announce, beginAttempts } from '../deployments/deployments.ts'
import { events } from '../events/events.ts'
import type { FreeGpus } from '../hubs/model/hub-gpus.ts'
import type { Metering } from '../metering/metering.ts'
import type { PlaceRequest, PlaceResult } from '../reconcile/reconcile.ts'
import { takeGpus } from './gpu-taking.ts'
import type { KnownFleet } from './known-fleet.ts'
import { allocationOf, type DraftDeps } from './new-deployment.ts'
import { type Place, takePlace } from './place.ts'
import { retryTransaction } from './retry-transaction.ts'
import type { PlannedOutlook } from './room-outlook.ts'
import { planFor, requestOf } from './start-time.ts'

export type PlaceAgainDeps = DraftDeps & {
  db: Database
  fleet: KnownFleet
  metering: Pick<Metering, 'admit'>
  refresh: () => Promise<void>
  outlook: PlannedOutlook
}

/** Rolls the transaction back; `result` is returned instead. */
class Undone extends Error {
  override readonly name = 'Undone'
  readonly result: PlaceResult

  constructor(result: PlaceResult) {
    super('The attempt was not begun')
    this.result = result
  }
}

export function makePlaceAgain({ db, fleet, metering, refresh, now, newId, forecastOf, outlook }: PlaceAgainDeps) {
  return async (ask: PlaceRequest): Promise<PlaceResult> => {
    const later = await waits(ask)
    if (later) return later
    try {
      return await retryTransaction(fleet, refresh, () => decideAndWrite(ask))
    } catch (error) {
      if (error instanceof Undone) return error.result
      throw error
    }
  }

  async function waits({ claim }: PlaceRequest): Promise<PlaceResult | undefined> {
    if (claim.status !== 'scheduled' || !claim.latestStartAt || claim.latestStartAt <= now()) return undefined
    await outlook.fresh()
    const times = { now: now(), latestStart: claim.latestStartAt, isWaiting: true }
    const options = { ...times, forecastOf, outlook, runId: claim.id }
    const plan = planFor(fleet.placement, claim.spec, options)
    return plan?.kind === 'wait' ? { kind: 'later', startAt: plan.recheckAt } : undefined
  }

  async function decideAndWrite(ask: PlaceRequest): Promise<PlaceResult> {
    const request = requestOf(ask.claim.spec, ask.excludedHubs)
    let choice = fleet.placement.choose(request)
    if (choice.kind === 'refused') {
      await refresh()
      choice = fleet.placement.choose(request)
      if (choice.kind === 'refused') return { kind: 'refused', because: choice.because }
    }
    const place = takePlace(fleet, ask.claim.spec, choice)
    fleet.adopt(await db.transaction((tx) => write(tx, ask, place)))
    return { kind: 'placed' }
  }

  async function write(tx: Queryable, { claim, reconcilerId }: PlaceRequest, place: Place): Promise<FreeGpus[]> {
    const { id, companyId, version, spec } = claim
    const next = { id, reconcilerId, version, ...place }
    const attempt = (await beginAttempts(tx, [next], now())).get(id)
    if (attempt === undefined) throw new Undone({ kind: 'superseded' })
    const allocation = allocationOf(place, { deploymentId: id, companyId, attempt, spec }, { now, newId })
    await allocations.insert(tx, [allocation])
    if (!place.simulated) {
      const [admission] = await metering.admit(tx, [{ deploymentId: id, companyId, gpus: spec.count }])
      if (!admission?.admitted) throw new Undone({ kind: 'refused', because: 'quota_exhausted' })
    }
    const free = await takeGpus(tx, [{ ...allocation, dedicated: place.dedicated }])
    const status = claim.status === 'scheduled' ? 'provisioning' : null
    await events.append(tx, [
      {
        id: newId('evt'),
        companyId,
        deploymentId: id,
        type: status ?? 'attempt_begun',
        status,
        reason: null,
        message: null,
        hubId: place.hubId,
        attempt,
        actor: 'system',
        data: null,
        at: now(),
      },
    ])
    await announce(tx, [id])
    return free
  }
}
