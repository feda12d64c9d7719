/**
 * Deliveries per second beside the least that any sender must do: sign the body and post it, in a bare loop. A run of
 * ours takes events from the outbox to recorded, successful attempts. Both send to the same receiver with the same
 * number of requests under way, one after the other, pair by pair.
 */
import { createHmac } from 'node:crypto'
import type { Database } from '@service/foundation/database/database.ts'
import { Agent, request } from 'undici'
import type { Figure, Section } from '../../harness/bench.ts'
import { median } from '../../harness/intervals.ts'
import type { Engine } from '../databases.ts'
import { startReceiver } from '../receiver.ts'
import { aCompany, aWebhook, bareBody, happen, startSender } from '../sender.ts'

const concurrency = 100
const pairs = 5
const roughCount = 5_000
const secret = 'whsec_benchmark'

type Pair = { bare: number; durable: number }

export async function throughput(engine: Engine, deliveries: number): Promise<Section> {
  const receiver = await startReceiver()
  const { db, drop } = await engine.make()
  try {
    const companyId = await aCompany(db)
    const url = `${receiver.url}/ok`
    await aWebhook(db, companyId, url)
    const run = async (count: number): Promise<Pair> => {
      const bare = await bareLoop(url, count)
      const durable = await outbox(db, companyId, count)
      await receiver.takeArrivals()
      return { bare, durable }
    }
    await run(Math.ceil(deliveries / 4)) // warms the code, the connections and the database's plans
    const measured: Pair[] = []
    for (let pair = 0; pair < pairs; pair++) measured.push(await run(deliveries))
    return {
      title: `Deliveries per second, ${engine.name}: 1 kB, ${concurrency} at a time, one process`,
      figures: figures(engine.name, measured),
      notes: measured.map(({ bare, durable }) => `bare ${Math.round(bare)}/s, durable ${Math.round(durable)}/s`),
    }
  } finally {
    await drop()
    await receiver.close()
  }
}

function figures(group: string, measured: readonly Pair[]): Figure[] {
  const n = measured.length
  const shares = measured.map(({ bare, durable }) => durable / bare)
  return [
    {
      name: 'durable deliveries',
      group,
      value: median(measured.map(({ durable }) => durable)),
      unit: '1/s',
      n,
      baseline: median(measured.map(({ bare }) => bare)),
    },
    {
      name: 'share of a bare signed loop',
      group,
      value: median(shares),
      n,
      low: Math.min(...shares),
      high: Math.max(...shares),
    },
  ]
}

/** From events that are committed to attempts that are recorded, per second. */
async function outbox(db: Database, companyId: string, count: number): Promise<number> {
  await happen(db, companyId, count)
  const begun = performance.now()
  const sender = await startSender(db, { perReceiver: concurrency, inFlight: concurrency })
  await sender.whenRecorded(count)
  const seconds = (performance.now() - begun) / 1_000
  await sender.close()
  return count / seconds
}

/** What the engine delivers per second at the moment, roughly: for a part that loads it by half. */
export async function roughThroughput(engine: Engine): Promise<number> {
  const receiver = await startReceiver()
  const { db, drop } = await engine.make()
  try {
    const companyId = await aCompany(db)
    await aWebhook(db, companyId, `${receiver.url}/ok`)
    await outbox(db, companyId, roughCount)
    return await outbox(db, companyId, roughCount)
  } finally {
    await drop()
    await receiver.close()
  }
}

async function bareLoop(url: string, count: number): Promise<number> {
  const dispatcher = new Agent({ connections: concurrency })
  let left = count
  const begun = performance.now()
  await Promise.all(
    Array.from({ length: concurrency }, async () => {
      while (left-- > 0) {
        const signature = createHmac('sha256', secret).update(bareBody).digest('hex')
        const headers = { 'Content-Type': 'application/json', 'X-Service-Signature': signature }
        const response = await request(url, { method: 'POST', headers, body: bareBody, dispatcher })
        await response.body.dump()
      }
    }),
  )
  const seconds = (performance.now() - begun) / 1_000
  await dispatcher.close()
  return count / seconds
}
