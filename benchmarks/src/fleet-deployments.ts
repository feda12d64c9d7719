/**
 * 1,000,000 deployments that run on 10,000 simulated hubs: what they take in the database, and what the service does with
 * them. One is made through HTTP and copied in the database, with all rows that it has.
 */
import { loadavg } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '@service/foundation/database/database.ts'
import { openDatabase } from '@service/foundation/database/open-database.ts'
import { sql } from 'kysely'
import { type Ground, layGround, type MeasuredCompute, simulatedHubs, startCompute } from './deploy/measured-compute.ts'
import type { Figure, Section } from './harness/bench.ts'
import { percentile } from './harness/intervals.ts'

const hubs = 10_000
const count = Number(process.env.BENCH_DEPLOYMENTS ?? 1_000_000)
const restSeconds = 20
const calls = 40

/** By table, what differs in a copy; `i` is its number. All hubs and 1,000 companies have as many, the first company 10,000. */
const hubOf = `'hub-' || (i % ${hubs})`
const companyOf = `case when i % 100 = 0 then t.company_id else 'cmp_' || (i % 1000) end`
const nodeOf = `jsonb_build_array(jsonb_build_object('name', 'h100-' || (1 + i / ${hubs} / 8), 'gpus', 1))`
const suffixed = (column: string): string => `t.${column} || lpad(i::text, 7, '0')`
const copies: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  deployments: {
    deployment_id: suffixed('deployment_id'),
    endpoint_name: suffixed('endpoint_name'),
    operation_id: 'null',
    company_id: companyOf,
    hub_id: hubOf,
  },
  allocations: {
    allocation_id: suffixed('allocation_id'),
    deployment_id: suffixed('deployment_id'),
    instance_name: suffixed('instance_name'),
    company_id: companyOf,
    hub_id: hubOf,
    nodes: nodeOf,
  },
  usage_segments: {
    allocation_id: suffixed('allocation_id'),
    deployment_id: suffixed('deployment_id'),
    company_id: companyOf,
    hub_id: hubOf,
  },
  simulated_instances: {
    name: suffixed('name'),
    deployment_id: suffixed('deployment_id'),
    company_id: companyOf,
    hub_id: hubOf,
  },
  deployment_events: {
    event_id: suffixed('event_id'),
    deployment_id: suffixed('deployment_id'),
    company_id: companyOf,
    hub_id: hubOf,
    feed_position: 'null',
  },
}

export async function manyDeployments(): Promise<Section> {
  const ground = await layGround(simulatedHubs(hubs, { nodes: Math.ceil(count / hubs / 8) + 4, perNode: 8 }))
  if (!ground) return { title: 'Deployments', figures: [], notes: ['Not measured: this machine has no PostgreSQL.'] }
  try {
    await makeOne(ground)
    const db = await openDatabase({ url: ground.databaseUrl, folder: ground.folder, connections: 2 })
    try {
      const stored = await copyAll(db)
      return {
        title: `${count.toLocaleString('en')} deployments on ${hubs.toLocaleString('en')} hubs`,
        figures: [...stored, ...(await measureService(ground, db))],
        notes: [`Load of the machine over the last minute: ${(loadavg()[0] ?? 0).toFixed(1)}.`],
      }
    } finally {
      await db.close()
    }
  } finally {
    await ground.remove()
  }
}

async function makeOne(ground: Ground): Promise<void> {
  const service = await startCompute(ground)
  try {
    const { status } = await deploy(service, 30)
    if (status !== 'running') throw new Error(`The first deployment is ${status}.`)
  } finally {
    await service.stop()
  }
}

async function copyAll(db: Database): Promise<Figure[]> {
  const began = performance.now()
  for (const [table, changed] of Object.entries(copies)) await copyRows(db, table, changed)
  // Eight to a node, as `nodeOf` says.
  await sql`
    update hub_gpus
       set free = (select array_agg(greatest(0, least(8, 8 * node - ${Math.ceil(count / hubs)}::int)) order by node)
                     from generate_series(1, cardinality(free)) node)`.execute(db.connection)
  const seconds = (performance.now() - began) / 1_000
  await sql`vacuum analyze`.execute(db.connection)
  const sizes: Figure[] = []
  for (const table of Object.keys(copies)) {
    const { rows } = await sql<{ bytes: string }>`
      select pg_total_relation_size(${table}::regclass)::text as bytes`.execute(db.connection)
    sizes.push(figure(`${table}, of a deployment with indexes`, Number(rows[0]!.bytes) / count, 'B', count))
  }
  return [figure('rows of deployments copied in the database', count / seconds, '1/s', count), ...sizes]
}

/** Of the rows that one deployment has. */
async function copyRows(db: Database, table: string, changed: Readonly<Record<string, string>>): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select column_name as name from information_schema.columns
     where table_name = ${table} and is_generated = 'NEVER'`.execute(db.connection)
  const names = rows.map(({ name }) => name)
  const values = names.map((name) => changed[name] ?? `t.${name}`)
  await sql`
    insert into ${sql.table(table)} (${sql.raw(names.join(', '))})
    select ${sql.raw(values.join(', '))} from ${sql.table(table)} t, generate_series(1, ${count}::int) i
     where t.deployment_id is not null`.execute(db.connection)
}

async function measureService(ground: Ground, db: Database): Promise<Figure[]> {
  const beganMs = performance.now()
  const service = await startCompute(ground)
  try {
    const opened = (performance.now() - beganMs) / 1_000
    await sleep(restSeconds * 1_000) // the first rounds read more than later ones
    const [before, since] = [service.cpuSeconds(), new Date()]
    await sleep(restSeconds * 1_000)
    const rest = (100 * (service.cpuSeconds() - before)) / restSeconds
    const metered = await countedSince(db, since)
    const list = await timed(() => get(service, '/v1/compute/deployments?limit=100'))
    const words = await timed(() => get(service, '/v1/compute/deployments?limit=100&text=no-such-thing'))
    const made = await timed(() => deploy(service, 0))
    const { rows } = await sql<{ due: number }>`
      select count(*)::int as due from deployments where due_at < now()`.execute(db.connection)
    return [
      figure('start until it serves', opened, 's'),
      figure('of a processor in use at rest', rest, '%'),
      figure('resident memory', service.residentMB(), 'MB'),
      figure('runs counted by the meter meanwhile', metered / restSeconds, '1/s', metered),
      ...latencies('page of 100 of 10,000', list),
      ...latencies('page searched for words, of 10,000', words),
      ...latencies('deployment made', made),
      figure('deployments overdue after that', rows[0]!.due, 'count'),
    ]
  } finally {
    await service.stop()
  }
}

async function countedSince(db: Database, since: Date): Promise<number> {
  const { rows } = await sql<{ runs: number }>`
    select count(*)::int as runs from usage_segments where live and metered_until > ${since}`.execute(db.connection)
  return rows[0]!.runs
}

async function timed(work: () => Promise<unknown>): Promise<number[]> {
  const took: number[] = []
  for (let i = 0; i < calls; i++) {
    const beganMs = performance.now()
    await work()
    took.push(performance.now() - beganMs)
  }
  return took
}

const latencies = (what: string, took: readonly number[]): Figure[] => [
  figure(`${what}, p50`, percentile(took, 50), 'ms', took.length),
  figure(`${what}, p95`, percentile(took, 95), 'ms', took.length),
]

const figure = (name: string, value: number, unit: string, n?: number): Figure => ({
  name,
  group: 'deployments',
  value,
  unit,
  ...(n !== undefined && { n }),
})

const deploy = (service: MeasuredCompute, waitSeconds: number): Promise<{ status: string }> =>
  get(service, '/v1/compute/deploy', { gpu_type: 'H100', count: 1, image: 'nginx', wait_seconds: waitSeconds })

async function get<T>({ baseUrl, secret }: MeasuredCompute, path: string, body?: object): Promise<T> {
  const response = await fetch(`${baseUrl}${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { Authorization: `Bearer ${secret}`, ...(body && { 'Content-Type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  })
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
  return (await response.json()) as T
}
