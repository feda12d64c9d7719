import type { Database } from '@service/foundation/database/database.ts'
import { announceHubs } from './announce-hubs.ts'
import type { ConfiguredHub } from './hub-file.ts'
import * as gpus from './hub-gpu-store.ts'
import * as store from './hub-store.ts'
import type { FreeGpus } from './model/hub-gpus.ts'

/**
 * Brings the database in line with the operator's hubs, at a start. What is free is counted again from what is allocated.
 * A hub that has left the file takes nothing new, and goes on being a hub for as long as something may run there.
 *
 * Answers all hubs there are, those on their way out included.
 */
export async function syncHubs(db: Database, configured: readonly ConfiguredHub[]): Promise<ConfiguredHub[]> {
  return db.transaction(async (tx) => {
    const stored = await store.lockAll(tx)
    const before = await gpus.lockAll(tx)
    const known = new Set(configured.map(({ hub }) => hub.id))
    const inUse = await store.inUse(tx)
    const leaving = stored
      .filter(({ hubId }) => !known.has(hubId))
      .map(({ hubId, config }) => ({ hub: config, wanted: inUse.has(hubId) ? 'draining' : 'disabled' }) as const)
    const hubs = [...configured, ...leaving]
    await store.writeConfigured(
      tx,
      hubs.map(({ hub, wanted }) => ({ hubId: hub.id, wanted, config: hub })),
    )
    const staying = hubs.filter(({ hub, wanted }) => known.has(hub.id) || wanted !== 'disabled')
    await gpus.replaceNodes(tx, countFree(staying, await gpus.held(tx)))
    await announceHubs(tx, [...hubs.map(({ hub }) => hub.id), ...before.map(({ hubId }) => hubId)])
    return staying
  })
}

type Held = Awaited<ReturnType<typeof gpus.held>>

function countFree(hubs: readonly ConfiguredHub[], held: Held): Omit<FreeGpus, 'version'>[] {
  const keyOf = (hubId: string, gpuType: string, node: string) => JSON.stringify([hubId, gpuType, node])
  const taken = new Map(held.map((one) => [keyOf(one.hubId, one.gpuType, one.node), one.gpus]))
  return hubs.flatMap(({ hub }) =>
    [...Map.groupBy(hub.nodes, ({ gpuType }) => gpuType)].map(([gpuType, nodes]) => ({
      hubId: hub.id,
      gpuType,
      nodes: nodes.map(({ name }) => name),
      sizes: nodes.map((node) => node.gpus),
      free: nodes.map(({ name, gpus }) => Math.max(0, gpus - (taken.get(keyOf(hub.id, gpuType, name)) ?? 0))),
    })),
  )
}
