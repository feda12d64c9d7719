/** What is written, held against what the engines say. Judged apart from the service: by its tables alone. */
import type { Instance } from '@service/compute-engines/engine.ts'
import { type Database, oneRow } from '@service/foundation/database/database.ts'
import { sql } from 'kysely'

export type Deployment = { id: string; status: string; desired: string; attempt: number; instance: string | null }

export async function readDeployments(db: Database): Promise<Deployment[]> {
  const { rows } = await sql<Deployment>`
    select d.deployment_id as id, d.status, d.desired, d.attempt,
           (select a.instance_name from allocations a
             where a.deployment_id = d.deployment_id and a.attempt = d.attempt) as instance
      from deployments d`.execute(db.connection)
  return rows
}

export type Differences = {
  /** On their way to somewhere. */
  unsettled: number
  /** Meant to run, and not running. */
  missing: string[]
  /** Instances that run for a deployment that has another, or is not meant to run. */
  extra: string[]
  miscountedGpus: number
  /** Running ones without exactly one segment that grows, and others that have any. */
  unmetered: number
}

export async function compare(db: Database, instances: readonly Instance[]): Promise<Differences> {
  const deployments = await readDeployments(db)
  const running = new Set(instances.filter(({ state }) => state === 'running').map(({ name }) => name))
  const meant = deployments.filter(({ status }) => status === 'running')
  const names = new Set(meant.map(({ instance }) => instance))
  const { rows } = await sql<{ allocated: number; taken: number; live: string[] }>`
    select (select coalesce(sum(gpus), 0) from allocations where released_at is null)::integer as allocated,
           (select sum(node.size - node.free)
              from hub_gpus g, unnest(g.sizes, g.free) as node (size, free))::integer as taken,
           array(select deployment_id from usage_segments where live) as live`.execute(db.connection)
  const { allocated, taken, live } = oneRow(rows)
  const times = (id: string) => live.filter((other) => other === id).length
  return {
    unsettled: deployments.filter(({ status }) => !['running', 'stopped', 'failed'].includes(status)).length,
    missing: meant.filter(({ instance }) => !instance || !running.has(instance)).map(({ id }) => id),
    extra: [...running].filter((name) => !names.has(name)),
    miscountedGpus: Math.abs(taken - allocated) + Math.abs(allocated - meant.length),
    unmetered: deployments.filter(({ id, status }) => times(id) !== (status === 'running' ? 1 : 0)).length,
  }
}

export const isWell = ({ unsettled, missing, extra, miscountedGpus, unmetered }: Differences): boolean =>
  unsettled + missing.length + extra.length + miscountedGpus + unmetered === 0

type Run = { name: string; began: Date; until: Date; countedMs: number; live: boolean }

export type MeterJudged = {
  /** By how much the worst beginning or end of a run is off the engine's own. */
  errorMs: number
  /** How far behind the worst of those is that run. */
  lagMs: number
  /** Runs with time that is counted twice. */
  overlaps: number
}

/** The meter against the engines' own times. */
export async function judgeMeter(db: Database, instances: readonly Instance[]): Promise<MeterJudged> {
  const { rows } = await sql<Run>`
    select a.instance_name as name, s.run_started_at as began, max(s.metered_until) as until,
           sum(extract(epoch from s.metered_until - s.from_at) * 1000)::bigint as counted_ms, bool_or(s.live) as live
      from usage_segments s join allocations a using (allocation_id)
     group by 1, 2`.execute(db.connection)
  const now = Date.now()
  const seen = new Map(instances.map((instance) => [instance.name, instance]))
  const judged: MeterJudged = { errorMs: 0, lagMs: 0, overlaps: 0 }
  for (const { name, began, until, live, countedMs } of rows) {
    if (countedMs > until.getTime() - began.getTime()) judged.overlaps += 1
    const { startedAt, finishedAt } = seen.get(name) ?? {}
    if (!startedAt) continue // forgotten by its engine
    judged.errorMs = Math.max(judged.errorMs, Math.abs(startedAt.getTime() - began.getTime()))
    if (live) judged.lagMs = Math.max(judged.lagMs, now - until.getTime())
    else if (finishedAt) judged.errorMs = Math.max(judged.errorMs, Math.abs(finishedAt.getTime() - until.getTime()))
  }
  return judged
}
