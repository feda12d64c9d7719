/**
 * 10,000 people sign up at once, on PostgreSQL: what is left of them in the database and in memory, and how long the owner of a company
 * waits for a sign-in meanwhile, from an address of their own and from one that the flood uses too.
 */
import { loadavg } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '@service/foundation/database/database.ts'
import { openDatabase } from '@service/foundation/database/open-database.ts'
import { pageHeaders } from '@service/foundation-testing/signed-in.ts'
import { sql } from 'kysely'
import { layGround, type MeasuredCompute, simulatedHubs, startCompute } from './deploy/measured-compute.ts'
import type { Bench, Section } from './harness/bench.ts'
import { runHttpLoad } from './harness/http-load.ts'
import { percentile } from './harness/intervals.ts'

const signUps = 10_000
const connections = 32
const signInsAlone = 100

/** Addresses by the number of the sign-up. `many` makes as many companies as may be made in a day. */
const floods = {
  few: { of: '20 addresses of 4 networks', address: (i: number) => `10.9.${i % 4}.${1 + (i % 20)}` },
  many: { of: '1,000 networks', address: (i: number) => `11.${i % 4}.${i % 250}.1` },
}

export const bench: Bench = {
  name: 'sign-ups',
  summary: '10,000 sign-ups at once: rows, memory, and how long the owner of a company waits for a sign-in meanwhile.',
  parts: Object.keys(floods),
  async *run({ wanted }): AsyncIterable<Section> {
    for (const [part, flood] of Object.entries(floods)) if (wanted(part)) yield await measure(part, flood)
  },
}

async function measure(group: string, { of, address }: { of: string; address(i: number): string }): Promise<Section> {
  const title = `${signUps} sign-ups from ${of}, ${connections} at a time`
  const ground = await layGround(simulatedHubs(1), {
    COMPUTE_SIGNUP: 'open',
    COMPUTE_TRUSTED_PROXIES: '127.0.0.1',
    COMPUTE_ENGINE: 'simulated',
  })
  if (!ground) return { title, figures: [], notes: ['Not measured: this machine has no PostgreSQL.'] }
  const service = await startCompute(ground)
  const db = await openDatabase({ url: ground.databaseUrl, folder: ground.folder, connections: 1 })
  try {
    const owner = await makeOwner(service)
    const empty = await countRows(db)
    const alone = await signInWhile(service, owner, address, ({ count }) => count < signInsAlone)
    const before = { rows: await countRows(db), memoryMB: service.residentMB() }
    const perSignIn = (before.rows.all - empty.all) / signInsAlone
    let peakMB = 0
    let isOver = false
    const beganMs = performance.now()
    const flood = runHttpLoad({
      baseUrl: service.baseUrl,
      requests: requestsOf(service, address),
      connections,
    }).finally(() => {
      isOver = true
    })
    const meanwhile = await signInWhile(service, owner, address, () => {
      peakMB = Math.max(peakMB, service.residentMB())
      return !isOver
    })
    const { statuses } = await flood
    const seconds = (performance.now() - beganMs) / 1_000
    await sleep(2_000) // what is freed at the next pause of the process is no part of what is left
    const after = { rows: await countRows(db), memoryMB: service.residentMB() }
    const each = (name: string, share: number) => ({
      name: `${name}, p${share}`,
      group,
      value: percentile(meanwhile.tookMs, share),
      unit: 'ms',
      n: meanwhile.tookMs.length,
      baseline: percentile(alone.tookMs, share),
    })
    const figure = (name: string, value: number, unit: string, baseline?: number) => ({
      name,
      group,
      value,
      unit,
      ...(baseline !== undefined && { baseline }),
    })
    return {
      title,
      figures: [
        each('sign-in of the owner', 50),
        each('sign-in of the owner', 95),
        figure('sign-ins of the owner that were refused', meanwhile.refused, 'count', alone.refused),
        figure('companies made', after.rows.companies - before.rows.companies, 'count'),
        figure('rows left', after.rows.all - before.rows.all - perSignIn * meanwhile.tookMs.length, 'count'),
        figure('memory at most', peakMB, 'MB', before.memoryMB),
        figure('memory left', after.memoryMB, 'MB', before.memoryMB),
        figure('the flood took', seconds, 's'),
      ],
      notes: [
        `Responses: ${Object.entries(statuses)
          .map(([status, count]) => `${count} of ${status}`)
          .join(', ')}.`,
        'Baselines are the same before the flood.',
        `Load of the machine over the last minute: ${(loadavg()[0] ?? 0).toFixed(1)}.`,
      ],
    }
  } finally {
    await db.close()
    await service.stop()
    await ground.remove()
  }
}

type Owner = { email: string; password: string }

async function makeOwner({ baseUrl }: MeasuredCompute): Promise<Owner> {
  const owner = { email: 'owner@people.example', password: 'seven quiet foxes at dawn' }
  const response = await post(baseUrl, '/auth/sign-up', '10.1.0.1', { ...owner, name: 'Ada', company: 'Engines' })
  if (response.status !== 201) throw new Error(`sign-up: ${response.status} ${await response.text()}`)
  return owner
}

/** One after the other: from a place of the owner's own, then from one of the flood, and so on. Each browser is a new one. */
async function signInWhile(
  { baseUrl }: MeasuredCompute,
  owner: Owner,
  address: (i: number) => string,
  goOn: (so: { count: number }) => boolean,
): Promise<{ tookMs: number[]; refused: number }> {
  const tookMs: number[] = []
  let refused = 0
  while (goOn({ count: tookMs.length })) {
    const i = tookMs.length
    const from = i % 2 === 0 ? `10.2.0.${1 + (i % 200)}` : address(i)
    const beganMs = performance.now()
    const response = await post(baseUrl, '/auth/sign-in', from, owner)
    await response.text()
    tookMs.push(performance.now() - beganMs)
    if (response.status !== 200) refused += 1
  }
  return { tookMs, refused }
}

const headersFrom = (address: string) => ({
  ...pageHeaders,
  'X-Forwarded-For': address,
  'Content-Type': 'application/json',
})

const post = (baseUrl: string, path: string, address: string, body: object): Promise<Response> =>
  fetch(`${baseUrl}${path}`, { method: 'POST', headers: headersFrom(address), body: JSON.stringify(body) })

const requestsOf = ({ baseUrl }: MeasuredCompute, address: (i: number) => string): string[] =>
  Array.from({ length: signUps }, (_, i) => {
    const body = JSON.stringify({
      email: `flood-${i}@people.example`,
      password: 'nine loud geese at noon',
      name: `Person ${i}`,
      company: `Company ${i}`,
    })
    const headers = Object.entries({
      Host: new URL(baseUrl).host,
      ...headersFrom(address(i)),
      'Content-Length': body.length,
    })
    return `POST /auth/sign-up HTTP/1.1\r\n${headers.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n${body}`
  })

async function countRows({ connection }: Database): Promise<{ all: number; companies: number }> {
  const { rows: tables } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
     where table_schema = 'public' and table_type = 'BASE TABLE'`.execute(connection)
  const counts = new Map<string, number>()
  for (const { name } of tables) {
    const { rows } = await sql<{ count: number }>`select count(*)::int as count from ${sql.table(name)}`.execute(
      connection,
    )
    counts.set(name, rows[0]?.count ?? 0)
  }
  return { all: [...counts.values()].reduce((sum, count) => sum + count, 0), companies: counts.get('companies') ?? 0 }
}
