import type { Queryable } from '@service/foundation/database/database.ts'
import { sql } from 'kysely'

/** What is free of a type of GPU at a hub: node by node, in the order of `nodes`. */
export type FreeGpus = {
  hubId: string
  gpuType: string
  nodes: readonly string[]
  sizes: readonly number[]
  free: readonly number[]
  version: number
}

const columns = sql.raw(`hub_id as "hubId", gpu_type as "gpuType", nodes, sizes, free, version`)

export async function all(db: Queryable): Promise<FreeGpus[]> {
  const { rows } = await sql<FreeGpus>`select ${columns} from hub_gpus order by hub_id, gpu_type`.execute(db)
  return rows
}

export async function ofHubs(db: Queryable, hubIds: readonly string[]): Promise<FreeGpus[]> {
  const { rows } = await sql<FreeGpus>`
    select ${columns} from hub_gpus where hub_id = any (${hubIds}::text[]) order by hub_id, gpu_type`.execute(db)
  return rows
}

/** In one order for everybody, so that nobody waits in a circle. */
export async function lock(tx: Queryable, pools: readonly { hubId: string; gpuType: string }[]): Promise<FreeGpus[]> {
  const { rows } = await sql<FreeGpus>`
    select ${columns} from hub_gpus
     where (hub_id, gpu_type) in (
           select * from unnest(${pools.map(({ hubId }) => hubId)}::text[], ${pools.map(({ gpuType }) => gpuType)}::text[]))
     order by hub_id, gpu_type
       for update`.execute(tx)
  return rows
}

/** Rows that are locked, or under the version that was read. Answers which were written. */
export async function write(tx: Queryable, rows: readonly FreeGpus[]): Promise<Pick<FreeGpus, 'hubId' | 'gpuType'>[]> {
  if (rows.length === 0) return []
  const values = rows.map(({ hubId, gpuType, free, version }) => ({ hub_id: hubId, gpu_type: gpuType, free, version }))
  const written = await sql<Pick<FreeGpus, 'hubId' | 'gpuType'>>`
    update hub_gpus g set free = n.free, version = g.version + 1
      from jsonb_to_recordset(${JSON.stringify(values)}::jsonb) as n
           (hub_id text, gpu_type text, free integer[], version bigint)
     where g.hub_id = n.hub_id and g.gpu_type = n.gpu_type and g.version = n.version
    returning g.hub_id as "hubId", g.gpu_type as "gpuType"`.execute(tx)
  return written.rows
}
