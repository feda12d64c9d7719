import type { HubHealth } from '@service/compute-domain/hubs/health.ts'
import type { Hub } from '@service/compute-domain/hubs/model/hub.ts'
import { type Queryable, storableText } from '@service/foundation/database/database.ts'
import { sql } from 'kysely'
import type { WantedState } from './hub-file.ts'
import type { HubNow, WantedHubs } from './model/hub-now.ts'

export type WatchedHub = HubHealth & {
  hubId: string
  wanted: WantedState
  engineVersion: string | null
  /** Why it does not respond; null where it does. */
  silence: string | null
}

export type StoredHub = HubHealth & { hubId: string; wanted: WantedState; config: Hub }

/**
 * A hub as the column `config` holds it: `engine` is the kind, as release 0.1.0 writes and reads it, and the settings
 * stand beside it.
 */
type StoredConfig = Omit<Hub, 'engine' | 'simulated'> & {
  engine: string
  engineSettings?: Record<string, unknown>
  simulated?: boolean
}

type Row = Omit<StoredHub, 'config'> & { config: StoredConfig }

const columns = sql.raw(`
  hub_id, state, wanted, config, seen_at, unreachable_since,
  grace_began_at`)

type NowRow = Pick<HubNow, 'state' | 'seenAt' | 'nodes' | 'gpus'> & { config: Omit<StoredConfig, 'nodes'> }

/** Hubs with their GPUs. One that has left the operator's file and where nothing runs any more has no GPUs left. */
export async function now(db: Queryable, { id, countries, gpuType, after, limit }: WantedHubs): Promise<HubNow[]> {
  const [hubId, among] = [id === undefined ? null : storableText(id), countries ? [...countries] : null]
  const { rows } = await sql<NowRow>`
    with wanted as materialized (
      select h.hub_id from hubs h
       where h.hub_id in (select g.hub_id from hub_gpus g
                           where ${gpuType ?? null}::text is null or g.gpu_type = ${gpuType ?? null})
         and (${hubId}::text is null or h.hub_id = ${hubId})
         and (${among}::text[] is null or h.config ->> 'country' = any (${among}))
         and (${after ?? null}::text is null or h.hub_id collate "C" > ${after ?? null})
       order by h.hub_id collate "C"
       limit ${limit ?? null}),
    pools as (
      select g.hub_id, jsonb_agg(jsonb_build_object(
               'gpuType', g.gpu_type,
               'total', (select coalesce(sum(n), 0) from unnest(g.sizes) as node (n)),
               'free', (select coalesce(sum(n), 0) from unnest(g.free) as node (n))) order by g.gpu_type) as gpus
        from wanted join hub_gpus g on g.hub_id = wanted.hub_id group by g.hub_id)
    select h.state, h.seen_at, h.config - 'nodes' as config, jsonb_array_length(h.config -> 'nodes') as nodes, pools.gpus
      from wanted join hubs h on h.hub_id = wanted.hub_id join pools on pools.hub_id = wanted.hub_id
     order by h.hub_id collate "C"`.execute(db)
  return rows.map(({ config, ...row }) => ({ hub: toHub(config), ...row }))
}

/** What is observed of each, without what the operator's file says: it is read every few seconds. */
export async function watched(db: Queryable): Promise<WatchedHub[]> {
  const { rows } = await sql<WatchedHub>`
    select hub_id, state, wanted, seen_at, unreachable_since, grace_began_at, engine_version, silence
      from hubs order by hub_id`.execute(db)
  return rows
}

export type HubReport = Pick<StoredHub, 'hubId' | 'state' | 'wanted' | 'seenAt'> & {
  engine: string
  engineVersion: string | null
  silence: string | null
}

/** For operators: how each is, and why it does not respond. */
export async function reports(db: Queryable): Promise<HubReport[]> {
  const { rows } = await sql<HubReport>`
    select hub_id, state, wanted, seen_at, config ->> 'engine' as engine, engine_version, silence
      from hubs order by hub_id`.execute(db)
  return rows
}

/** Holds all of them until the transaction ends. */
export async function lockAll(tx: Queryable): Promise<StoredHub[]> {
  const { rows } = await sql<Row>`select ${columns} from hubs order by hub_id for no key update`.execute(tx)
  return rows.map(toStoredHub)
}

/** Holds it until the transaction ends. */
export async function lock(tx: Queryable, hubId: string): Promise<StoredHub | undefined> {
  const { rows } = await sql<Row>`select ${columns} from hubs where hub_id = ${hubId} for no key update`.execute(tx)
  return rows.map(toStoredHub)[0]
}

export async function writeWanted(
  tx: Queryable,
  hubId: string,
  { wanted, state }: Pick<StoredHub, 'wanted' | 'state'>,
): Promise<void> {
  await sql`update hubs set wanted = ${wanted}, state = ${state} where hub_id = ${hubId}`.execute(tx)
}

/** A hub that is new has not been seen, and takes nothing until it has. */
export async function writeConfigured(
  tx: Queryable,
  hubs: readonly { hubId: string; wanted: WantedState; config: Hub }[],
): Promise<void> {
  if (hubs.length === 0) return
  const rows = hubs.map(({ hubId, wanted, config }) => ({ hub_id: hubId, wanted, config: toStoredConfig(config) }))
  await sql`
    insert into hubs as h (hub_id, state, wanted, config)
    select hub_id, case when wanted = 'disabled' then 'disabled' else 'unreachable' end, wanted, config
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as n (hub_id text, wanted text, config jsonb)
     order by hub_id
        on conflict (hub_id) do update
           set wanted = excluded.wanted, config = excluded.config,
               state = case when excluded.wanted = 'disabled' then 'disabled'
                            when h.state = 'disabled' then 'unreachable'
                            when h.state = 'unreachable' then h.state
                            else excluded.wanted end`.execute(tx)
}

/** What was observed; hubs whose operator has changed his mind meanwhile are left as they are. */
export async function writeHealth(tx: Queryable, hubs: readonly WatchedHub[], at: Date): Promise<void> {
  if (hubs.length === 0) return
  const rows = hubs.map((hub) => ({
    hub_id: hub.hubId,
    wanted: hub.wanted,
    state: hub.state,
    seen_at: hub.seenAt,
    unreachable_since: hub.unreachableSince,
    grace_began_at: hub.graceBeganAt,
    engine_version: hub.engineVersion,
    silence: hub.silence,
  }))
  await sql`
    with n as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as n
           (hub_id text, wanted text, state text, seen_at timestamptz, unreachable_since timestamptz,
            grace_began_at timestamptz, engine_version text, silence text)),
    held as materialized (
      select hub_id from hubs where hub_id = any (array(select hub_id from n)) order by hub_id for no key update)
    update hubs h
       set state = n.state, seen_at = n.seen_at, unreachable_since = n.unreachable_since,
           grace_began_at = n.grace_began_at, engine_version = n.engine_version, silence = n.silence,
           last_error = coalesce(n.silence, h.last_error),
           last_error_at = case when n.silence is null then h.last_error_at else ${at} end
      from n, held
     where h.hub_id = n.hub_id and held.hub_id = h.hub_id and h.wanted = n.wanted`.execute(tx)
}

/** When hubs last responded that are as they were otherwise. */
export async function writeSeen(
  db: Queryable,
  hubs: readonly { hubId: string; wanted: WantedState; seenAt: Date | null }[],
): Promise<void> {
  if (hubs.length === 0) return
  await sql`
    with n as materialized (
      select * from unnest(${hubs.map(({ hubId }) => hubId)}::text[], ${hubs.map(({ wanted }) => wanted)}::text[],
                           ${hubs.map(({ seenAt }) => seenAt)}::timestamptz[]) as n (hub_id, wanted, seen_at)),
    held as materialized (
      select hub_id from hubs where hub_id = any (array(select hub_id from n)) order by hub_id for no key update)
    update hubs h set seen_at = n.seen_at
      from n, held
     where h.hub_id = n.hub_id and held.hub_id = h.hub_id and h.wanted = n.wanted`.execute(db)
}

/** Those whose engine is not waited for; one that was written off is disabled. */
export async function unreachableAmong(db: Queryable, hubIds: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ hubId: string }>`
    select hub_id from hubs
     where hub_id = any (${hubIds}::text[]) and state in ('unreachable', 'disabled')`.execute(db)
  return new Set(rows.map(({ hubId }) => hubId))
}

/** Hubs where something runs, or may still run. */
export async function inUse(db: Queryable): Promise<Set<string>> {
  const { rows } = await sql<{ hubId: string }>`
    select distinct hub_id from allocations where released_at is null or removed_at is null`.execute(db)
  return new Set(rows.map(({ hubId }) => hubId))
}

const toStoredHub = ({ config, ...row }: Row): StoredHub => ({
  ...row,
  config: { ...toHub(config), nodes: config.nodes },
})

const toHub = <Config extends Omit<StoredConfig, 'nodes'>>({ engine, engineSettings, simulated, ...hub }: Config) => ({
  ...hub,
  engine: { ...engineSettings, kind: engine },
  simulated: simulated ?? engine === 'simulated',
})

function toStoredConfig({ engine: { kind, ...engineSettings }, ...hub }: Hub): StoredConfig {
  return { ...hub, engine: kind, engineSettings }
}
