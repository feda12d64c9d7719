/** The administration of hubs beside their file: what takes nothing new for a while, and what never comes back. */
import {
  type Guarded,
  installation,
  installationFresh,
  type Rules,
} from '@service/foundation/administration/administration.ts'
import { makeAudit } from '@service/foundation/audit/audit.ts'
import type { Database } from '@service/foundation/database/database.ts'
import type { Act } from '@service/foundation/identity/model/actor.ts'
import { Problem } from '@service/foundation/problem.ts'
import { announceHubs, type HubReport, lockHub, reportHubs, type StoredHub, writeWanted } from '../hubs/hubs.ts'
import { makeWriteOffHub, type WrittenOffHub } from './write-off-hub.ts'

type Acts = {
  listHubs(by: Act): Promise<HubReport[]>
  /** Until the next start, when the file of hubs holds again. */
  setHubDraining(by: Act, hubId: string, isDraining: boolean): Promise<{ hub: string; state: string }>
  removeHub(by: Act, hubId: string): Promise<{ hub: string } & WrittenOffHub>
}

type HubActsDeps = { db: Database } & Parameters<typeof makeWriteOffHub>[0]

export type HubActs = Guarded<Acts>

export const hubRules: Rules<Acts> = {
  listHubs: installation,
  setHubDraining: installation,
  removeHub: installationFresh,
}

export function makeHubActs(deps: HubActsDeps): Acts {
  const { db, now, newId } = deps
  const audit = makeAudit({ now, newId })
  const writeOff = makeWriteOffHub(deps)
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

    /** Writes a silent hub off for good, in one transaction: what was allocated there is over, its deployments go elsewhere or end. */
    removeHub: (by, hubId) =>
      db.transaction(async (tx) => {
        const hub = (await lockHub(tx, hubId)) ?? missing(hubId)
        requireSilent(hub)
        const removed = await writeOff(tx, hub)
        await writeWanted(tx, hubId, { wanted: 'disabled', state: 'disabled' })
        await announceHubs(tx, [hubId])
        await audit.record(tx, by, {
          companyId: null,
          action: 'hub.remove',
          target: hubId,
          before: { state: hub.state },
          after: removed,
        })
        return { hub: hubId, ...removed }
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
