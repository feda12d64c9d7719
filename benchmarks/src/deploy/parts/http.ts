/** Deployments a second through HTTP, and what every one of them came to. */
import { oneRow } from '@service/foundation/database/database.ts'
import { openDatabase } from '@service/foundation/database/open-database.ts'
import { sql } from 'kysely'
import type { Section } from '../../harness/bench.ts'
import { runHttpLoad } from '../../harness/http-load.ts'
import { median } from '../../harness/intervals.ts'
import { type Ground, layGround, simulatedHubs, startCompute } from '../measured-compute.ts'
import { openOneByOne } from '../one-by-one.ts'

const connections = 32
const rounds = 5
const roundSeconds = 3
/** Has room for all deployments that are placed meanwhile. */
const hubs = 250

export async function http(): Promise<Section> {
  const title = `Deployments through HTTP: ${connections} connections, ${hubs} simulated hubs, PostgreSQL`
  const ground = await layGround(simulatedHubs(hubs))
  if (!ground) return { title, figures: [], notes: ['Not measured: this machine has no PostgreSQL.'] }
  try {
    const service = await startCompute(ground)
    const oneByOne = await openOneByOne(
      ground,
      regions.map((list) => list.split(',')),
    )
    const load = async (seconds: number) => {
      const before = service.cpuSeconds()
      const result = await runHttpLoad({ ...service, requests: requestsTo(service), connections, seconds })
      return { ...result, perCpuSecond: result.completed / (service.cpuSeconds() - before) }
    }
    const measured: (Awaited<ReturnType<typeof load>> & { oneByOne: number })[] = []
    try {
      await load(roundSeconds) // warms the code up
      for (let round = 0; round < rounds; round++) {
        measured.push({ ...(await load(roundSeconds)), oneByOne: await oneByOne.perSecond(connections, roundSeconds) })
      }
    } finally {
      await oneByOne.close()
      await service.stop()
    }
    const books = await readBooks(ground)
    const n = measured.reduce((sum, { completed }) => sum + completed, 0)
    const over = (of: (round: (typeof measured)[number]) => number) => median(measured.map(of))
    return {
      title,
      figures: [
        {
          name: 'deployments per second',
          value: over(({ perSecond }) => perSecond),
          unit: '1/s',
          n,
          baseline: over(({ oneByOne }) => oneByOne),
        },
        { name: 'times one transaction each', value: over((round) => round.perSecond / round.oneByOne), n: rounds },
        {
          name: 'deployments per second of processor time',
          value: over(({ perCpuSecond }) => perCpuSecond),
          unit: '1/s',
          n,
        },
        { name: 'latency p50', value: over(({ p50Ms }) => p50Ms), unit: 'ms', n },
        { name: 'latency p99', value: over(({ p99Ms }) => p99Ms), unit: 'ms', n },
        {
          name: 'answers other than 200',
          value: measured.reduce((sum, { failed }) => sum + failed, 0),
          unit: 'count',
          n,
        },
        { name: 'GPUs taken beside those of deployments', value: books.missing - books.allocated, unit: 'count', n },
      ],
      notes: [
        'One process: key, quota, placement, commit, and the same process brings each to run at its simulated hub meanwhile.',
        'The baseline makes the same choices and writes the same rows, in a transaction each, and does nothing else.',
      ],
    }
  } finally {
    await ground.remove()
  }
}

const regions = ['eu', 'global', 'nordics', 'eea', 'SE,nordics']

/** Whole requests, of customers in different places with different wishes. */
function requestsTo({ baseUrl, secret }: { baseUrl: string; secret: string }): string[] {
  const wishes = regions.flatMap((region) =>
    [true, false].map((carbonAware) => ({ region, carbon_aware: carbonAware })),
  )
  return wishes.map((wish) => {
    const asked = { gpu_type: 'H100', count: 1, sovereignty: 'none', image: 'sim/ok:1', wait_seconds: 0, ...wish }
    const body = JSON.stringify(asked)
    return [
      'POST /v1/compute/deploy HTTP/1.1',
      `Host: ${new URL(baseUrl).host}`,
      `Authorization: Bearer ${secret}`,
      'Content-Type: application/json',
      `Content-Length: ${Buffer.byteLength(body)}`,
      '',
      body,
    ].join('\r\n')
  })
}

async function readBooks({ databaseUrl, folder }: Ground): Promise<{ allocated: number; missing: number }> {
  const db = await openDatabase({ url: databaseUrl, folder, connections: 1 })
  try {
    const { rows } = await sql<{ allocated: number; missing: number }>`
      select (select coalesce(sum(gpus), 0) from allocations where released_at is null)::integer as allocated,
             (select sum(node.size - node.free)
                from hub_gpus g, unnest(g.sizes, g.free) as node (size, free))::integer as missing`.execute(
      db.connection,
    )
    return oneRow(rows)
  } finally {
    await db.close()
  }
}
