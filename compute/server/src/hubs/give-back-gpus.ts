import type { Queryable } from '@service/foundation/database/database.ts'
import { announceHubs } from './announce-hubs.ts'
import * as store from './hub-gpu-store.ts'
import type { GpuShares } from './model/hub-gpus.ts'

/**
 * Makes GPUs free again, in the transaction that releases the allocations which held them, once for each. Nodes that the
 * operator has taken away meanwhile are left out.
 */
export async function giveBackGpus(tx: Queryable, shares: readonly GpuShares[]): Promise<void> {
  if (shares.length === 0) return
  const before = await store.lock(tx, shares)
  const after = before.map((row) => {
    const free = [...row.free]
    for (const { hubId, gpuType, nodes } of shares) {
      if (hubId !== row.hubId || gpuType !== row.gpuType) continue
      for (const { name, gpus } of nodes) {
        const node = row.nodes.indexOf(name)
        const [size, left] = [row.sizes[node], free[node]]
        if (size !== undefined && left !== undefined) free[node] = Math.min(size, left + gpus)
      }
    }
    return { ...row, free }
  })
  await store.write(tx, after)
  await announceHubs(
    tx,
    after.map(({ hubId }) => hubId),
  )
}
