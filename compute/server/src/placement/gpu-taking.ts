/** Takes GPUs in the database: the choice from memory is checked against what is really free, under a lock. */
import type { Queryable } from '@service/foundation/database/database.ts'
import { hubGpus as gpus } from '../hubs/hubs.ts'
import type { FreeGpus, GpuShares } from '../hubs/model/hub-gpus.ts'

/** Another process has taken GPUs that were chosen. `rows` are what is really free. */
export class Outdated extends Error {
  override readonly name = 'Outdated'
  readonly rows: readonly FreeGpus[]

  constructor(rows: readonly FreeGpus[]) {
    super('GPUs were taken by another process meanwhile')
    this.rows = rows
  }
}

/** `dedicated`: the node must be wholly free. */
export type WantedShares = GpuShares & { dedicated: boolean }

/** Takes all of them or, throwing `Outdated`, none. Returns what is free afterwards. */
export async function takeGpus(tx: Queryable, wanted: readonly WantedShares[]): Promise<FreeGpus[]> {
  if (wanted.length === 0) return []
  const before = await gpus.lock(tx, wanted)
  const after = new Map(before.map((row) => [keyOf(row), { ...row, free: [...row.free] }]))
  for (const shares of wanted) {
    const row = after.get(keyOf(shares))
    if (!row || !subtract(row, shares)) throw new Outdated(before)
  }
  const rows = [...after.values()]
  const written = await gpus.write(tx, rows)
  if (written.length !== rows.length) throw new Error('Rows of GPUs changed while they were locked')
  return rows.map((row) => ({ ...row, version: row.version + 1 }))
}

function subtract({ nodes, sizes, free }: FreeGpus & { free: number[] }, shares: WantedShares): boolean {
  return shares.nodes.every(({ name, gpus }) => {
    const node = nodes.indexOf(name)
    const left = free[node]
    if (left === undefined || left < gpus || (shares.dedicated && left !== sizes[node])) return false
    free[node] = left - gpus
    return true
  })
}

const keyOf = ({ hubId, gpuType }: { hubId: string; gpuType: string }): string => `${hubId} ${gpuType}`
