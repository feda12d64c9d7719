import type { Queryable } from '@service/foundation/database/database.ts'
import { sql } from 'kysely'
import type { FreeGpus, GpuVersion } from './model/hub-gpus.ts'

const columns = sql.raw(`hub_id, gpu_type, nodes, sizes, free, version`)

/** Tells which rows have changed, without their nodes, of which there may be very many. */
export async function versions(db: Queryable): Promise<GpuVersion[]> {
  const { rows } = await sql<GpuVersion>`select hub_id, gpu_type, version from hub_gpus`.execute(db)
  return rows
}

export async function ofHubs(db: Queryable, hubIds: readonly string[]): Promise<FreeGpus[]> {
  const { rows } = await sql<FreeGpus>`
    select ${columns} from hub_gpus where hub_id = any (${hubIds}::text[]) order by hub_id, gpu_type`.execute(db)
  return rows
}

/** In one order, so that no two transactions deadlock. */
export async function lock(tx: Queryable, pools: readonly { hubId: string; gpuType: string }[]): Promise<FreeGpus[]> {
  const { rows } = await sql<FreeGpus>`
    select ${columns} from hub_gpus
     where (hub_id, gpu_type) in (
           select * from unnest(${pools.map(({ hubId }) => hubId)}::text[], ${pools.map(({ gpuType }) => gpuType)}::text[]))
     order by hub_id, gpu_type
       for no key update`.execute(tx)
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
    returning g.hub_id, g.gpu_type`.execute(tx)
  return written.rows
}

/** Holds all of them until the transaction ends. */
export async function lockAll(tx: Queryable): Promise<FreeGpus[]> {
  const { rows } = await sql<FreeGpus>`
    select ${columns} from hub_gpus order by hub_id, gpu_type for no key update`.execute(tx)
  return rows
}

/** What live allocations hold, node by node. */
export async function held(tx: Queryable): Promise<{ hubId: string; gpuType: string; node: string; gpus: number }[]> {
  const { rows } = await sql<{ hubId: string; gpuType: string; node: string; gpus: number }>`
    select a.hub_id, a.gpu_type, n.name as node, sum(n.gpus)::integer as gpus
      from allocations a, jsonb_to_recordset(a.nodes) as n (name text, gpus integer)
     where a.released_at is null
     group by 1, 2, 3`.execute(tx)
  return rows
}

/** Nodes as the operator has them now, and what is free of them. Rows of types that a hub has no more are removed. */
export async function replaceNodes(tx: Queryable, rows: readonly Omit<FreeGpus, 'version'>[]): Promise<void> {
  const values = rows.map(({ hubId, gpuType, nodes, sizes, free }) => ({
    hub_id: hubId,
    gpu_type: gpuType,
    nodes,
    sizes,
    free,
  }))
  await sql`
    with n as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(values)}::jsonb) as n
           (hub_id text, gpu_type text, nodes text[], sizes integer[], free integer[])),
    gone as (
      delete from hub_gpus g
       where not exists (select from n where n.hub_id = g.hub_id and n.gpu_type = g.gpu_type))
    insert into hub_gpus as g (hub_id, gpu_type, nodes, sizes, free)
    select hub_id, gpu_type, nodes, sizes, free from n order by hub_id, gpu_type
        on conflict (hub_id, gpu_type) do update
           set nodes = excluded.nodes, sizes = excluded.sizes, free = excluded.free, version = g.version + 1
         where (g.nodes, g.sizes, g.free) is distinct from (excluded.nodes, excluded.sizes, excluded.free)`.execute(tx)
}
