/**
 * All SQL on `usage_segments`. Every write to a run locks its **first** segment: there is one from the start, and a lock
 * on the last would not hold back a transaction that is about to add another.
 */
import { gpuMsBetween } from '@service/compute-domain/metering/gpu-time.ts'
import type { Segment } from '@service/compute-domain/metering/metered-run.ts'
import type { Queryable } from '@service/foundation/database/database.ts'
import { ofCompany } from '@service/foundation/database/of-company.ts'
import { sql } from 'kysely'
import type { StoredRun } from './stored-run.ts'

/**
 * Inserts runs and returns the allocations that have a new one, and whether they had one before; left out are runs that
 * are known already, or older than a known one. A run cannot have begun before its allocation was made, whatever the
 * engine's clock says.
 */
export async function insertRuns(
  tx: Queryable,
  runs: readonly { allocationId: string; startedAt: Date }[],
): Promise<{ allocationId: string; hasEarlier: boolean }[]> {
  if (runs.length === 0) return []
  const { rows } = await sql<{ allocationId: string; hasEarlier: boolean }>`
    insert into usage_segments as new (allocation_id, run_started_at, from_at, month, deployment_id, company_id, hub_id,
                                compared_hub_id, delayed_ms, gpu_type, gpus, price_usd_per_gpu_hour, simulated,
                                metered_until, live, gpu_ms, kwh, gco2, avoided_gco2)
    select a.allocation_id, s.started_at, s.started_at, date_trunc('month', s.started_at at time zone 'UTC')::date,
           a.deployment_id, a.company_id, a.hub_id, d.placement #>> '{cheapest,hubId}',
           greatest(0, extract(epoch from coalesce(d.running_at, s.started_at) - d.created_at) * 1000)::bigint,
           a.gpu_type, a.gpus, a.price_usd_per_gpu_hour, d.simulated, s.started_at, true, 0, 0, 0, 0
      from unnest(${runs.map(({ allocationId }) => allocationId)}::text[],
                  ${timeArray(runs.map(({ startedAt }) => startedAt.getTime()))}) as n (allocation_id, started_at)
      join allocations a on a.allocation_id = n.allocation_id
      join deployments d on d.deployment_id = a.deployment_id,
           lateral (select greatest(n.started_at, a.reserved_at)::timestamptz(3) as started_at) s
     where not exists (select from usage_segments later
                        where later.allocation_id = a.allocation_id and later.run_started_at > s.started_at)
     order by a.allocation_id
        on conflict do nothing
    returning allocation_id,
              exists (select from usage_segments earlier
                       where earlier.allocation_id = new.allocation_id
                         and earlier.run_started_at < new.run_started_at) as has_earlier`.execute(tx)
  return rows
}

/** Locks every run of each instance until the transaction ends; the oldest comes first. */
export async function lockRuns(
  tx: Queryable,
  allocationIds: readonly string[],
): Promise<ReadonlyMap<string, StoredRun[]>> {
  if (allocationIds.length === 0) return new Map()
  await sql`
    select from usage_segments
     where allocation_id = any (${allocationIds}::text[]) and from_at = run_started_at
     order by allocation_id, run_started_at
       for update`.execute(tx)
  // Read after waiting for the lock, to see the segments that were added meanwhile.
  const { rows } = await sql<SegmentRow>`
    select ${columns} from usage_segments s
     where s.allocation_id = any (${allocationIds}::text[])
     order by s.allocation_id, s.run_started_at, s.from_at`.execute(tx)
  return Map.groupBy(toRuns(rows), ({ allocationId }) => allocationId)
}

/** A live run, with when its hub last gave proof of life, and whether its allocation counts as ended. */
export type LiveRun = StoredRun & { hubSeenAt: Date | null; allocationEnded: boolean; finishedAt: Date | null }

export type LiveOnly = { companyId: string; countedBefore: Date }

/** A run's place in the order of companies: what one company uses is mostly counted in one transaction. */
export type RunKey = { companyId: string; allocationId: string; runStartedAt: Date }

export type Page = { only?: LiveOnly | undefined; after?: RunKey | undefined; limit: number }

/**
 * A page of the live runs, by an index that has them alone. What they are joined with is left to `lockLiveRuns`: the planner
 * would join them all and sort that.
 */
export const livePage = ({ only, after, limit }: Page) => sql<RunKey>`
  select company_id, allocation_id, run_started_at from usage_segments
   where live
     and ${ofCompany(only?.companyId, 'company_id')}
     and ${after ? sql`(company_id, allocation_id, run_started_at) > (${after.companyId}, ${after.allocationId}, ${after.runStartedAt}::timestamptz)` : sql`true`}
     and (${only?.countedBefore ?? null}::timestamptz is null or metered_until < ${only?.countedBefore ?? null})
   order by company_id, allocation_id, run_started_at
   limit ${limit}`

export async function findLive(db: Queryable, page: Page): Promise<RunKey[]> {
  const { rows } = await livePage(page).execute(db)
  return rows
}

/** Locks those that are live still, each with the segment of its latest month alone; skips those that another transaction holds. */
export async function lockLiveRuns(tx: Queryable, keys: readonly RunKey[]): Promise<LiveRun[]> {
  if (keys.length === 0) return []
  const { rows } = await sql<SegmentRow & Omit<LiveRun, keyof StoredRun>>`
    select ${columns}, h.seen_at as hub_seen_at, a.released_at is not null or a.state in ('lost', 'released') as allocation_ended,
           a.finished_at
      from usage_segments s
      join usage_segments first
        on first.allocation_id = s.allocation_id and first.run_started_at = s.run_started_at
       and first.from_at = s.run_started_at
      join allocations a on a.allocation_id = s.allocation_id
      left join hubs h on h.hub_id = s.hub_id
     where s.live and s.allocation_id = any (${keys.map(({ allocationId }) => allocationId)}::text[])
     order by s.company_id, s.allocation_id, s.run_started_at
       for update of first, s skip locked`.execute(tx)
  return rows.map(({ hubSeenAt, allocationEnded, finishedAt, ...row }) => ({
    ...toRun(row),
    hubSeenAt,
    allocationEnded,
    finishedAt,
  }))
}

/** A run as it was read, and as it is to be. */
export type RunChange = { before: StoredRun; after: StoredRun['metered'] }

/** The rows must be locked. */
export async function write(tx: Queryable, changes: readonly RunChange[]): Promise<void> {
  const rows = changes.flatMap(({ before, after }) =>
    after.segments.map((segment, i) => ({
      ...segment,
      run: before,
      // Only the last can grow, and only while the run lives.
      live: !after.ended && i === after.segments.length - 1,
      isNew: !before.metered.segments.some(({ fromMs }) => fromMs === segment.fromMs),
    })),
  )
  const known = rows.filter(({ isNew }) => !isNew)
  const added = rows.filter(({ isNew }) => isNew)
  if (known.length > 0) {
    await sql`
      update usage_segments s
         set metered_until = n.metered_until, live = n.live, gpu_ms = n.gpu_ms, kwh = n.kwh, gco2 = n.gco2,
             avoided_gco2 = n.avoided_gco2
        from ${asTable(known)}
       where s.allocation_id = n.allocation_id and s.run_started_at = n.run_started_at and s.from_at = n.from_at`.execute(
      tx,
    )
  }
  if (added.length > 0) {
    await sql`
      insert into usage_segments (allocation_id, run_started_at, from_at, month, deployment_id, company_id, hub_id,
                                  compared_hub_id, delayed_ms, gpu_type, gpus, price_usd_per_gpu_hour, simulated,
                                  metered_until, live, gpu_ms, kwh, gco2, avoided_gco2)
      select s.allocation_id, s.run_started_at, n.from_at, date_trunc('month', n.from_at at time zone 'UTC')::date,
             s.deployment_id, s.company_id, s.hub_id, s.compared_hub_id, s.delayed_ms, s.gpu_type, s.gpus,
             s.price_usd_per_gpu_hour, s.simulated, n.metered_until, n.live, n.gpu_ms, n.kwh, n.gco2, n.avoided_gco2
        from ${asTable(added)}
        join usage_segments s
          on s.allocation_id = n.allocation_id and s.run_started_at = n.run_started_at and s.from_at = s.run_started_at`.execute(
      tx,
    )
  }
}

const timeArray = (times: readonly number[]) =>
  sql`${times.map((ms) => new Date(ms).toISOString())}::text[]::timestamptz[]`

type WrittenSegment = Segment & { run: StoredRun; live: boolean }

const asTable = (rows: readonly WrittenSegment[]) => sql`
  unnest(${rows.map(({ run }) => run.allocationId)}::text[],
         ${timeArray(rows.map(({ run }) => run.startedMs))},
         ${timeArray(rows.map(({ fromMs }) => fromMs))},
         ${timeArray(rows.map(({ untilMs }) => untilMs))},
         ${rows.map(({ live }) => live)}::boolean[],
         ${rows.map(({ run, fromMs, untilMs }) => gpuMsBetween(run.gpus, fromMs, untilMs))}::bigint[],
         ${rows.map(({ kwh }) => kwh)}::float8[],
         ${rows.map(({ grams }) => grams)}::float8[],
         ${rows.map(({ avoidedGrams }) => avoidedGrams)}::float8[])
      as n (allocation_id, run_started_at, from_at, metered_until, live, gpu_ms, kwh, gco2, avoided_gco2)`

type SegmentRow = Omit<StoredRun, 'startedMs' | 'metered'> & {
  runStartedAt: Date
  fromAt: Date
  meteredUntil: Date
  live: boolean
  kwh: number
  gco2: number
  avoidedGco2: number
}

const columns = sql`s.allocation_id, s.run_started_at, s.from_at, s.deployment_id, s.company_id, s.hub_id,
  s.compared_hub_id, s.delayed_ms, s.gpu_type, s.gpus, s.simulated, s.metered_until, s.live, s.kwh, s.gco2, s.avoided_gco2`

/** From rows in the order of runs and months. */
function toRuns(rows: readonly SegmentRow[]): StoredRun[] {
  const runs: StoredRun[] = []
  for (const row of rows) {
    const run = toRun(row)
    const last = runs.at(-1)
    if (last?.allocationId !== run.allocationId || last.startedMs !== run.startedMs) runs.push(run)
    else
      last.metered = {
        segments: [...last.metered.segments, ...run.metered.segments],
        ended: last.metered.ended && run.metered.ended,
      }
  }
  return runs
}

/** The run as far as its one segment goes. */
function toRun({ runStartedAt, fromAt, meteredUntil, live, kwh, gco2, avoidedGco2, ...run }: SegmentRow): StoredRun {
  const segment: Segment = {
    fromMs: fromAt.getTime(),
    untilMs: meteredUntil.getTime(),
    kwh,
    grams: gco2,
    avoidedGrams: avoidedGco2,
  }
  return { ...run, startedMs: runStartedAt.getTime(), metered: { segments: [segment], ended: !live } }
}
