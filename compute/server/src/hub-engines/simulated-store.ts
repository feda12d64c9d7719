import type { SimulatedInstance } from '@service/compute-engines/simulated/simulated-instance.ts'
import type { Queryable } from '@service/foundation/database/database.ts'
import { preparedAs } from '@service/foundation/database/prepared-statements.ts'
import { sql } from 'kysely'

/** Names of instances, each at its hub. */
export type InstanceKey = { hubId: string; name: string }

/** Those that are there under their names already stay as they are. Rows are written in one order, here and below. */
export async function insertMissing(db: Queryable, instances: readonly SimulatedInstance[]): Promise<void> {
  const column = <Key extends keyof SimulatedInstance>(key: Key) => instances.map((instance) => instance[key])
  await sql`${preparedAs('insert_missing_simulated')}
    insert into simulated_instances (hub_id, name, deployment_id, company_id, attempt, image, gpus, job, applied_at,
                                     pull_ms, start_ms)
    select * from unnest(${column('hubId')}::text[], ${column('name')}::text[], ${column('deploymentId')}::text[],
                         ${column('companyId')}::text[], ${column('attempt')}::int[], ${column('image')}::text[],
                         ${column('gpus')}::int[], ${column('job')}::boolean[], ${column('appliedAt')}::timestamptz[],
                         ${column('pullMs')}::int[], ${column('startMs')}::int[])
               as ordered (hub_id, name)
     order by hub_id, name
        on conflict do nothing`.execute(db)
}

export async function findAll(db: Queryable, keys: readonly InstanceKey[]): Promise<SimulatedInstance[]> {
  const { rows } = await sql<SimulatedInstance>`${preparedAs('find_simulated')}
    select * from simulated_instances
     where (hub_id, name) in (select * from unnest(${keys.map(({ hubId }) => hubId)}::text[],
                                                   ${keys.map(({ name }) => name)}::text[]))`.execute(db)
  return rows
}

export async function listAtHubs(db: Queryable, hubIds: readonly string[]): Promise<SimulatedInstance[]> {
  const { rows } = await sql<SimulatedInstance>`
    select * from simulated_instances where hub_id = any (${hubIds}::text[]) order by applied_at, name`.execute(db)
  return rows
}

/** Only the first stop counts. */
export async function stopAll(db: Queryable, stops: readonly (InstanceKey & { at: Date })[]): Promise<void> {
  await sql`
    with asked as (
      select hub_id, name, min(at) as at
        from unnest(${stops.map(({ hubId }) => hubId)}::text[], ${stops.map(({ name }) => name)}::text[],
                    ${stops.map(({ at }) => at)}::timestamptz[]) as stops (hub_id, name, at)
       group by hub_id, name),
    locked as (
      select s.hub_id, s.name, a.at from simulated_instances s join asked a on a.hub_id = s.hub_id and a.name = s.name
       where s.stopped_at is null order by s.hub_id, s.name for update of s)
    update simulated_instances s set stopped_at = l.at
      from locked l where s.hub_id = l.hub_id and s.name = l.name`.execute(db)
}

export async function deleteAll(db: Queryable, keys: readonly InstanceKey[]): Promise<void> {
  await sql`
    with locked as (
      select hub_id, name from simulated_instances
       where (hub_id, name) in (select * from unnest(${keys.map(({ hubId }) => hubId)}::text[],
                                                     ${keys.map(({ name }) => name)}::text[]))
       order by hub_id, name for update)
    delete from simulated_instances s using locked l where s.hub_id = l.hub_id and s.name = l.name`.execute(db)
}
