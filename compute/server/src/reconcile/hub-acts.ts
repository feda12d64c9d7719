/** The administration of hubs beside their file: what takes nothing new for a while, and what never comes back. */
import { type Guarded, operatorsOnly, type Rules } from '@service/foundation/administration/administration.ts'
import { makeAudit } from '@service/foundation/audit/audit.ts'
import type { Database } from '@service/foundation/database/database.ts'
import type { Act } from '@service/foundation/identity/model/actor.ts'
import type { NewId } from '@service/foundation/new-id.ts'
import { Problem } from '@service/foundation/problem.ts'
import {
  announceHubs,
  giveBackGpus,
  type HubReport,
  lockHub,
  reportHubs,
  type StoredHub,
  writeWanted,
} from '../hubs/hubs.ts'
import * as held from './held-store.ts'

type Acts = {
  listHubs(by: Act): Promise<HubReport[]>
  /** Until the next start, when the file of hubs holds again. */
  setHubDraining(by: Act, hubId: string, isDraining: boolean): Promise<{ hub: string; state: string }>
  removeHub(by: Act, hubId: string): Promise<{ hub: string; allocations: number }>
}

export type HubActs = Guarded<Acts>

export const hubRules: Rules<Acts> = {
  listHubs: operatorsOnly,
  setHubDraining: operatorsOnly,
  removeHub: operatorsOnly,
}

export function makeHubActs({ db, now, newId }: { db: Database; now: () => Date; newId: NewId }): Acts {
  const audit = makeAudit({ now, newId })
  return {
    listHubs: () => reportHubs(db.connection),

    setHubDraining: (by, hubId, isDraining) =>
      db.transaction(async (tx) => {
        const hub = (await lockHub(tx, hubId)) ?? missing(hubId)
        if (hub.wanted === 'disabled') throw new Problem('conflict', `The hub ${hubId} is disabled.`)
        const wanted = isDraining ? 'draining' : 'ready'
        const state = hub.state === 'unreachable' ? hub.state : wanted
        if (hub.wanted === wanted) return { hub: hubId, state }
        await writeWanted(tx, hubId, { wanted, state })
        await announceHubs(tx, [hubId])
        await audit.record(tx, by, {
          companyId: null,
          action: isDraining ? 'hub.drain' : 'hub.return',
          target: hubId,
          before: { wanted: hub.wanted },
          after: { wanted },
        })
        return { hub: hubId, state }
      }),

    /** Writes a silent hub off for good: what was allocated there is over, and nobody waits for it to be seen to end. */
    removeHub: (by, hubId) =>
      db.transaction(async (tx) => {
        const hub = (await lockHub(tx, hubId)) ?? missing(hubId)
        requireSilent(hub)
        const allocations = await held.heldAt(tx, hubId)
        const left = allocations.filter(
          ({ attempt, deploymentAttempt, status }) =>
            attempt === deploymentAttempt && status !== 'stopped' && status !== 'failed',
        )
        if (left.length > 0) {
          const ids = left.slice(0, 3).map(({ deploymentId }) => deploymentId)
          const words = `${left.length} of its deployments have not left it yet (${ids.join(', ')}${left.length > 3 ? ', …' : ''})`
          throw new Problem(
            'conflict',
            `${words}. Try again once they run elsewhere or have ended; jobs wait, stop them.`,
          )
        }
        const ids = allocations.map(({ id }) => id)
        const freed = await held.release(tx, ids, now())
        await held.markRemoved(tx, ids, now())
        await giveBackGpus(
          tx,
          allocations.filter(({ id }) => freed.has(id)),
        )
        await writeWanted(tx, hubId, { wanted: 'disabled', state: 'disabled' })
        await announceHubs(tx, [hubId])
        await audit.record(tx, by, {
          companyId: null,
          action: 'hub.remove',
          target: hubId,
          before: { state: hub.state },
          after: { allocations: ids.length },
        })
        return { hub: hubId, allocations: ids.length }
      }),
  }
}

function requireSilent({ hubId, state }: StoredHub): void {
  if (state === 'disabled') throw new Problem('conflict', `The hub ${hubId} is removed or disabled already.`)
  if (state !== 'unreachable') {
    throw new Problem('conflict', `The hub ${hubId} responds. Drain it, and take it out of the file of hubs instead.`)
  }
}

function missing(hubId: string): never {
  throw new Problem('not-found', `Hub ${hubId} not found.`)
}
